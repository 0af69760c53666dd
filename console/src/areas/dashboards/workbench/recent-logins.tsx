import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import { fetchPage } from "../../../kit/api/resources.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { exactInstant, formatDate } from "../../../kit/metadata/dates.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";

const URL = "/api/v1/audits/my-login-logs/";

/** From where the caller signed in lately, or somebody else tried to. */
export function RecentLogins() {
  const { t } = useTranslation("granting");
  const list = useQuery({
    queryKey: ["list", URL, "recent"],
    queryFn: ({ signal }) => fetchPage(URL, { limit: 5 }, signal),
  });
  const rows = list.data?.results ?? [];
  return (
    <section className="card">
      <h2>{t("work.recentLogins")}</h2>
      {list.error === null ? null : <FailureNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && rows.length === 0 ? <p className="hint">{t("work.noLogins")}</p> : null}
      <ul className="login-list">
        {rows.map((row) => {
          const failed = isRecord(row.status) ? row.status.value === false : plainValue(row.status) === false;
          return (
            <li key={String(row.id)}>
              <span>
                {[valueText(row.city), `(${valueText(row.ip)})`].join("")}
                {failed ? <span className="hint"> {t("work.failed")}</span> : null}
              </span>
              <time className="numeric" title={exactInstant(row.datetime)}>
                {formatDate(row.datetime)}
              </time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
