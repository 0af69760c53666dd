import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Services } from "../../../engine/services.ts";
import { userCredentialsTable } from "../../users/index.ts";
import type { CredentialServices } from "../credential-services.ts";

/** How long a temporary token opens a sign-in, in seconds. */
export const temporarySeconds = 300;

/** What the sealed secret of a token is bound to. */
export const temporaryTokenContext = (id: string): string => `temporary_tokens.secret:${id}`;

const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** The columns of a new token of a user. */
export async function newTemporaryToken(
  { db, secrets }: CredentialServices,
  userId: string,
): Promise<Record<string, unknown>> {
  const [id, secret] = [randomUUID(), randomUUID()];
  const owner = await db
    .selectFrom(userCredentialsTable.as("users"))
    .select("date_password_last_updated")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    id,
    user_id: userId,
    hash: hashOf(secret),
    secret_sealed: secrets.seal(secret, temporaryTokenContext(id)),
    date_password: owner.date_password_last_updated,
    date_expired: new Date(Date.now() + temporarySeconds * 1000),
  };
}

/**
 * Whether what was typed in place of a password is a temporary token of this user; it is used up by asking. Only for
 * signing in: who is in already must not confirm with it, nor change a password. Contract: docs/contract/identity.md, "Temporary passwords".
 */
export async function checkTemporaryToken(
  { db }: Pick<Services, "db">,
  user: { readonly id: string },
  secret: string,
): Promise<boolean> {
  const { rows } = await sql`
    update temporary_tokens t set date_verified = now(), date_updated = now()
    from ${userCredentialsTable} u
    where u.id = t.user_id and t.user_id = ${user.id}::uuid and t.hash = ${hashOf(secret)}
      and t.date_verified is null and t.date_expired > now()
      and t.date_password is not distinct from u.date_password_last_updated
    returning true
  `.execute(db);
  return rows.length === 1;
}

/** Removes tokens a week after they ended; until then their owner sees what became of them. */
export async function pruneTemporaryTokens({ db }: Pick<Services, "db">): Promise<void> {
  await sql`delete from temporary_tokens where date_expired < now() - interval '7 days'`.execute(db);
}
