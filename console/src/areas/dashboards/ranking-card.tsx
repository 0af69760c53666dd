import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Notice } from "../../kit/list/list-states.tsx";
import { labelled } from "../../kit/metadata/labelled.ts";
import { useSession } from "../../kit/session.ts";
import { listAddress, useDashboardDays } from "./dashboard-days.ts";
import { DaySwitch } from "./day-switch.tsx";
import { numberText } from "./figure.tsx";
import { FigureCard } from "./figure-card.tsx";
import { listIn, useFigures } from "./index-figures.ts";

interface RankedRow {
  readonly user?: string;
  readonly user_id?: string | null;
  readonly asset?: string;
  /** Absent from other servers of the contract. */
  readonly asset_id?: string | null;
  readonly total: number;
}

/** The list of the sessions that were counted: by the id, or by the name where the server tells no id. */
function sessionsOf(row: RankedRow, of: "users" | "assets", days: number): string {
  const [filter, name = "", id] =
    of === "users"
      ? (["user", row.user, row.user_id] as const)
      : (["asset", row.asset, row.asset_id] as const);
  return listAddress("/audit/sessions/sessions", days, {
    activeTab: "AllList",
    ...(id === undefined ? {} : { [`${filter}_id`]: id ?? "none" }),
    ...(id ? {} : { [filter]: name }),
  });
}

/** The page of who or what has a place; undefined for one that is not known, or that the viewer may not see. */
function pageOf(
  of: "users" | "assets",
  id: string | null | undefined,
  can: (permission: string) => boolean,
): string | undefined {
  if (!id) return undefined;
  if (of === "users") return can("users.view_user") ? `/console/users/${id}` : undefined;
  return can("assets.view_asset") ? `/console/assets/assets/${id}` : undefined;
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
                const id = of === "users" ? row.user_id : row.asset_id;
                const sessions = can("terminal.view_session") ? sessionsOf(row, of, days) : undefined;
                const total = numberText(row.total);
                const page = pageOf(of, id, can);
                return (
                  <tr key={`${id ?? ""}${text}`}>
                    <td className="ranking-place">{index + 1}</td>
                    <th scope="row">{page === undefined ? text : <Link to={page}>{text}</Link>}</th>
                    <td className="numeric">
                      {sessions === undefined ? (
                        total
                      ) : (
                        <Link to={sessions} aria-label={labelled(text, total)}>
                          {total}
                        </Link>
                      )}
                    </td>
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
