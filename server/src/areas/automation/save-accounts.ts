import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import { isObject, type JsonObject } from "../../engine/json.ts";
import { plainLine } from "../../engine/tasks/index.ts";
import type { Step } from "./run-on-assets.ts";

/** Most accounts kept of one asset, and the longest texts. */
const [most, longestUsername, longestAddress] = [2_000, 128, 39];

interface Found {
  readonly username: string;
  readonly date: string | null;
  readonly address: string;
}

/** What a target said of its accounts, as far as it is kept: plain, of bounded length and number, each once. */
export function readAccounts({ accounts }: JsonObject): readonly Found[] {
  const found = new Map<string, Found>();
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
  const usernames = found.map(({ username }) => username);
  await db.transaction().execute(async (transaction) => {
    await sql`
      update gathered_accounts set present = false, date_updated = now()
      where asset_id = ${asset.id}::uuid and present and not (username = any(${usernames}::text[]))
    `.execute(transaction);
    await sql`
      insert into gathered_accounts (org_id, asset_id, username, date_last_login, address_last_login)
      select ${asset.org_id}::uuid, ${asset.id}::uuid, v.username, v.date, v.address
      from unnest(
        ${usernames}::text[], ${found.map(({ date }) => date)}::timestamptz[],
        ${found.map(({ address }) => address)}::text[]
      ) as v (username, date, address)
      where exists (select from assets a where a.id = ${asset.id}::uuid)
      on conflict (asset_id, username) do update set present = true, date_updated = now(),
        date_last_login = coalesce(excluded.date_last_login, gathered_accounts.date_last_login),
        address_last_login = case when excluded.date_last_login is null then gathered_accounts.address_last_login
          else excluded.address_last_login end
    `.execute(transaction);
  });
}
