import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Notice } from "../../kit/list/list-states.tsx";
import { useSession } from "../../kit/session.ts";
import { useDashboardDays } from "./dashboard-days.ts";
import { DaySwitch } from "./day-switch.tsx";
import { numberText } from "./figure.tsx";
import { FigureCard } from "./figure-card.tsx";
import { listIn, useFigures } from "./index-figures.ts";

interface RankedRow {
  readonly user?: string;
  readonly user_id?: string | null;
  readonly asset?: string;
  readonly total: number;
}

/** Who connected most often, or to what. */
export function RankingCard({ of }: { readonly of: "users" | "assets" }) {
  const { t } = useTranslation("dashboards");
  const { can } = useSession();
  const [days, choose] = useDashboardDays();
  const name = `dates_login_times_top10_${of}`;
  const figures = useFigures([name], { days });
  const title = t(of === "users" ? "ranking.users" : "ranking.assets");
  return (
    <FigureCard
      title={title}
      figures={figures}
      aside={<DaySwitch days={days} onChoose={choose} label={title} />}
    >
      {(found) => {
        const rows = listIn<RankedRow>(found, name);
        if (found === undefined) return <div className="card-loading" />;
        if (rows.length === 0) return <Notice title={t("ranking.empty")} body={t("ranking.emptyHint")} />;
        return (
          <table className="figure-table">
            <thead>
              <tr>
                <th scope="col">{t("ranking.rank")}</th>
                <th scope="col">{t(of === "users" ? "ranking.user" : "ranking.asset")}</th>
                <th scope="col" className="numeric">
                  {t("ranking.total")}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => {
                const text = (of === "users" ? row.user : row.asset) ?? "";
                return (
                  <tr key={`${row.user_id ?? ""}${text}`}>
                    <td className="ranking-place">{index + 1}</td>
                    <th scope="row">
                      {of === "users" && row.user_id && can("users.view_user") ? (
                        <Link to={`/console/users/${row.user_id}`}>{text}</Link>
                      ) : (
                        text
                      )}
                    </th>
                    <td className="numeric">{numberText(row.total)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        );
      }}
    </FigureCard>
  );
}
