import "./tables.ts";
import { readableTable } from "../database/readable-table.ts";

/** The kept counts of tracked tables: the sum of `difference` is the number of rows. */
export const rowCountsTable = readableTable("row_counts", [
  "table_name",
  "org_id",
  "partition_value",
  "difference",
]);
