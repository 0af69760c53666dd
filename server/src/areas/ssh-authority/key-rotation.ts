import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { Translations } from "../../engine/i18n/index.ts";
import {
  type AuthorityKeeper,
  type AuthorityPublicKey,
  type AuthorityPurpose,
  makeKey,
  publicOf,
} from "./authority-key.ts";

/** A key of the authority that others may hear of. */
export interface KnownKey extends AuthorityPublicKey {
  readonly purpose: AuthorityPurpose;
  /** Null: it signs now. */
  readonly dateReplaced: Date | null;
  /** Null: something that it has signed may still be accepted. */
  readonly dateRetired: Date | null;
}

/** Every key of the authority, the newest first. */
export async function knownKeys(db: Kysely<Database>): Promise<readonly KnownKey[]> {
  const rows = await db
    .selectFrom("ssh_authority_keys")
    .select(["fingerprint", "public_key", "date_created", "purpose", "date_replaced", "date_retired"])
    .orderBy("date_created", "desc")
    .orderBy("fingerprint")
    .execute();
  return rows.map((row) => ({
    ...publicOf(row),
    purpose: row.purpose,
    dateReplaced: row.date_replaced,
    dateRetired: row.date_retired,
  }));
}

/**
 * Makes a new key sign in the place of the one that does, within the transaction of `keeper`. Until it commits nobody else
 * notes a proof with the former key. A former key for people never signs again, so that its private half goes at once.
 *
 * @returns the fingerprint of the former key; null: there is none, or the one before it is not retired yet
 */
export async function replaceKey(keeper: AuthorityKeeper, purpose: AuthorityPurpose): Promise<string | null> {
  const { rows } = await sql<{ fingerprint: string }>`
    update ssh_authority_keys set date_replaced = now(),
      private_sealed = case when purpose = 'people' then null else private_sealed end
    where purpose = ${purpose} and date_replaced is null and date_retired is null and not exists (
      select from ssh_authority_keys f
      where f.purpose = ${purpose} and f.purpose = 'accounts' and f.date_replaced is not null and f.date_retired is null
    )
    returning fingerprint
  `.execute(keeper.db);
  const [former] = rows;
  if (former === undefined) return null;
  await makeKey(keeper, purpose);
  return former.fingerprint;
}

/** Has accounts sign in by a former key until they are proved with the one that signs now. */
export async function keepFormerKey(
  db: Kysely<Database>,
  fingerprint: string,
  accountIds: readonly string[],
): Promise<void> {
  await sql`
    insert into ssh_authority_accounts (account_id, fingerprint)
    select id, ${fingerprint} from unnest(${[...accountIds]}::uuid[]) as given (id)
  `.execute(db);
}

/**
 * Holds a key that an account has proved to trust as it is, until the transaction `db` ends. Answers whether another one
 * signs in the meantime; null: it signs no more.
 */
export async function holdKey(
  db: Kysely<Database>,
  fingerprint: string,
): Promise<"current" | "replaced" | null> {
  const { rows } = await sql<{ state: "current" | "replaced" }>`
    select case when date_replaced is null then 'current' else 'replaced' end as state from ssh_authority_keys
    where fingerprint = ${fingerprint} and date_retired is null for share
  `.execute(db);
  return rows[0]?.state ?? null;
}

/** Forgets which former keys an account trusts: it signs in by its secret, or was set up anew. */
export async function forgetFormerKeys(db: Kysely<Database>, accountId: string): Promise<void> {
  await db.deleteFrom("ssh_authority_accounts").where("account_id", "=", accountId).execute();
}

/** An account that trusts a former key. */
export interface FormerTrust {
  readonly accountId: string;
  /** Of the former key. */
  readonly fingerprint: string;
}

/** What is known of accounts that trust former keys, for the condition of others. */
export type FormerTrustState = "waiting" | "proved";

/** Accounts that trust a former key, in turn: those after `after` in the order of their ids. */
export async function formerTrusts(
  db: Kysely<Database>,
  state: FormerTrustState,
  { after, limit }: { readonly after: FormerTrust | null; readonly limit: number },
): Promise<readonly (FormerTrust & { readonly blob: string })[]> {
  const { rows } = await sql<FormerTrust & { blob: string }>`
    select a.account_id as "accountId", a.fingerprint, k.public_key as blob
    from ssh_authority_accounts a join ssh_authority_keys k using (fingerprint)
    where a.state = ${state} and (
      ${after === null}
      or (a.account_id, a.fingerprint) > (${after?.accountId ?? null}::uuid, ${after?.fingerprint ?? ""}::text)
    )
    order by a.account_id, a.fingerprint limit ${limit}
  `.execute(db);
  return rows;
}

/** Has an account that was proved with the key that signs now sign in by that. */
export async function leaveFormerKey(db: Kysely<Database>, { accountId, fingerprint }: FormerTrust) {
  await sql`
    update ssh_authority_accounts set state = 'proved', problem = null, date_tried = now()
    where account_id = ${accountId}::uuid and fingerprint = ${fingerprint}
  `.execute(db);
}

/** Notes why an account still trusts a former key, for readers of any language. */
export async function noteProblem(
  db: Kysely<Database>,
  { accountId, fingerprint }: FormerTrust,
  problem: Translations,
): Promise<void> {
  await sql`
    update ssh_authority_accounts set problem = ${JSON.stringify(problem)}::jsonb, date_tried = now()
    where account_id = ${accountId}::uuid and fingerprint = ${fingerprint}
  `.execute(db);
}

/** Notes that nothing of a former key is on the host of an account. */
export async function endFormerTrust(
  db: Kysely<Database>,
  { accountId, fingerprint }: FormerTrust,
): Promise<void> {
  await db
    .deleteFrom("ssh_authority_accounts")
    .where("account_id", "=", accountId)
    .where("fingerprint", "=", fingerprint)
    .where("state", "=", "proved")
    .execute();
}

/** How many accounts trust each former key: by its fingerprint. */
export async function countFormerTrusts(
  db: Kysely<Database>,
): Promise<ReadonlyMap<string, Readonly<Record<FormerTrustState, number>>>> {
  const { rows } = await sql<{ fingerprint: string; waiting: number; proved: number }>`
    select fingerprint, count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'proved')::int as proved
    from ssh_authority_accounts group by fingerprint
  `.execute(db);
  return new Map(rows.map(({ fingerprint, waiting, proved }) => [fingerprint, { waiting, proved }]));
}

/**
 * Ends a key that was replaced: its private half is gone, and accounts that still waited sign in by the key that signs now,
 * whether their hosts trust it or not. Answers how many those are; null: it is no key that could be retired.
 */
export async function retireKey(db: Kysely<Database>, fingerprint: string): Promise<number | null> {
  const { rows } = await sql`
    update ssh_authority_keys set date_retired = now(), private_sealed = null
    where fingerprint = ${fingerprint} and date_replaced is not null and date_retired is null
    returning fingerprint
  `.execute(db);
  if (rows.length === 0) return null;
  const { numDeletedRows } = await db
    .deleteFrom("ssh_authority_accounts")
    .where("fingerprint", "=", fingerprint)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return Number(numDeletedRows);
}
