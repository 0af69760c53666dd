import { type Kysely, sql } from "kysely";
import { recordSystemOperations } from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
import {
  formatPointer,
  openStoredSecret,
  readPointer,
  type SecretStores,
} from "../../engine/secrets/index.ts";
import type { Services } from "../../engine/services.ts";
import {
  accountSecretContext,
  checkSecret,
  openAccountSecret,
  rememberSecrets,
  type SealedAccount,
} from "./secrets.ts";
import { text } from "./texts.ts";
import { queueRemoval } from "./vault/movable.ts";
import { type AccountInVault, accountInVault, accountPath, noteOf } from "./vault/paths.ts";

/** A secret that an account may get: kept before anything is done with it, where accounts keep theirs. */
export interface PendingSecret {
  readonly accountId: string;
  /** Of the change it belongs to. */
  readonly changeId: string;
}

/** What a pending secret is bound to where the database keeps it. */
export const pendingSecretContext = (changeId: string): string => `pending_secrets:${changeId}`;

const pendingPath = (changeId: string): string => `/changes/${changeId}`;

/**
 * Keeps a secret that an account is about to get. Answers what to keep of it.
 * @throws VaultError
 */
export async function keepPendingSecret(
  services: Pick<Services, "db"> & SecretStores,
  { accountId, changeId }: PendingSecret,
  secret: string,
): Promise<string> {
  if (!(await services.vault.isOn())) return services.secrets.seal(secret, pendingSecretContext(changeId));
  const { rows } = await sql<AccountInVault>`
    select ${accountInVault} from accounts where id = ${accountId}::uuid
  `.execute(services.db);
  const [account] = rows;
  if (account === undefined) throw new Error(`there is no account ${accountId}`);
  const client = await services.vault.client();
  const path = `${accountPath(account)}${pendingPath(changeId)}`;
  return formatPointer(await client.write(path, secret, noteOf(account)));
}

/**
 * A secret that an account is about to get.
 * @throws VaultError
 */
export const openPendingSecret = (stores: SecretStores, changeId: string, kept: string): Promise<string> =>
  openStoredSecret(stores, { kept, context: pendingSecretContext(changeId), path: pendingPath(changeId) });

/** Takes a pending secret out of the vault once the transaction is there to stay: the account has it, or nobody. */
export async function dropPendingSecret(db: Kysely<Database>, changeId: string, kept: string): Promise<void> {
  const path = readPointer(kept)?.path;
  if (path?.endsWith(pendingPath(changeId))) await queueRemoval(db, path);
}

/** A secret that is to be the one of an account. */
export interface NextSecret {
  readonly accountId: string;
  readonly secret: string;
  /** Who asked for it; null: the product by itself. */
  readonly userId: string | null;
  /** Whether a sign-in on the asset has shown that it works; else somebody says so, and nothing is known of it. */
  readonly isProved: boolean;
}

/**
 * Makes a secret the one an account has, in the transaction `db`: its version is one more, the former one stays in its
 * history, and where the secret was proved it was reached. One that it has already leaves its version. Answers what the account keeps of it
 * now; null: there is no such account any more.
 *
 * @throws VaultError: the transaction has to fail
 */
export async function makeSecretCurrent(
  services: SecretStores,
  db: Kysely<Database>,
  { accountId, secret, userId, isProved }: NextSecret,
): Promise<string | null> {
  const { rows } = await sql<
    SealedAccount & { version: number; secret_type: string; name: string; org_id: string }
  >`
    select id, secret_sealed, version, secret_type, name, org_id from accounts where id = ${accountId}::uuid for update
  `.execute(db);
  const [account] = rows;
  if (account === undefined) return null;
  const reached = isProved ? sql`connectivity = 'ok', date_verified = now()` : sql`connectivity = '-'`;
  await sql`update accounts set ${reached} where id = ${accountId}::uuid`.execute(db);
  if ((await openAccountSecret(services, account)) === secret) return account.secret_sealed;
  const { fingerprint } = checkSecret(account.secret_type, secret, "");
  const version = account.version + 1;
  await sql`
    update accounts set secret_sealed = ${services.secrets.seal(secret, accountSecretContext(accountId))},
      key_fingerprint = ${fingerprint}, version = ${version}, source_id = null, date_updated = now()
    where id = ${accountId}::uuid
  `.execute(db);
  await rememberSecrets({ db, services, principal: userId === null ? null : { id: userId } }, [
    { accountId, secretType: account.secret_type, secret, version },
  ]);
  await recordSystemOperations(db, [
    {
      action: "update",
      type: text.account,
      name: account.name,
      id: accountId,
      organizationId: account.org_id,
      changes: [{ field: "secret", label: text.secret, before: "******", after: "******" }],
    },
  ]);
  const { rows: after } = await sql<{ secret_sealed: string }>`
    select secret_sealed from accounts where id = ${accountId}::uuid
  `.execute(db);
  return after[0]?.secret_sealed ?? null;
}
