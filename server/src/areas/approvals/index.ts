import type { Area } from "../../engine/area.ts";
import { approvalRoutes } from "./approval-route.ts";

/** Pages on which people decide without opening the console. Contract: docs/contract/tickets.md, section 6. */
export const approvalsArea: Area = { name: "approvals", routes: approvalRoutes };
