import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { ProviderError } from "../provider-error.ts";

/**
 * Uses up a logout token: the same one again is refused for as long as it would be taken otherwise, on every node.
 * @throws ProviderError for one that was used before
 */
export async function useLogoutToken(
  db: Kysely<Database>,
  { issuer, id, goodFor }: { readonly issuer: string; readonly id: string; readonly goodFor: number },
): Promise<void> {
  await db.deleteFrom("used_logout_tokens").where("date_expired", "<", sql<Date>`now()`).execute();
  const digest = createHash("sha256")
    .update(JSON.stringify([issuer, id]))
    .digest();
  const { numInsertedOrUpdatedRows: inserted = 0n } = await db
    .insertInto("used_logout_tokens")
    .values({ digest, date_expired: sql<Date>`now() + ${goodFor} * interval '1 second'` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (inserted === 0n) throw new ProviderError("untrusted", "jti was used before");
}
