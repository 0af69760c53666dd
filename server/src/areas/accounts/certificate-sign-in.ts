import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import {
  type OperateEntry,
  recordOperation,
  recordPersonOperation,
  recordSystemOperations,
} from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
import type { SecretStores } from "../../engine/secrets/index.ts";
import { forgetFormerKeys, holdKey, keepFormerKey } from "../ssh-authority/index.ts";
import { usersTable } from "../users/index.ts";
import { rememberSecrets } from "./secrets.ts";
import { text } from "./texts.ts";

/** An account that has proved that it can sign in by certificate. */
export interface CertifiedAccount {
  readonly accountId: string;
  /** Fingerprint of the key of the authority with which that was proved. */
  readonly authority: string;
  /** Whether the product forgets its secret; its history keeps it. */
  readonly removesSecret: boolean;
  /** Who asked for it; null: the product by itself. */
  readonly userId: string | null;
  /** From where that was asked for; "" where it is not known. */
  readonly remoteAddress: string;
}

/** A row that changes from one way of signing in to the other. */
interface ChangedRow {
  readonly id: string;
  readonly name: string;
  readonly org_id: string;
  readonly secret_type: string;
  readonly version: number;
  readonly had_secret: boolean;
}

/** How the operate log tells the change. */
const entryOf = (
  { id, name, org_id: organizationId }: ChangedRow,
  isCertified: boolean,
): OperateEntry & {
  readonly organizationId: string;
} => ({
  action: "update",
  type: text.account,
  name,
  id,
  organizationId,
  changes: [
    {
      field: "by_certificate",
      label: text.byCertificate,
      before: isCertified ? "No" : "Yes",
      after: isCertified ? "Yes" : "No",
    },
  ],
});

/**
 * Has an account sign in to SSH targets by certificate from now on, in the transaction `db`. Answers false when it is
 * gone, or does already, or when the authority has given up the key of the proof.
 */
export async function signInByCertificate(
  services: SecretStores,
  db: Kysely<Database>,
  { accountId, authority, removesSecret, userId, remoteAddress }: CertifiedAccount,
): Promise<boolean> {
  const key = await holdKey(db, authority);
  if (key === null) return false;
  const { rows } = await sql<ChangedRow>`
    with former as (select id, secret_sealed from accounts where id = ${accountId}::uuid for update)
    update accounts a set by_certificate = true, connectivity = 'ok', date_verified = now(), date_updated = now(),
      secret_sealed = case when ${removesSecret} then null else a.secret_sealed end,
      key_fingerprint = case when ${removesSecret} then '' else a.key_fingerprint end,
      version = a.version + (case when ${removesSecret} and a.secret_sealed is not null then 1 else 0 end)
    from former where a.id = former.id and not a.by_certificate
    returning a.id, a.name, a.org_id, a.secret_type, a.version, former.secret_sealed is not null as had_secret
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return false;
  await forgetFormerKeys(db, accountId);
  if (key === "replaced") await keepFormerKey(db, authority, [accountId]);
  if (removesSecret && row.had_secret) {
    await rememberSecrets({ db, services, principal: userId === null ? null : { id: userId } }, [
      { accountId, secretType: row.secret_type, secret: null, version: row.version },
    ]);
  }
  const { rows: people } = await sql<{ id: string; name: string; username: string }>`
    select id, name, username from ${usersTable} u where id = ${userId}::uuid
  `.execute(db);
  const [person] = people;
  if (person === undefined) await recordSystemOperations(db, [entryOf(row, true)], remoteAddress);
  else await recordPersonOperation(db, { principal: person, remoteAddress }, entryOf(row, true));
  return true;
}

/** Has an account sign in by its secret again. Answers false when it does already. */
export async function signInBySecret(context: CallerContext, accountId: string): Promise<boolean> {
  const { rows } = await sql<ChangedRow>`
    update accounts set by_certificate = false, date_updated = now(), updated_by = ${context.principal.name.slice(0, 30)}
    where id = ${accountId}::uuid and by_certificate
    returning id, name, org_id, secret_type, version, secret_sealed is not null as had_secret
  `.execute(context.db);
  const [row] = rows;
  if (row === undefined) return false;
  await forgetFormerKeys(context.db, accountId);
  await recordOperation(context, entryOf(row, false));
  return true;
}
