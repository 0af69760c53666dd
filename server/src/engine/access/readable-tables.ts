import { readableTable } from "../database/readable-table.ts";

/** The number that grows with every change of what somebody may do. */
export const accessVersionTable = readableTable("access_version", ["version"]);

declare module "../database/database.ts" {
  interface Database {
    access_version: { version: number };
  }
}
