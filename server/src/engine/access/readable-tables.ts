import "./tables.ts";
import { readableTable } from "../database/readable-table.ts";

/** The number that grows with every change of what somebody may do. */
export const accessVersionTable = readableTable("access_version", ["version"]);
