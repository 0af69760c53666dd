import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";

/** Longest key that is looked at, in characters. */
const longest = 128;

const digestOf = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Makes a key by which a user signs in once within these seconds. It is kept nowhere but in the answer. */
export async function makeSsoKey(db: Kysely<Database>, userId: string, seconds: number): Promise<string> {
  await db.deleteFrom("sso_keys").where("date_expired", "<", sql<Date>`now()`).execute();
  const key = randomBytes(32).toString("base64url");
  await db
    .insertInto("sso_keys")
    .values({
      digest: digestOf(key),
      user_id: userId,
      date_expired: sql<Date>`now() + ${seconds} * interval '1 second'`,
    })
    .execute();
  return key;
}

/** Uses up a key, and says whose it was; null for one that is none, or is none any more. */
export async function takeSsoKey(db: Kysely<Database>, key: string): Promise<string | null> {
  if (key === "" || key.length > longest) return null;
  const taken = await db
    .deleteFrom("sso_keys")
    .where("digest", "=", digestOf(key))
    .where("date_expired", ">", sql<Date>`now()`)
    .returning("user_id")
    .executeTakeFirst();
  return taken?.user_id ?? null;
}
