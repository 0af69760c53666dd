import { integer } from "../setting-kinds.ts";
import { text } from "../texts.ts";

const days = { required: true, minimum: 1, maximum: 9999 } as const;

/** Category `clean`: for how many days what has happened is kept. */
export const cleanSettings = {
  LOGIN_LOG_KEEP_DAYS: integer(200, { label: text.keepLoginLogs, ...days }),
  TASK_LOG_KEEP_DAYS: integer(90, { label: text.keepTaskLogs, ...days }),
  OPERATE_LOG_KEEP_DAYS: integer(200, { label: text.keepOperateLogs, ...days }),
  REFUSAL_LOG_KEEP_DAYS: integer(200, { label: text.keepRefusals, ...days }),
  FTP_LOG_KEEP_DAYS: integer(200, { label: text.keepFileLogs, ...days }),
  TERMINAL_SESSION_KEEP_DURATION: integer(200, {
    label: text.keepSessions,
    help: text.keepSessionsHelp,
    ...days,
    maximum: 99_999,
  }),
  ACTIVITY_LOG_KEEP_DAYS: integer(200, { label: text.keepActivities, ...days }),
};
