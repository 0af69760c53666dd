import type { Area } from "../../engine/area.ts";
import { gettingStartedRoute } from "./getting-started.ts";
import "./tables.ts";

export { countStepsFromNow } from "./getting-started.ts";

/** What start pages show. Contract: docs/contract/console.md, "Get started". */
export const dashboardsArea: Area = { name: "dashboards", routes: [gettingStartedRoute] };
