export type { Database } from "./database.ts";
export { readableTable } from "./readable-table.ts";
