import { randomUUID } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { pointerPrefix, type SealedColumn, type SecretStores } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { SshKeyStrategy } from "../../../transport/runner-control/index.ts";
import {
  accountsTable,
  dropPendingSecret,
  keepPendingSecret,
  makeSecretCurrent,
  pendingSecretContext,
} from "../../accounts/index.ts";
import { sessionsTable } from "../../sessions/index.ts";
import type { RotationKind } from "./request.ts";

/** A change as it is worked on. The secret is sealed. */
export interface SecretChange {
  readonly id: string;
  readonly org_id: string;
  readonly kind: RotationKind;
  readonly asset_id: string | null;
  readonly account_id: string | null;
  readonly account_version: number;
  readonly operating_id: string | null;
  readonly user_id: string | null;
  readonly key_strategy: SshKeyStrategy;
  readonly params: JsonObject;
  readonly secret_sealed: string;
  readonly attempts: number;
  /** The state it was taken up in. */
  readonly was: "postponed" | "pending";
  readonly lease: string;
}

/** What a change begins with. Holds secrets. */
export interface NewChange {
  readonly kind: RotationKind;
  readonly executionId: string;
  readonly organizationId: string;
  readonly assetId: string;
  readonly account: { readonly id: string; readonly secret_sealed: string | null };
  readonly operatingId: string | null;
  readonly userId: string | null;
  readonly keyStrategy: SshKeyStrategy;
  readonly params: JsonObject;
  /** The secret the account has; null: none. */
  readonly former: string | null;
  readonly secret: string;
  readonly state: "postponed" | "pending";
}

/** Seconds a worker may take for a change before it counts as dead: more than a job, and a runner's start, take. */
export const leaseSeconds = 300;

/** What a former secret is bound to. */
export const formerContext = (id: string): string => `secret_changes.former_sealed:${id}`;

/** Secrets of changes. */
export const changeSecretColumns: readonly SealedColumn[] = [
  { table: "secret_changes", column: "former_sealed", key: ["id"], context: (id = "") => formerContext(id) },
  {
    table: "secret_changes",
    column: "secret_sealed",
    key: ["id"],
    context: (id = "") => pendingSecretContext(id),
  },
];

/** Hours a change is put off for people who are connected. */
const longestPostponed = 24;

const columns = sql`
  c.id, c.org_id, c.kind, c.asset_id, c.account_id, c.account_version, c.operating_id, c.user_id, c.key_strategy,
  c.params, c.secret_sealed, c.attempts, c.lease
`;

/**
 * Keeps both secrets of a change, before anything is done. Null: another change of the account is open.
 * @throws VaultError
 */
export async function beginChange(
  services: Pick<Services, "db"> & SecretStores,
  change: NewChange,
): Promise<SecretChange | null> {
  const { account, former, secret } = change;
  const [id, lease] = [randomUUID(), randomUUID()];
  const kept = await keepPendingSecret(services, { accountId: account.id, changeId: id }, secret);
  const sealedFormer =
    former === null || account.secret_sealed?.startsWith(pointerPrefix) === true
      ? account.secret_sealed
      : services.secrets.seal(former, formerContext(id));
  const isPending = change.state === "pending";
  return await services.db.transaction().execute(async (db) => {
    const { rows } = await sql<SecretChange>`
      insert into secret_changes as c (
        id, org_id, kind, execution_id, asset_id, account_id, account_version, operating_id, user_id, key_strategy,
        params, former_sealed, secret_sealed, state, lease, leased_until, date_started
      )
      select ${id}::uuid, ${change.organizationId}::uuid, ${change.kind}, ${change.executionId}::uuid,
        ${change.assetId}::uuid, a.id, a.version, ${change.operatingId}::uuid, ${change.userId}::uuid,
        ${change.keyStrategy}, ${JSON.stringify(change.params)}::jsonb, ${sealedFormer}, ${kept}, ${change.state},
        ${isPending ? lease : null}::uuid, now() + ${isPending ? leaseSeconds : 0} * interval '1 second',
        ${isPending ? sql`now()` : null}
      from ${accountsTable} a where a.id = ${account.id}::uuid
      on conflict (account_id) where state in ('postponed', 'pending') do nothing
      returning ${columns}, c.state as was
    `.execute(db);
    const [row] = rows;
    if (row === undefined) await dropPendingSecret(db, id, kept);
    return row ?? null;
  });
}

/** How a change ends with its new secret. Holds it. */
interface Conclusion {
  readonly secret: string;
  /** What people should know beside. */
  readonly note: string;
  /** Whether a sign-in has shown that the secret works; else somebody says so. */
  readonly isProved?: boolean;
  /** Runs in the transaction. */
  beforeCommit?(): Promise<void>;
}

/** A change a worker holds. */
export type HeldChange = Pick<SecretChange, "id" | "lease" | "account_id" | "secret_sealed" | "user_id">;

/**
 * Makes the secret of a change the one of its account, and closes it. False: somebody else works on it by now.
 * @throws VaultError
 */
