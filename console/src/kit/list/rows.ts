import type { Row } from "../metadata/types.ts";
import { valueText } from "../metadata/value-text.ts";

/** Key of a row. */
export type RowKey = string | number;

/** Key of a row: its `id`. */
export function rowKey(row: Row): RowKey {
  return row.id as RowKey;
}

/** What a person calls a row; one that ties a user to something is called after the user. */
export function rowName(row: Row): string {
  return valueText(row.name ?? row.hostname ?? row.username ?? row.user_display ?? row.id);
}
