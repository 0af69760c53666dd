import { isRecord } from "../../api/api-error.ts";
import { flattenMessages } from "../../metadata/form-errors.ts";
import type { Row } from "../../metadata/types.ts";
import { rowName } from "../rows.ts";

/** The answer to a refused bulk change, as one form can show it. */
export interface BulkErrors {
  /** Messages by field, each once, whatever the row. */
  readonly body: Readonly<Record<string, readonly string[]>>;
  /** Names of the rows that were refused. */
  readonly names: readonly string[];
}

/**
 * Folds the errors of many rows (docs/contract/conventions.md, "Bulk writes") into those of one form.
 *
 * @param answer body of the 400: an array in the order of the rows, or one object for all
 */
export function foldBulkErrors(answer: unknown, rows: readonly Row[]): BulkErrors {
  const entries: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  const messages = new Map<string, Set<string>>();
  const names: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const fields = isRecord(entry) ? Object.entries(entry) : [["non_field_errors", entry] as const];
    let refused = false;
    for (const [field, value] of fields) {
      for (const message of field === "code" ? [] : flattenMessages(value)) {
        refused = true;
        messages.set(field, (messages.get(field) ?? new Set()).add(message));
      }
    }
    const row = rows[index];
    if (refused && Array.isArray(answer) && row !== undefined) names.push(rowName(row));
  }
  return { body: Object.fromEntries([...messages].map(([field, set]) => [field, [...set]])), names };
}
