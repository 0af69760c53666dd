import type { Kysely } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Services } from "../../../engine/services.ts";

/** Ends everything of a user that can be revoked, of every kind there is. */
export async function endAllCredentials(
  { extensions }: Pick<Services, "extensions">,
  db: Kysely<Database>,
  userId: string,
): Promise<void> {
  for (const { revoke } of extensions.of("credentialKinds")) await revoke?.(db, userId);
}
