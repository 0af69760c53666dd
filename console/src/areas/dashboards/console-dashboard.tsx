import { useTranslation } from "react-i18next";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { CountTile } from "./count-tile.tsx";
import { GettingStarted } from "./getting-started/getting-started.tsx";
import { RecentSessions } from "./recent-sessions.tsx";

const SESSIONS_URL = "/api/v1/terminal/sessions/";

/** The administrator's start page: how much there is, what happens now, where to continue. */
export default function ConsoleDashboard() {
  const { t } = useTranslation(["dashboards", "routes"]);
  const { can } = useSession();
  return (
    <Page title={t("routes:consoleDashboard")}>
      <GettingStarted>
        <div className="count-tiles">
          <CountTile
            label={t("online")}
            url={SESSIONS_URL}
            query={{ is_finished: 0 }}
            to="/audit/sessions/sessions?activeTab=OnlineList"
            permission={["terminal.view_session", "rbac.view_audit"]}
          />
          <CountTile
            label={t("routes:users")}
            url="/api/v1/users/users/"
            to="/console/users"
            permission="users.view_user"
          />
          <CountTile
            label={t("routes:assets")}
            url="/api/v1/assets/assets/"
            to="/console/assets/assets"
            permission="assets.view_asset"
          />
          <CountTile
            label={t("routes:accounts")}
            url="/api/v1/accounts/accounts/"
            to="/console/accounts/accounts"
            permission="accounts.view_account"
          />
          <CountTile
            label={t("routes:assetPermissions")}
            url="/api/v1/perms/asset-permissions/"
            to="/console/perms/asset-permissions"
            permission="perms.view_assetpermission"
          />
        </div>
        {can("terminal.view_session") ? (
          <RecentSessions url={SESSIONS_URL} title={t("recentSessions")} />
        ) : null}
      </GettingStarted>
    </Page>
  );
}
