import { forgetOldest, type TimedTable } from "../../engine/audit/index.ts";
import type { Services } from "../../engine/services.ts";
import { defineTask } from "../../engine/tasks/index.ts";
import { forgetSessions } from "../sessions/index.ts";
import { forgetFileLogs } from "./file-logs/keeping.ts";
import { text } from "./texts.ts";

interface Kept {
  /** Setting that says for how many days. */
  readonly setting: string;
  /** Forgets some that are older. @returns how many; 0 when none is left */
  readonly forget: (services: Services, days: number) => Promise<number>;
}

const rowsOf = (
  setting: string,
  table: TimedTable["table"],
  column: TimedTable["column"] = "datetime",
): Kept => ({
  setting,
  forget: (services, days) => forgetOldest(services, { table, column }, days),
});

const kept: Readonly<Record<string, Kept>> = {
  login_logs: rowsOf("LOGIN_LOG_KEEP_DAYS", "login_logs"),
  operate_logs: rowsOf("OPERATE_LOG_KEEP_DAYS", "operate_logs"),
  activities: rowsOf("ACTIVITY_LOG_KEEP_DAYS", "activity_logs"),
  file_logs: { setting: "FTP_LOG_KEEP_DAYS", forget: forgetFileLogs },
  commands: rowsOf("TERMINAL_SESSION_KEEP_DURATION", "commands", "date_executed"),
  sessions: { setting: "TERMINAL_SESSION_KEEP_DURATION", forget: forgetSessions },
};

/** Forgets what has happened longer ago than the settings say. Contract: docs/contract/settings.md, "Period clean". */
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
