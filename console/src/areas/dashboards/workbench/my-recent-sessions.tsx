import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { fetchPage } from "../../../kit/api/resources.ts";
import { FailureNotice, Notice } from "../../../kit/list/list-states.tsx";
import { exactInstant, formatDate } from "../../../kit/metadata/dates.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { connectPath, ShareButton } from "../../sessions/index.ts";

const URL = "/api/v1/terminal/my-sessions/";

/** The caller's latest sessions, each with a way to connect again. */
export function MyRecentSessions() {
  const { t } = useTranslation(["granting", "dashboards", "routes"]);
  const { can } = useSession();
  const list = useQuery({
    queryKey: ["list", URL, "recent"],
    queryFn: ({ signal }) => fetchPage(URL, { limit: 5, order: "-date_start" }, signal),
    refetchInterval: 30_000,
  });
  const rows = list.data?.results;
  return (
    <section className="card">
      <h2>
        {t("granting:work.recent")}
        {can("perms.view_myassets") ? (
          <Link className="card-more" to="/workbench/assets">
            {t("routes:myAssets")}
          </Link>
        ) : null}
      </h2>
      {list.error !== null ? (
        <FailureNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : rows === undefined ? (
        <div className="card-loading" aria-busy="true" />
      ) : rows.length === 0 ? (
        <Notice title={t("dashboards:noSessions")} body={t("dashboards:noOwnSessionsHint")}>
          {can("perms.view_myassets") ? (
            <Link to="/workbench/assets">{t("dashboards:openMyAssets")}</Link>
          ) : null}
        </Notice>
      ) : (
        <ul className="recent-list">
          {rows.map((row) => (
            <Session key={String(row.id)} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Session({ row }: { readonly row: Row }) {
  const { t } = useTranslation(["granting", "dashboards", "myAssets"]);
  const { can } = useSession();
  const id = String(row.id);
  const asset = valueText(row.asset);
  const assetId = valueText(row.asset_id);
  const account = valueText(row.account_id);
  return (
    <li>
      <StatusMark
        calm
        good={row.is_finished !== true}
        text={t(row.is_finished === true ? "dashboards:stateFinished" : "dashboards:stateActive")}
      />
      {can("terminal.view_session") ? (
        <Link className="recent-name" to={`/audit/sessions/sessions/${id}`} title={asset}>
          {asset}
        </Link>
      ) : (
        <span className="recent-name" title={asset}>
          {asset}
        </span>
      )}
      <span className="recent-account">
        {valueText(row.account)}{" "}
        <span className="hint">{`${valueText(row.protocol)} · ${valueText(row.remote_addr)}`}</span>
      </span>
      <time className="numeric" title={exactInstant(row.date_start)}>
        {formatDate(row.date_start)}
      </time>
      <ShareButton session={row} isSmall />
      {assetId === "" ? null : (
        <a
          href={connectPath(assetId, account === "" ? undefined : account)}
          target="_blank"
          rel="noreferrer"
          aria-label={t("myAssets:connectTo", { name: asset })}
        >
          {t("myAssets:connect")}
        </a>
      )}
    </li>
  );
}
