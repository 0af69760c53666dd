import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { assetsTable } from "../../assets/index.ts";

/** An account that was found on an asset. */
export interface FoundAccount {
  readonly username: string;
  /** When it last signed in, in ISO 8601; null when the target does not say. */
  readonly date: string | null;
  /** From where it last signed in; empty when the target does not say. */
  readonly address: string;
}

/**
 * Saves which accounts an asset has now; those that are not there any more stay, as not present. Nothing is saved of an
 * asset that was deleted meanwhile.
 */
export async function saveGatheredAccounts(
  db: Kysely<Database>,
  asset: { readonly id: string; readonly org_id: string },
  found: readonly FoundAccount[],
): Promise<void> {
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
      where exists (select from ${assetsTable} a where a.id = ${asset.id}::uuid)
      on conflict (asset_id, username) do update set present = true, date_updated = now(),
        date_last_login = coalesce(excluded.date_last_login, gathered_accounts.date_last_login),
        address_last_login = case when excluded.date_last_login is null then gathered_accounts.address_last_login
          else excluded.address_last_login end
    `.execute(transaction);
  });
}
