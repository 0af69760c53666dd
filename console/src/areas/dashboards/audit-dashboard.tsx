import { useTranslation } from "react-i18next";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { useHasAllOperations } from "../audits/index.ts";
import { type DayChoice, listAddress, useDashboardDays } from "./dashboard-days.ts";
import { DaySwitch } from "./day-switch.tsx";
import { type FigureLink, FigureTile } from "./figure.tsx";
import { FigureCard } from "./figure-card.tsx";
import { numberIn, useFigures } from "./index-figures.ts";
import { RecentSessions } from "./recent-sessions.tsx";
import { RingCard } from "./ring-card.tsx";
import { TrendCard } from "./trend-card.tsx";
import "./dashboards.css";

const LOGS = [
  "total_count_user_login_logs",
  "total_count_user_login_success_logs",
  "total_count_operate_logs",
  "total_count_change_password_logs",
] as const;
const SESSIONS = ["total_count_history_sessions", "total_count_ftp_logs"] as const;
const ONLINE = ["total_count_online_sessions"] as const;
const COMMANDS = ["total_count_commands", "total_count_commands_danger"] as const;
const JOBS = ["total_count_job_logs", "total_count_job_logs_running", "total_count_job_logs_failed"] as const;

const JOB_LOG = "/audit/audits/job-execution-log";
const LOGIN_LOGS = "/audit/audits/login-logs";
const COMMAND_LIST = "/audit/sessions/command";
const SESSION_LIST = "/audit/sessions/sessions";

/** The auditor's start page: how much happened in a time, each figure with its records. */
export default function AuditDashboard() {
  const { t } = useTranslation(["dashboards", "routes"]);
  const { can } = useSession();
  const [days, choose] = useDashboardDays();
  return (
    <Page
      title={t("routes:auditDashboard")}
      actions={<DaySwitch days={days} onChoose={choose} label={t("range.label")} />}
    >
      <div className="dashboard-grid">
        <LogData days={days} />
        <SessionData days={days} />
        <div className="dashboard-row">
          <Jobs days={days} />
        </div>
        <Logins days={days} />
        <Commands days={days} />
        <TrendCard
          title={t("audit.sessionTrend")}
          group="session_dates_metrics"
          days={days}
          kind="line"
          emptyHint={t("noSessionsHint")}
          series={[
            {
              key: "dates_metrics_total_count_session",
              name: t("audit.sessions"),
              list: {
                path: SESSION_LIST,
                more: { activeTab: "AllList" },
                permission: "terminal.view_session",
              },
            },
          ]}
        />
        <TrendCard
          title={t("audit.loginTrend")}
          group="dates_metrics"
          days={days}
          kind="column"
          emptyHint={t("audit.noLoginsHint")}
          series={[
            {
              key: "dates_metrics_total_count_login",
              name: t("audit.logins"),
              list: { path: LOGIN_LOGS, permission: "audits.view_userloginlog" },
            },
          ]}
        />
        {can("terminal.view_session") ? (
          <div className="dashboard-row">
            <RecentSessions url="/api/v1/terminal/sessions/" title={t("recentSessions")} />
          </div>
        ) : null}
      </div>
    </Page>
  );
}

interface OfDays {
  readonly days: DayChoice;
}

const logs = (path: string, days: number, permission: string, more = {}): FigureLink => ({
  to: listAddress(path, days, more),
  permission,
});

function LogData({ days }: OfDays) {
  const { t } = useTranslation("dashboards");
  // Over all organizations a server of the contract alone lists what was done from there, not what this figure counts.
  const hasAll = useHasAllOperations();
  const figures = useFigures(LOGS, { days });
  return (
    <FigureCard title={t("audit.logs")} figures={figures}>
      {(found) => (
        <div className="count-tiles is-inner">
          <FigureTile
            label={t("audit.logins")}
            value={numberIn(found, LOGS[0])}
            link={logs(LOGIN_LOGS, days, "audits.view_userloginlog")}
          />
          <FigureTile
            label={t("audit.operations")}
            value={numberIn(found, LOGS[2])}
            link={hasAll ? logs("/audit/audits/operate-logs", days, "audits.view_operatelog") : undefined}
          />
          <FigureTile
            label={t("audit.passwordChanges")}
            value={numberIn(found, LOGS[3])}
            link={logs("/audit/audits/password-change-log", days, "audits.view_passwordchangelog")}
          />
        </div>
      )}
    </FigureCard>
  );
}

