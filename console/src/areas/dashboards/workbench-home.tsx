import { useTranslation } from "react-i18next";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { CountTile } from "./count-tile.tsx";
import { RecentSessions } from "./recent-sessions.tsx";

/** An ordinary user's start page: the way to the assets, and the sessions of the last days. */
export default function WorkbenchHome() {
  const { t } = useTranslation(["dashboards", "routes"]);
  const { profile } = useSession();
  return (
    <Page title={t("routes:workbenchHome")}>
      <p className="greeting">{t("greeting", { name: profile.name })}</p>
      <div className="count-tiles">
        <CountTile
          label={t("routes:myAssets")}
          url="/api/v1/perms/users/self/assets/"
          to="/workbench/assets"
          permission="perms.view_myassets"
        />
      </div>
      <RecentSessions url="/api/v1/terminal/my-sessions/" title={t("mySessions")} reconnect />
    </Page>
  );
}
