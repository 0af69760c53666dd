import { randomBytes } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type OperateEntry, recordSystemOperations } from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { assetsTable } from "../assets/index.ts";
import { text } from "./texts.ts";

/** Which accounts there have to be. */
export interface WantedAccounts {
  /** A subquery of one column: the assets. */
  readonly assetIds: RawBuilder<unknown>;
  readonly usernames: readonly string[];
  readonly secretType: string;
  /** Who makes those that are missing. */
  readonly author: string;
}

/**
 * Makes the accounts that are missing on assets, without secrets, named after their user name and kind of secret.
 * Answers how many. Contract: docs/contract/account-automations.md, "Pushing".
 */
export async function createMissingAccounts(
  db: Kysely<Database>,
  { assetIds, usernames, secretType, author }: WantedAccounts,
): Promise<number> {
  // Where another account of the asset has the name.
  const suffix = `_${randomBytes(2).toString("hex")}`;
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; name: string; org_id: string }>`
      insert into accounts (org_id, asset_id, name, username, secret_type, created_by, updated_by)
      select t.org_id, t.id, case when exists (
          select from accounts c where c.asset_id = t.id and c.name = w.name
        ) then left(w.name, 120) || ${suffix} else w.name end,
        w.username, ${secretType}, ${author}, ${author}
      from (select a.id, a.org_id from ${assetsTable} a where a.id in ${assetIds}) t
      cross join (
        select u as username, left(u || '-' || ${secretType}::text, 128) as name
        from unnest(${[...usernames]}::text[]) as u
      ) w
      where not exists (
        select from accounts c
        where c.asset_id = t.id and c.username = w.username and c.secret_type = ${secretType}
      )
      order by t.id, w.username
      on conflict do nothing
      returning id, name, org_id
    `.execute(transaction);
    const entries = rows.map(
      ({ id, name, org_id: organizationId }): OperateEntry & { readonly organizationId: string } => ({
        action: "create",
        type: text.account,
        name,
        id,
        organizationId,
      }),
    );
    await recordSystemOperations(transaction, entries, { name: author, remoteAddress: "" });
    return rows.length;
  });
}
