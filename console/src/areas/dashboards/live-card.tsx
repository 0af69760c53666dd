import { useTranslation } from "react-i18next";
import { useWaitingTickets } from "../tickets/index.ts";
import { listAddress } from "./dashboard-days.ts";
import { FigureTile } from "./figure.tsx";
import { FigureCard } from "./figure-card.tsx";
import { numberIn, useFigures } from "./index-figures.ts";

const NOW = [
  "total_count_online_sessions",
  "total_count_online_users",
  "total_count_today_failed_sessions",
  "total_count_job_logs_running",
] as const;

const ONLINE = {
  to: "/audit/sessions/sessions?activeTab=OnlineList",
  permission: ["terminal.view_session", "rbac.view_audit"],
} as const;

/** What happens at this moment; asked for every few seconds while somebody looks. */
export function LiveCard() {
  const { t } = useTranslation("dashboards");
  const figures = useFigures(NOW, { isLive: true });
  const waiting = useWaitingTickets();
  return (
    <FigureCard title={t("live.title")} figures={figures}>
      {(found) => (
        <div className="count-tiles is-inner">
          <FigureTile label={t("online")} value={numberIn(found, NOW[0])} link={ONLINE} />
          <FigureTile
            label={t("live.users")}
            value={numberIn(found, NOW[1])}
            link={{ to: "/console/users?connected=1", permission: "users.view_user" }}
          />
          <FigureTile
            label={t("live.failed")}
            value={numberIn(found, NOW[2])}
            tone="bad"
            link={{
              to: listAddress("/audit/sessions/sessions", 1, { activeTab: "OfflineList", is_success: "0" }),
              permission: ONLINE.permission,
            }}
          />
          <FigureTile
            label={t("live.jobs")}
            value={numberIn(found, NOW[3])}
            link={{
              // Whenever they began.
              to: listAddress("/audit/audits/job-execution-log", 366, { state: "RUNNING" }),
              permission: ["audits.view_joblog", "rbac.view_audit"],
            }}
          />
          {waiting === null ? null : (
            <FigureTile
              label={t("live.approvals")}
              value={waiting.count}
              link={{ to: waiting.page, permission: "tickets.view_ticket" }}
            />
          )}
        </div>
      )}
    </FigureCard>
  );
}
