import { createHash, randomInt } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { userCredentialsTable } from "../../users/index.ts";

/** Characters of a token, and what they are taken from. */
const length = 50;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Where a token is used. */
export const resetPasswordPath = "/core/auth/password/reset/";

/** Address of the page that sets a password with the token, without host. */
export const resetPasswordAddress = (token: string): string => `${resetPasswordPath}?token=${token}`;

/**
 * A token with which its holder sets the user's password, once, within an hour, while mail address and password
 * stay what they are now. Only its hash is stored. Tokens from before stay good until one of them is used.
 * Contract: docs/contract/identity.md, "Setting a password by link".
 */
export async function issueResetToken(
  { db }: { readonly db: Kysely<Database> },
  userId: string,
): Promise<string> {
  const token = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
  await sql`
    insert into password_reset_tokens (hash, user_id, email, date_password, date_expired)
    select ${hashOf(token)}, id, email, date_password_last_updated, now() + interval '1 hour'
    from ${userCredentialsTable} where id = ${userId}
  `.execute(db);
  return token;
}

/** Who may be given a password by a token. */
export interface ResetOwner {
  readonly id: string;
  readonly name: string;
  readonly username: string;
}

/**
 * The owner of a token that can still be used; null otherwise, also when the person may not sign in, or has the
 * password elsewhere. With `lock` nobody else gets past this point with one of their tokens meanwhile.
 */
export async function ownerOfResetToken(
  { db }: { readonly db: Kysely<Database> },
  token: string,
  lock: "lock" | "look",
): Promise<ResetOwner | null> {
  if (token.length !== length) return null;
  const { rows } = await sql<ResetOwner>`
    select u.id, u.name, u.username
    from password_reset_tokens t join ${userCredentialsTable} u on u.id = t.user_id
    where t.hash = ${hashOf(token)} and t.date_expired > now() and t.email = u.email
      and t.date_password is not distinct from u.date_password_last_updated
      and u.source = 'local' and u.is_active and not u.is_service_account
      and (u.date_expired is null or u.date_expired > now())
    ${lock === "lock" ? sql`for update` : sql``}
  `.execute(db);
  return rows[0] ?? null;
}

/** Ends every token of a user. */
export async function endResetTokens(
  { db }: { readonly db: Kysely<Database> },
  userId: string,
): Promise<void> {
  await db.deleteFrom("password_reset_tokens").where("user_id", "=", userId).execute();
}

/** Removes tokens that have run out. */
export async function pruneResetTokens({ db }: { readonly db: Kysely<Database> }): Promise<void> {
  await sql`delete from password_reset_tokens where date_expired < now()`.execute(db);
}
