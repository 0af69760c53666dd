export type { Database } from "./database.ts";
export { ReadableTable, readableTable } from "./readable-table.ts";
