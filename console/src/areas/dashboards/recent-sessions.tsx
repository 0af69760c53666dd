import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { fetchPage } from "../../kit/api/resources.ts";
import { FailureNotice, Notice } from "../../kit/list/list-states.tsx";
import { exactInstant, formatDate } from "../../kit/metadata/dates.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";

interface RecentSessionsProps {
  readonly url: string;
  readonly title: string;
  readonly query?: Readonly<Record<string, string | number>>;
}

/** The latest sessions, each a link where the viewer may follow it. */
export function RecentSessions({ url, title, query }: RecentSessionsProps) {
  const { t } = useTranslation("dashboards");
  const { can } = useSession();
  const list = useQuery({
    queryKey: ["list", url, "recent", query],
    queryFn: ({ signal }) => fetchPage(url, { ...query, limit: 8, order: "-date_start" }, signal),
    refetchInterval: 30_000,
  });
  return (
    <section className="card">
      <h2>{title}</h2>
      {list.error !== null ? (
        <FailureNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <div className="card-loading" aria-busy="true" />
      ) : list.data.results.length === 0 ? (
        <Notice title={t("noSessions")} body={t("noSessionsHint")} />
      ) : (
        <ul className="recent-list">
          {list.data.results.map((row) => {
            const id = String(row.id);
            const text = `${valueText(row.user)} → ${valueText(row.asset)}`;
            return (
              <li key={id}>
                <span className={row.is_finished === true ? "status status-idle" : "status status-good"}>
                  <span className="status-dot" aria-hidden="true" />
                  <span className="visually-hidden">
                    {t(row.is_finished === true ? "stateFinished" : "stateActive")}
                  </span>
                </span>
                {can("terminal.view_session") ? (
                  <Link className="recent-name" to={`/audit/sessions/sessions/${id}`} title={text}>
                    {text}
                  </Link>
                ) : (
                  <span className="recent-name" title={text}>
                    {text}
                  </span>
                )}
                <span className="recent-account">{valueText(row.account)}</span>
                <time className="numeric" title={exactInstant(row.date_start)}>
                  {formatDate(row.date_start)}
                </time>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
