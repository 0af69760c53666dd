import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { isObject, type JsonObject } from "../../engine/json.ts";
import { plainLine } from "../../engine/tasks/index.ts";
import { type FoundAccount, saveGatheredAccounts } from "../accounts/index.ts";
import type { Step } from "./run-on-assets.ts";

/** Most accounts kept of one asset, and the longest texts. */
const [most, longestUsername, longestAddress] = [2_000, 128, 39];

/** What a target said of its accounts, as far as it is kept: plain, of bounded length and number, each once. */
export function readAccounts({ accounts }: JsonObject): readonly FoundAccount[] {
  const found = new Map<string, FoundAccount>();
  for (const account of Array.isArray(accounts) ? accounts.slice(0, most) : []) {
    if (!isObject(account)) continue;
    const { username, date, address } = account;
    if (typeof username !== "string" || plainLine(username, longestUsername) !== username) continue;
    if (username === "") continue;
    const instant = typeof date === "string" ? new Date(date) : null;
    const isInstant = instant !== null && !Number.isNaN(instant.getTime());
    found.set(username, {
      username,
      date: isInstant ? instant.toISOString() : null,
      address: typeof address === "string" ? plainLine(address, longestAddress) : "",
    });
  }
  return [...found.values()];
}

/** Keeps which accounts an asset has now; those that are not there any more stay, as not present. */
export async function saveAccounts(db: Kysely<Database>, { asset }: Step, result: JsonObject): Promise<void> {
  const found = readAccounts(result);
  if (found.length === 0) return;
  await saveGatheredAccounts(db, asset, found);
}
