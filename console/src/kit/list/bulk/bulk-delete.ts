import { api } from "../../api/client.ts";
import { cacheSelection } from "../../api/resources.ts";
import { failureText } from "../../feedback.ts";
import type { Row } from "../../metadata/types.ts";
import { type RowKey, rowKey } from "../rows.ts";

/** What became of one row: waiting, deleted, or why not. */
export type Outcome = { readonly done: boolean; readonly reason?: string };

/**
 * Deletes rows together, all or none (docs/contract/conventions.md, "Bulk delete").
 *
 * @throws ApiError when the server keeps them
 */
export async function deleteTogether(url: string, rows: readonly Row[]): Promise<void> {
  const spm = await cacheSelection(rows.map(rowKey));
  await api(url, { method: "DELETE", query: { spm } });
}

/**
 * Deletes rows one after the other and continues past failures.
 *
 * @param report is called after each row
 * @param signal ends it after the row at hand
 */
export async function deleteEach(
  url: string,
  rows: readonly Row[],
  report: (key: RowKey, outcome: Outcome) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const row of rows) {
    if (signal.aborted) return;
    const key = rowKey(row);
    try {
      await api(`${url}${encodeURIComponent(key)}/`, { method: "DELETE" });
      report(key, { done: true });
    } catch (error) {
      report(key, { done: false, reason: failureText(error) });
    }
  }
}
