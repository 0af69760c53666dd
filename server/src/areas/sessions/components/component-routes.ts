import type { RouteDeclaration } from "../../../engine/http/index.ts";
import { configRoute } from "./config-route.ts";
import { healthRoute } from "./health-route.ts";
import { loadHistoryRoute } from "./load-history.ts";
import { componentMetricsRoute } from "./metrics-route.ts";
import { registrationRoutes } from "./registration-route.ts";
import { replayUploadRoute } from "./replay-upload-route.ts";
import { reportedSessionRoutes } from "./reported-sessions.ts";
import { statusRoutes } from "./status-routes.ts";
import { finishTaskRoute } from "./task-route.ts";

/** What components call, and what is told of them. Contract: docs/contract/components.md. */
export const componentRoutes: readonly RouteDeclaration[] = [
  ...registrationRoutes,
  ...statusRoutes,
  configRoute,
  componentMetricsRoute,
  loadHistoryRoute,
  healthRoute,
  ...reportedSessionRoutes,
  replayUploadRoute,
  finishTaskRoute,
];
