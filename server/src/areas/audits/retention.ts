import { purgeActivities, purgeOperations } from "../../engine/audit/index.ts";
import type { Services } from "../../engine/services.ts";
import { defineTask } from "../../engine/tasks/index.ts";
import { purgeLogins } from "../credentials/index.ts";
import { purgeCommands, purgeSessions } from "../sessions/index.ts";
import { purgeFileLogs } from "./file-logs/retention.ts";
import { text } from "./texts.ts";

interface Kept {
  /** Setting that says for how many days. */
  readonly setting: string;
  /** Forgets some that are older. @returns how many; 0 when none is left */
  readonly forget: (services: Pick<Services, "config" | "db">, days: number) => Promise<number>;
}

const kept: Readonly<Record<string, Kept>> = {
  login_logs: { setting: "LOGIN_LOG_KEEP_DAYS", forget: purgeLogins },
  operate_logs: { setting: "OPERATE_LOG_KEEP_DAYS", forget: purgeOperations },
  activities: { setting: "ACTIVITY_LOG_KEEP_DAYS", forget: purgeActivities },
  file_logs: { setting: "FTP_LOG_KEEP_DAYS", forget: purgeFileLogs },
  commands: { setting: "TERMINAL_SESSION_KEEP_DURATION", forget: purgeCommands },
  sessions: { setting: "TERMINAL_SESSION_KEEP_DURATION", forget: purgeSessions },
};

/** Forgets what has happened longer ago than the settings say. Contract: docs/contract/settings.md, "Retention". */
export const retentionTask = defineTask({
  name: "audits.tasks.clean_audits_log_period",
  label: text.retention,
  repeatable: true,
  schedule: { crontab: "0 2 * * *" },
  async run({ services, signal }) {
    const forgotten: Record<string, number> = {};
    for (const [name, { setting, forget }] of Object.entries(kept)) {
      const days = await services.settings.get<number>(setting);
      let count = 0;
      for (let some = 1; some > 0 && !signal.aborted; count += some) some = await forget(services, days);
      forgotten[name] = count;
    }
    return forgotten;
  },
});
