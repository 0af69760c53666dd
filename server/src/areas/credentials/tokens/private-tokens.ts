import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { accessVersionTable } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { CredentialProof } from "../credential-proof.ts";

/** Bytes of a private token; it is written in hexadecimal. */
const bytes = 20;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Makes a user's private token, in place of the one before. The answer is the only time it is told. */
export async function issuePrivateToken(db: Kysely<Database>, userId: string): Promise<string> {
  const token = randomBytes(bytes).toString("hex");
  await db
    .insertInto("private_tokens")
    .values({ user_id: userId, hash: hashOf(token) })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ hash: hashOf(token), date_created: sql`now()`, date_last_used: null }),
    )
    .execute();
  return token;
}

/** Who a private token belongs to; null when it opens nothing. */
export async function findPrivateToken(
  services: Pick<Services, "db">,
  token: string,
): Promise<CredentialProof | null> {
  if (!/^[0-9a-f]{40}$/.test(token)) return null;
  const hash = hashOf(token);
  const { rows } = await sql<{ user_id: string; stale: boolean; version: number }>`
    select p.user_id, coalesce(p.date_last_used < now() - interval '1 minute', true) as stale, v.version
    from private_tokens p, ${accessVersionTable} v where p.hash = ${hash}
  `.execute(services.db);
  const [found] = rows;
  if (found === undefined) return null;
  if (found.stale) {
    await sql`update private_tokens set date_last_used = now() where hash = ${hash}`.execute(services.db);
  }
  return {
    credential: "private-token",
    userId: found.user_id,
    credentialKey: hash,
    signedInAt: null,
    version: Number(found.version),
    stillHolds: async () => (await findPrivateToken(services, token)) !== null,
  };
}
