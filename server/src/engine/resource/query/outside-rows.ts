import type { Row } from "../field-kinds/field.ts";
import type { Page } from "./paging.ts";

/** Rows of a list that are kept outside the database. They hold the columns of all fields. */
export interface OutsideRows {
  /** How many there are. */
  count(): Promise<number>;
  page(page: Page): Promise<readonly Row[]>;
  /** All rows, some at a time. */
  batches(size: number): AsyncIterable<readonly Row[]>;
}
