import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { mapConcurrent } from "../../engine/map-concurrent.ts";
import {
  callsAtOnce,
  formatPointer,
  openStoredSecret,
  type SealedColumn,
  type SecretStores,
} from "../../engine/secrets/index.ts";
import { readPrivateKey } from "./private-key.ts";
import { text } from "./texts.ts";
import { type AccountInVault, accountInVault, accountPath, noteOf } from "./vault/paths.ts";

/** A secret in the form it is stored in, still open. */
export interface CheckedSecret {
  readonly secret: string;
  /** Of private keys; `""` otherwise. */
  readonly fingerprint: string;
}

/**
 * Checks a secret by its type: passwords keep to what automation can carry, private keys must open.
 * Contract: docs/contract/accounts.md, "Secrets".
 * @throws ValidationError on `secret`.
 */
export function checkSecret(secretType: string, secret: string, passphrase: string): CheckedSecret {
  if (secretType === "password") {
    if (secret.includes("{{") || secret.includes("{%")) throw new ValidationError({ secret: [text.braces] });
    if (secret.includes("'")) throw new ValidationError({ secret: [text.singleQuote] });
    if (secret.includes('"')) throw new ValidationError({ secret: [text.doubleQuote] });
  }
  if (secretType !== "ssh_key") return { secret, fingerprint: "" };
  const key = readPrivateKey(secret, passphrase);
  if (key === null) throw new ValidationError({ secret: [text.privateKeyInvalid] });
  return { secret: key.text, fingerprint: key.fingerprint };
}

/** Where an account's secret is bound to: a sealed value does not open in another row. */
export const accountSecretContext = (accountId: string): string => `accounts.secret:${accountId}`;

/** Where a version of an account's secret is bound to. */
export const historyContext = (accountId: string, version: number): string =>
  `account_histories.secret:${accountId}:${version}`;

/** Every secret that is or was an account's. */
export const accountSecretColumns: readonly SealedColumn[] = [
  {
    table: "accounts",
    column: "secret_sealed",
    key: ["id"],
    context: (id = "") => accountSecretContext(id),
  },
  {
    table: "account_histories",
    column: "secret_sealed",
    key: ["account_id", "version"],
    context: (accountId = "", version = "") => historyContext(accountId, Number(version)),
  },
];

/** An account row as far as its secret goes. */
export interface SealedAccount {
  readonly id: string;
  readonly secret_sealed: string | null;
}

/** How the path of an account's secrets ends in the vault. */
const vaultPathOf = (accountId: string): string => `/accounts/${accountId}`;

/**
 * The plain secret of an account, or null when none is kept. The caller is responsible for its use.
 * @throws VaultError where the vault holds it and does not give it
 */
export async function openAccountSecret(
  keepers: SecretStores,
  { id, secret_sealed: kept }: SealedAccount,
): Promise<string | null> {
  if (kept === null) return null;
  return openStoredSecret(keepers, { kept, context: accountSecretContext(id), path: vaultPathOf(id) });
}

/** A version of an account's secret. */
export interface SealedVersion {
  readonly account_id: string;
  readonly version: number;
  readonly secret_sealed: string | null;
}

/**
 * A secret an account had, or null where it had none. The caller is responsible for its use.
 * @throws VaultError where the vault holds it and does not give it
 */
export async function openFormerSecret(
  keepers: SecretStores,
  { account_id: id, version, secret_sealed: kept }: SealedVersion,
): Promise<string | null> {
  if (kept === null) return null;
  return openStoredSecret(keepers, { kept, context: historyContext(id, version), path: vaultPathOf(id) });
}

/** A secret an account has from `version` on. */
interface NewVersion {
  readonly accountId: string;
  readonly secretType: string;
  /** Null when it was cleared. */
  readonly secret: string | null;
  readonly version: number;
}

/** Who gives accounts secrets, in which transaction. */
export interface SecretWriter extends Pick<CallerContext, "db"> {
  readonly services: SecretStores;
  /** Null: the product by itself. */
  readonly principal: Pick<CallerContext["principal"], "id"> | null;
}

/**
 * Remembers the secrets accounts have from now on, as set by the caller. Where secrets belong in the vault they are
 * put there, and the accounts point to them: a transaction whose secrets the vault did not take fails.
 * @throws VaultError
 */
export async function rememberSecrets(context: SecretWriter, versions: readonly NewVersion[]): Promise<void> {
  if (versions.length === 0) return;
  const { db, services, principal } = context;
  const pointers = await putInVault(context, versions);
  const rows = versions.map(({ accountId, secretType, secret, version }) => {
    const sealed =
      secret === null
        ? null
        : (pointers.get(accountId) ?? services.secrets.seal(secret, historyContext(accountId, version)));
    return sql`(${accountId}::uuid, ${secretType}, ${sealed}, ${version}::integer, ${principal?.id ?? null}::uuid)`;
  });
  await sql`
    insert into account_histories (account_id, secret_type, secret_sealed, version, history_user)
    values ${sql.join(rows)} on conflict (account_id, version) do nothing
  `.execute(db);
}

/** Puts new secrets into the vault and points their accounts there. Answers the pointers by account. */
async function putInVault(
  { db, services }: SecretWriter,
  versions: readonly NewVersion[],
): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map(
    versions.flatMap(({ accountId, secret }) => (secret === null ? [] : [[accountId, secret]])),
  );
  if (secrets.size === 0 || !(await services.vault.isOn())) return new Map();
  const { rows } = await sql<AccountInVault>`
    select ${accountInVault} from accounts where id = any(${[...secrets.keys()]}::uuid[])
  `.execute(db);
  const client = await services.vault.client();
  const pointers = new Map(
    await mapConcurrent(rows, callsAtOnce, async (account) => {
      const location = await client.write(
        accountPath(account),
        secrets.get(account.id) ?? "",
        noteOf(account),
      );
      return [account.id, formatPointer(location)] as const;
    }),
  );
  await sql`
    update accounts a set secret_sealed = v.pointer
    from unnest(${[...pointers.keys()]}::uuid[], ${[...pointers.values()]}::text[]) as v (id, pointer)
    where a.id = v.id
  `.execute(db);
  return pointers;
}
