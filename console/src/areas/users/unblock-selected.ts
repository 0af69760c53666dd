import { api } from "../../kit/api/client.ts";
import { failureText } from "../../kit/feedback.ts";
import { rowKey, rowName } from "../../kit/list/rows.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { USERS } from "./resources.ts";

/** What became of several users who were to be unblocked. */
export interface UnblockOutcome {
  readonly done: number;
  /** Names of those that were not, and why the first was not. */
  readonly failed: readonly string[];
  readonly reason: string;
}

/** Those of the rows who are locked out at present. */
export function blockedOf(rows: readonly Row[]): readonly Row[] {
  return rows.filter((row) => row.login_blocked === true);
}

/** Unblocks users one after the other and continues past those that fail. */
export async function unblockEach(rows: readonly Row[]): Promise<UnblockOutcome> {
  const failed: string[] = [];
  let reason = "";
  for (const row of rows) {
    try {
      await api(`${USERS.url}${rowKey(row)}/unblock/`, { method: "PATCH", body: {} });
    } catch (error) {
      reason ||= failureText(error);
      failed.push(rowName(row));
    }
  }
  return { done: rows.length - failed.length, failed, reason };
}
