import { useTranslation } from "react-i18next";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { AssignedCard } from "../../tickets/index.ts";
import { MyRecentSessions } from "./my-recent-sessions.tsx";
import { PersonCard } from "./person-card.tsx";
import { RecentLogins } from "./recent-logins.tsx";
import "./workbench.css";

/** An ordinary user's start page: what waits for their decision, the latest sessions, and the person themselves. */
export default function WorkbenchHome() {
  const { t } = useTranslation(["dashboards", "routes"]);
  const { profile } = useSession();
  return (
    <Page title={t("routes:workbenchHome")}>
      <p className="greeting">{t("greeting", { name: profile.name })}</p>
      <div className="workbench-columns">
        <div className="workbench-stack">
          <AssignedCard />
          <MyRecentSessions />
        </div>
        <div className="workbench-stack">
          <PersonCard />
          <RecentLogins />
        </div>
      </div>
    </Page>
  );
}
