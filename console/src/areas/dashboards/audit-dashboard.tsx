import { useTranslation } from "react-i18next";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { CountTile } from "./count-tile.tsx";
import { RecentSessions } from "./recent-sessions.tsx";

const SESSIONS_URL = "/api/v1/terminal/sessions/";

/** The auditor's start page. */
export default function AuditDashboard() {
  const { t } = useTranslation(["dashboards", "routes"]);
  const { can } = useSession();
  return (
    <Page title={t("routes:auditDashboard")}>
      <div className="count-tiles">
        <CountTile
          label={t("online")}
          url={SESSIONS_URL}
          query={{ is_finished: 0 }}
          to="/audit/sessions/sessions?activeTab=OnlineList"
          permission="terminal.view_session"
        />
        <CountTile
          label={t("finished")}
          url={SESSIONS_URL}
          query={{ is_finished: 1 }}
          to="/audit/sessions/sessions?activeTab=OfflineList"
          permission="terminal.view_session"
        />
      </div>
      {can("terminal.view_session") ? (
        <RecentSessions url={SESSIONS_URL} title={t("recentSessions")} />
      ) : null}
    </Page>
  );
}
