import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/context.ts";
import { ValidationError } from "../../engine/errors.ts";
import type { SealedColumn } from "../../engine/secrets/sealed-values.ts";
import type { Services } from "../../engine/services.ts";
import { readPrivateKey } from "./private-key.ts";
import { text } from "./texts.ts";

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

const historyContext = (accountId: string, version: number): string =>
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

/** The plain secret of an account, or null when none is kept. Whoever calls this answers for its use. */
export function openAccountSecret(
  services: Pick<Services, "secrets">,
  account: SealedAccount,
): string | null {
  return account.secret_sealed === null
    ? null
    : services.secrets.open(account.secret_sealed, accountSecretContext(account.id));
}

/** A secret an account had, or null where it had none. Whoever calls this answers for its use. */
export function openFormerSecret(
  services: Pick<Services, "secrets">,
  former: { readonly account_id: string; readonly version: number; readonly secret_sealed: string | null },
): string | null {
  return former.secret_sealed === null
    ? null
    : services.secrets.open(former.secret_sealed, historyContext(former.account_id, former.version));
}

/** A secret an account has from `version` on. */
interface NewVersion {
  readonly accountId: string;
  readonly secretType: string;
  /** Null when it was cleared. */
  readonly secret: string | null;
  readonly version: number;
}

/** Remembers the secrets accounts have from now on, as set by the caller. */
export async function rememberSecrets(
  { db, services, principal }: CallerContext,
  versions: readonly NewVersion[],
): Promise<void> {
  if (versions.length === 0) return;
  const rows = versions.map(({ accountId, secretType, secret, version }) => {
    const sealed = secret === null ? null : services.secrets.seal(secret, historyContext(accountId, version));
    return sql`(${accountId}::uuid, ${secretType}, ${sealed}, ${version}::integer, ${principal.id}::uuid)`;
  });
  await sql`
    insert into account_histories (account_id, secret_type, secret_sealed, version, history_user)
    values ${sql.join(rows)} on conflict (account_id, version) do nothing
  `.execute(db);
}
