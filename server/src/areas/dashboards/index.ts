import type { Area } from "../../engine/area.ts";
import { prepareActivity, sumUpActivityJob } from "./activity/sum-up.ts";
import { activeLists } from "./figures/active-lists.ts";
import { indexRoute } from "./figures/index-route.ts";
import { gettingStartedRoute } from "./getting-started.ts";
import "./tables.ts";

export { rebuildActivity } from "./activity/sum-up.ts";
export { countStepsFromNow } from "./getting-started.ts";

/** What start pages show. Contract: docs/contract/dashboards.md, and docs/contract/console.md, "Get started". */
export const dashboardsArea: Area = {
  name: "dashboards",
  routes: [indexRoute, gettingStartedRoute],
  listFilters: activeLists,
  jobs: [sumUpActivityJob],
  bootstrap: ({ db }) => prepareActivity(db),
};
