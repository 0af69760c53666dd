export type { Database } from "./database.ts";
export { keptPlan } from "./kept-plans.ts";
export { readableTable } from "./readable-table.ts";
