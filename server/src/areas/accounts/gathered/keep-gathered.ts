import { type Kysely, type RawBuilder, sql } from "kysely";
import type { OperateEntry } from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { text as accountText } from "../texts.ts";

/** An account that was made, as the operate log tells it. */
type NewAccountEntry = OperateEntry & { readonly organizationId: string };

/**
 * Keeps what was found as accounts of its assets, without secrets: where none has the user name, as user name or as
 * name. Answers what was made, for the operate log. Contract: docs/contract/accounts.md, "Discovered accounts".
 * @param chosen which of the discovered accounts `g`
 */
export async function keepGathered(
  db: Kysely<Database>,
  chosen: RawBuilder<boolean>,
  author: string,
): Promise<readonly NewAccountEntry[]> {
  const { rows } = await sql<{ id: string; name: string; org_id: string }>`
    insert into accounts (org_id, asset_id, name, username, secret_type, source, created_by, updated_by)
    select g.org_id, g.asset_id, g.username, g.username, 'password', 'collected', ${author}, ${author}
    from gathered_accounts g
    where ${chosen} and not exists (
      select from accounts a
      where a.asset_id = g.asset_id and (a.username = g.username or a.name = g.username)
    )
    order by g.asset_id, g.username
    on conflict do nothing
    returning id, name, org_id
  `.execute(db);
  return rows.map(({ id, name, org_id: organizationId }) => ({
    action: "create",
    type: accountText.account,
    name,
    id,
    organizationId,
  }));
}

/** Keeps what was found on these assets since `since` and is there still; see `keepGathered`. */
export const keepGatheredOn = (
  db: Kysely<Database>,
  assetIds: RawBuilder<unknown>,
  { since, author }: { readonly since: Date; readonly author: string },
): Promise<readonly NewAccountEntry[]> =>
  keepGathered(
    db,
    sql<boolean>`g.present and g.date_updated >= ${since} and g.asset_id in ${assetIds}`,
    author,
  );
