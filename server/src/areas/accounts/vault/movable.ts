import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { SecretStores } from "../../../engine/secrets/index.ts";
import { formatPointer, pointerPrefix, type VaultClient } from "../../../engine/secrets/index.ts";

/** What owns secrets and is moved as one: an account with its former secrets, or a template. */
export type Owner = "accounts" | "account_templates";

/** Where secrets go. */
export type Direction = "to_vault" | "to_database";

/** What moving works with; `db` is the transaction of one owner. */
export interface Move {
  readonly services: SecretStores;
  readonly db: Kysely<Database>;
  readonly client: VaultClient;
}

/** The vault gave back something else than was written into it. */
export class UnfaithfulVaultError extends Error {
  override readonly name = "UnfaithfulVaultError";
}

/** Whether a column (an SQL expression) holds what has still to go that way. */
const hasToGo = (column: string, direction: Direction) =>
  direction === "to_vault"
    ? sql<boolean>`(${sql.ref(column)} is not null and not starts_with(${sql.ref(column)}, ${pointerPrefix}))`
    : sql<boolean>`starts_with(${sql.ref(column)}, ${pointerPrefix})`;

/** Whether an owner, `t`, has a secret that has still to go that way. */
const ownerHasToGo = (owner: Owner, direction: Direction) =>
  owner === "accounts"
    ? sql<boolean>`(${hasToGo("t.secret_sealed", direction)} or exists (
        select from account_histories h where h.account_id = t.id and ${hasToGo("h.secret_sealed", direction)}))`
    : hasToGo("t.secret_sealed", direction);

/** The next owners, by id, with a secret that has still to go that way. */
export async function ownersToMove(
  db: Kysely<Database>,
  {
    owner,
    direction,
    after,
    most,
  }: { readonly owner: Owner; readonly direction: Direction; readonly after: string; readonly most: number },
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select t.id, t.name from ${sql.table(owner)} t
    where t.id > ${after}::uuid and ${ownerHasToGo(owner, direction)} order by t.id limit ${most}
  `.execute(db);
  return rows;
}

/** How many owners have a secret that has still to go that way. */
export async function countToMove(db: Kysely<Database>, owner: Owner, direction: Direction): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(owner)} t where ${ownerHasToGo(owner, direction)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many secrets are in the vault and in the database, former ones included. */
export async function countSecrets(
  db: Kysely<Database>,
): Promise<{ readonly in_vault: number; readonly in_database: number }> {
  const { rows } = await sql<{ in_vault: number; in_database: number }>`
    select count(*) filter (where starts_with(kept, ${pointerPrefix}))::int as in_vault,
      count(*) filter (where not starts_with(kept, ${pointerPrefix}))::int as in_database
    from (
      select secret_sealed as kept from accounts
      union all select secret_sealed from account_templates
      union all select secret_sealed from account_histories
    ) secrets
  `.execute(db);
  return rows[0] ?? { in_vault: 0, in_database: 0 };
}

/** Writes a secret into the vault and looks that it is there. Answers the pointer. */
export async function writeAndVerify(
  client: VaultClient,
  ...[path, secret, note]: Parameters<VaultClient["write"]>
): Promise<string> {
  const location = await client.write(path, secret, note);
  if ((await client.read(location)) !== secret) throw new UnfaithfulVaultError();
  return formatPointer(location);
}

/** Has a path taken out of the vault once the transaction is there to stay. */
export async function queueRemoval(db: Kysely<Database>, path: string): Promise<void> {
  await sql`insert into vault_removals (path) values (${path}) on conflict do nothing`.execute(db);
}
