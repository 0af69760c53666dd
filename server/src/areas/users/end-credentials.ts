import type { Kysely } from "kysely";
import type { Database } from "../../engine/database/index.ts";
import type { Services } from "../../engine/services.ts";

/** Takes credentials of one kind from a user, inside the transaction. */
export type CredentialEnd = (
  services: Pick<Services, "extensions">,
  db: Kysely<Database>,
  userId: string,
) => Promise<void>;

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** Called when an administrator disables a user or sets another password: what stands in for one ends with it. */
    credentialEnds: CredentialEnd;
  }
}

/**
 * Ends the sessions, tokens and keys of a user for good: who is enabled again, or gets a new password, makes new ones.
 * Contract: docs/contract/identity.md, "Rules of users".
 */
export async function endCredentials(
  { services, db }: { readonly services: Pick<Services, "extensions">; readonly db: Kysely<Database> },
  userId: string,
): Promise<void> {
  for (const end of services.extensions.of("credentialEnds")) await end(services, db, userId);
}
