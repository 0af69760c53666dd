import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { accessVersionTable } from "../../../engine/access/index.ts";
import type { Services } from "../../../engine/services.ts";
import { userCredentialsTable } from "../../users/index.ts";
import type { CredentialProof } from "../credential-proof.ts";
import type { CredentialServices } from "../credential-services.ts";

/** A bearer token as its owner gets it. */
export interface BearerToken {
  readonly token: string;
  readonly expires: Date;
}

/** Characters of a token. */
const length = 36;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/**
 * The token of a seed. It is stored nowhere: it takes the row and the installation key to make it again, which
 * is what lets a second sign-in from the same address answer the same token.
 */
function derive(key: Buffer, seed: Buffer): string {
  return createHmac("sha256", key).update(seed).digest("base64url").slice(0, length);
}

/**
 * The live token of a user at an address, its lifetime renewed; a new one when there is none. A changed
 * password ends the tokens issued under the one before.
 * Contract: docs/contract/identity.md, "Bearer tokens".
 */
export async function issueBearerToken(
  { db, secrets, settings }: CredentialServices & Pick<Services, "settings">,
  userId: string,
  remoteAddress: string,
): Promise<BearerToken> {
  const key = secrets.deriveKey("bearer tokens");
  const lifetime = sql`${await settings.get<number>("TOKEN_EXPIRATION")} * interval '1 second'`;
  const { rows: renewed } = await sql<{ seed: Buffer; hash: Buffer; date_expired: Date }>`
    update bearer_tokens b set date_expired = now() + ${lifetime}, date_signed_in = now()
    where b.hash = (
      select hash from bearer_tokens
      where user_id = ${userId} and remote_addr = ${remoteAddress} and date_expired > now()
        and date_password is not distinct from (select date_password_last_updated from ${userCredentialsTable} where id = ${userId})
      order by date_created desc limit 1
    )
    returning b.seed, b.hash, b.date_expired
  `.execute(db);
  const [known] = renewed;
  if (known !== undefined) {
    const token = derive(key, known.seed);
    // After the installation key was replaced the old rows lead nowhere.
    if (timingSafeEqual(hashOf(token), known.hash)) return { token, expires: known.date_expired };
  }
  const seed = randomBytes(32);
  const token = derive(key, seed);
  const { rows } = await sql<{ date_expired: Date }>`
    insert into bearer_tokens (hash, seed, user_id, remote_addr, date_password, date_expired)
    select ${hashOf(token)}, ${seed}, u.id, ${remoteAddress}, u.date_password_last_updated, now() + ${lifetime}
    from ${userCredentialsTable} u where u.id = ${userId}
    returning date_expired
  `.execute(db);
  const [made] = rows;
  if (made === undefined) throw new Error("the user of a token is gone");
  return { token, expires: made.date_expired };
}

/** Who a bearer token belongs to; null when it opens nothing. */
export async function findBearerToken(
  services: Pick<Services, "db">,
  token: string,
): Promise<CredentialProof | null> {
  if (token.length !== length) return null;
  const { rows } = await sql<{ user_id: string; hash: Buffer; date_signed_in: Date; version: number }>`
    select b.user_id, b.hash, b.date_signed_in, v.version
    from bearer_tokens b join ${userCredentialsTable} u on u.id = b.user_id, ${accessVersionTable} v
    where b.hash = ${hashOf(token)} and b.date_expired > now()
      and b.date_password is not distinct from u.date_password_last_updated
  `.execute(services.db);
  const [found] = rows;
  if (found === undefined) return null;
  const { user_id: userId, hash: credentialKey, date_signed_in: signedInAt, version } = found;
  return {
    credential: "bearer",
    userId,
    credentialKey,
    signedInAt,
    version: Number(version),
    stillHolds: async () => (await findBearerToken(services, token)) !== null,
  };
}

/** Removes tokens that have run out. */
export async function pruneBearerTokens({ db }: Pick<Services, "db">): Promise<void> {
  await sql`delete from bearer_tokens where date_expired < now()`.execute(db);
}