export async function concludeChange(
  services: Pick<Services, "db"> & SecretStores,
  change: HeldChange,
  { secret, note, isProved = true, beforeCommit }: Conclusion,
): Promise<boolean> {
  return await services.db.transaction().execute(async (db) => {
    if (!(await isHeld(db, change))) return false;
    const kept =
      change.account_id === null
        ? null
        : await makeSecretCurrent(services, db, {
            accountId: change.account_id,
            secret,
            userId: change.user_id,
            isProved,
          });
    // What is in the vault is there once, as a version of the account's.
    const isMoved =
      kept?.startsWith(pointerPrefix) === true && change.secret_sealed.startsWith(pointerPrefix);
    if (isMoved) await dropPendingSecret(db, change.id, change.secret_sealed);
    await sql`
      update secret_changes set state = 'success', error = ${note}, date_finished = now(), lease = null,
        secret_sealed = ${isMoved ? kept : change.secret_sealed}
      where id = ${change.id}::uuid
    `.execute(db);
    await beforeCommit?.();
    return true;
  });
}

async function isHeld(db: Kysely<Database>, { id, lease }: HeldChange): Promise<boolean> {
  const { rows } = await sql`
    select from secret_changes where id = ${id}::uuid and lease = ${lease}::uuid and state = 'pending' for update
  `.execute(db);
  return rows.length > 0;
}

/** Closes a change whose new secret does not hold. It is kept: nothing that was ever sent is forgotten. */
export async function failChange(
  db: Kysely<Database>,
  { id, lease }: Pick<SecretChange, "id" | "lease">,
  error: string,
): Promise<void> {
  await sql`
    update secret_changes set state = 'failed', error = ${error}, date_finished = now(), lease = null
    where id = ${id}::uuid and lease = ${lease}::uuid and state = 'pending'
  `.execute(db);
}

/** Leaves a change open for a later look, each time after twice the time, at most an hour. */
export async function releaseChange(
  db: Kysely<Database>,
  { id, lease }: Pick<SecretChange, "id" | "lease">,
  error: string,
): Promise<void> {
  await sql`
    update secret_changes set error = ${error}, attempts = attempts + 1, lease = null,
      leased_until = now() + least(60, power(2, least(attempts, 6))) * interval '1 minute'
    where id = ${id}::uuid and lease = ${lease}::uuid and state = 'pending'
  `.execute(db);
}

/** Which changes are taken up. */
export interface ChangeChoice {
  /** Those of an execution, whether their time has come or not, but for those somebody works on. */
  readonly executionId?: string;
  /** This one, likewise. */
  readonly changeId?: string;
  readonly most: number;
}

/**
 * Takes up changes that nobody works on: what a dead worker left, what could not be told before, and what was postponed
 * and is not in use any more.
 */
export async function claimChanges(
  db: Kysely<Database>,
  { executionId, changeId, most }: ChangeChoice,
): Promise<readonly SecretChange[]> {
  const isFree = sql<boolean>`(lease is null or leased_until <= now())`;
  const due =
    changeId !== undefined
      ? sql<boolean>`id = ${changeId}::uuid and ${isFree}`
      : executionId === undefined
        ? sql<boolean>`leased_until <= now()`
        : sql<boolean>`execution_id = ${executionId}::uuid and lease is null and state = 'pending'`;
  const { rows } = await sql<SecretChange>`
    update secret_changes c set lease = gen_random_uuid(), state = 'pending',
      leased_until = now() + ${leaseSeconds} * interval '1 second', date_started = coalesce(c.date_started, now())
    from (
      select id, state from secret_changes o
      where state in ('postponed', 'pending') and ${due}
        and (state = 'pending' or not ${inUse(sql`o.account_id`)})
      order by leased_until, id limit ${most} for update skip locked
    ) o
    where c.id = o.id
    returning ${columns}, o.state as was
  `.execute(db);
  return rows;
}

/** Whether somebody is connected with an account. */
const inUse = (accountId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from ${sessionsTable} s where s.account_id = (${accountId})::text and not s.is_finished
)`;

/** Whether somebody is connected with an account now. */
export async function isInUse(db: Kysely<Database>, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select ${inUse(sql`${accountId}::uuid`)} as used`.execute(db);
  return rows[0]?.used === true;
}

/** The version of an account's secret; null: there is no such account. */
export async function accountVersion(db: Kysely<Database>, accountId: string): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select version from ${accountsTable} where id = ${accountId}::uuid
  `.execute(db);
  return rows[0]?.version ?? null;
}

/** Closes changes that were postponed for so long that the reason for them is over. */
export async function expirePostponed(db: Kysely<Database>, error: string): Promise<void> {
  await sql`
    update secret_changes set state = 'failed', error = ${error}, date_finished = now()
    where state = 'postponed' and date_created < now() - ${longestPostponed} * interval '1 hour'
  `.execute(db);
}

/** How many changes of an execution are in each state. */
export async function countChanges(
  db: Kysely<Database>,
  executionId: string,
): Promise<Readonly<Record<"postponed" | "pending" | "success" | "failed", number>>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from secret_changes where execution_id = ${executionId}::uuid group by state
  `.execute(db);
  const counts = { postponed: 0, pending: 0, success: 0, failed: 0 };
  return { ...counts, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}

/** Accounts that a change of this execution is about: one that is begun again leaves them alone. */
export async function accountsDone(db: Kysely<Database>, executionId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ account_id: string | null }>`
    select account_id from secret_changes where execution_id = ${executionId}::uuid
  `.execute(db);
  return new Set(rows.flatMap(({ account_id: id }) => id ?? []));
}
