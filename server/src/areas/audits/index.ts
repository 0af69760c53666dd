import type { Area } from "../../engine/area.ts";
import { fileCopyContext } from "../../transport/file-copies/index.ts";
import { activitiesRoute } from "./activities.ts";
import { fileCopyRoutes } from "./file-logs/copies.ts";
import { fileReportRoutes } from "./file-logs/reports.ts";
import { fileLogs } from "./file-logs/resource.ts";
import { finishFileLogs, removeUnknownCopies } from "./file-logs/retention.ts";
import "./tables.ts";
import { loginLogs, myLoginLogs } from "./login-logs.ts";
import { allOperateLogs, operateLogs } from "./operate-logs.ts";
import { passwordChangeLogs } from "./password-change-logs.ts";
import { refusals } from "./refusals/resource.ts";
import { retentionTask } from "./retention.ts";
import { retentionPreviewRoute } from "./retention-preview.ts";
import { rulePreviewRoutes } from "./rule-previews/routes.ts";
import { endUserSessionRoute } from "./user-sessions/end-route.ts";
import { userSessions } from "./user-sessions/resource.ts";

export { fileCopiesOf } from "./file-logs/copies.ts";
export { breakOffFileLogs } from "./file-logs/retention.ts";
export { writeFileLogs } from "./file-logs/write.ts";
export { signInsOf } from "./login-logs.ts";
export { fileLogsTable } from "./readable-tables.ts";

/** Who did what and when. Contract: docs/contract/sessions.md, sections 9 to 11. */
export const auditsArea: Area = {
  name: "audits",
  resources: [
    operateLogs,
    allOperateLogs,
    loginLogs,
    myLoginLogs,
    passwordChangeLogs,
    fileLogs,
    refusals,
    userSessions,
  ],
  routes: [
    activitiesRoute,
    endUserSessionRoute,
    retentionPreviewRoute,
    ...rulePreviewRoutes,
    ...fileCopyRoutes,
    ...fileReportRoutes,
  ],
  sealed: [
    {
      table: "ftp_logs",
      column: "content_key_sealed",
      key: ["id"],
      context: (id = "") => fileCopyContext(id),
    },
  ],
  tasks: [retentionTask],
  jobs: [finishFileLogs],
  nodeMaintenance: [removeUnknownCopies],
};
