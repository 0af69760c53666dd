import type { Area } from "../../engine/area.ts";
import { activitiesRoute } from "./activities.ts";
import { loginLogs, myLoginLogs } from "./login-logs.ts";
import { operateLogs } from "./operate-logs.ts";
import { retentionTask } from "./retention.ts";

/** Who did what and when. Contract: docs/contract/sessions.md, sections 9 to 11. */
export const auditsArea: Area = {
  name: "audits",
  resources: [operateLogs, loginLogs, myLoginLogs],
  routes: [activitiesRoute],
  tasks: [retentionTask],
};
