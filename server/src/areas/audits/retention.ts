import {
  activityRetention,
  operationRetention,
  type Retention,
  refusalRetention,
} from "../../engine/audit/index.ts";
import type { Services } from "../../engine/services.ts";
import { defineTask } from "../../engine/tasks/index.ts";
import { loginRetention } from "../credentials/index.ts";
import { commandRetention, sessionRetention } from "../sessions/index.ts";
import { fileRetention } from "./file-logs/retention.ts";
import { text } from "./texts.ts";

/** What is kept for so many days. */
interface Kept {
  /** Setting that says for how many days. */
  readonly setting: string;
  readonly retention: Retention<Pick<Services, "config" | "db">>;
}

/** Everything the retention removes, by the name the result of its task has for it. */
export const kept: Readonly<Record<string, Kept>> = {
  login_logs: { setting: "LOGIN_LOG_KEEP_DAYS", retention: loginRetention },
  operate_logs: { setting: "OPERATE_LOG_KEEP_DAYS", retention: operationRetention },
  activities: { setting: "ACTIVITY_LOG_KEEP_DAYS", retention: activityRetention },
  refusals: { setting: "REFUSAL_LOG_KEEP_DAYS", retention: refusalRetention },
  file_logs: { setting: "FTP_LOG_KEEP_DAYS", retention: fileRetention },
  commands: { setting: "TERMINAL_SESSION_KEEP_DURATION", retention: commandRetention },
  sessions: { setting: "TERMINAL_SESSION_KEEP_DURATION", retention: sessionRetention },
};

/** Forgets what has happened longer ago than the settings say. Contract: docs/contract/settings.md, "Retention". */
export const retentionTask = defineTask({
  name: "audits.tasks.clean_audits_log_period",
  label: text.retention,
  repeatable: true,
  schedule: { crontab: "0 2 * * *" },
  async run({ services, signal }) {
    const forgotten: Record<string, number> = {};
    for (const [name, { setting, retention }] of Object.entries(kept)) {
      const days = await services.settings.get<number>(setting);
      let count = 0;
      for (let some = 1; some > 0 && !signal.aborted; count += some) {
        some = await retention.forget(services, days);
      }
      forgotten[name] = count;
    }
    return forgotten;
  },
});