function SessionData({ days }: OfDays) {
  const { t } = useTranslation("dashboards");
  const online = useFigures(ONLINE, { isLive: true });
  const figures = useFigures(SESSIONS, { days });
  return (
    <FigureCard title={t("audit.sessionData")} figures={figures}>
      {(found) => (
        <div className="count-tiles is-inner">
          <FigureTile
            label={t("online")}
            value={numberIn(online.data, ONLINE[0])}
            link={{ to: `${SESSION_LIST}?activeTab=OnlineList`, permission: "terminal.view_session" }}
          />
          <FigureTile
            label={t("finished")}
            value={numberIn(found, SESSIONS[0])}
            link={logs(SESSION_LIST, days, "terminal.view_session", { activeTab: "OfflineList" })}
          />
          <FigureTile
            label={t("audit.files")}
            value={numberIn(found, SESSIONS[1])}
            link={logs("/audit/sessions/ftp", days, "audits.view_ftplog")}
          />
        </div>
      )}
    </FigureCard>
  );
}

function Logins({ days }: OfDays) {
  const { t } = useTranslation("dashboards");
  const figures = useFigures(LOGS, { days });
  const link = (status: string) => logs(LOGIN_LOGS, days, "audits.view_userloginlog", { status });
  const { data, error, refetch } = figures;
  const failed = (numberIn(data, LOGS[0]) ?? 0) - (numberIn(data, LOGS[1]) ?? 0);
  return (
    <RingCard
      title={t("audit.loginLogs")}
      figures={{ data: data && { ...data, failed }, error, refetch }}
      whole={LOGS[0]}
      part={LOGS[1]}
      partLabel={t("audit.succeeded")}
      beside={[
        { name: LOGS[0], label: t("total"), link: logs(LOGIN_LOGS, days, "audits.view_userloginlog") },
        { name: LOGS[1], label: t("audit.succeeded"), link: link("1") },
        { name: "failed", label: t("audit.failed"), link: link("0") },
      ]}
    />
  );
}

function Commands({ days }: OfDays) {
  const { t } = useTranslation("dashboards");
  const figures = useFigures(COMMANDS, { days });
  return (
    <RingCard
      title={t("audit.commands")}
      figures={figures}
      whole={COMMANDS[0]}
      part={COMMANDS[1]}
      partLabel={t("audit.dangerous")}
      tone={3}
      beside={[
        { name: COMMANDS[0], label: t("total"), link: logs(COMMAND_LIST, days, "terminal.view_command") },
        {
          name: COMMANDS[1],
          label: t("audit.dangerous"),
          link: logs(COMMAND_LIST, days, "terminal.view_command", { risk_level: "5" }),
        },
      ]}
    />
  );
}

function Jobs({ days }: OfDays) {
  const { t } = useTranslation("dashboards");
  const figures = useFigures(JOBS, { days, isLive: true });
  return (
    <FigureCard title={t("audit.jobs")} figures={figures}>
      {(found) => (
        <div className="count-tiles is-inner">
          <FigureTile
            label={t("total")}
            value={numberIn(found, JOBS[0])}
            link={logs(JOB_LOG, days, "audits.view_joblog")}
          />
          <FigureTile
            label={t("live.jobs")}
            value={numberIn(found, JOBS[1])}
            link={logs(JOB_LOG, 366, "audits.view_joblog", { state: "RUNNING" })}
          />
          <FigureTile
            label={t("audit.jobsFailed")}
            value={numberIn(found, JOBS[2])}
            tone="bad"
            link={logs(JOB_LOG, days, "audits.view_joblog", { state: "FAILURE" })}
          />
        </div>
      )}
    </FigureCard>
  );
}
