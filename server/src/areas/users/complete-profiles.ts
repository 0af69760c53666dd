import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/index.ts";

/** Has people go to their work at the first sign-in instead of completing their profile. */
export async function completeProfiles(db: Kysely<Database>, usernames: readonly string[]): Promise<void> {
  if (usernames.length === 0) return;
  await db.updateTable("users").set({ is_first_login: false }).where("username", "in", usernames).execute();
}
