import type { Kysely } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";

/** How many of one kind somebody has that open something now, and when one was last used. */
export interface CredentialCount {
  readonly count: number;
  /** Null where it was never used, or where that is not kept. */
  readonly date_last_used: Date | null;
}

/** A kind of credential, as administrators see it: how many, never which secret. */
export interface CredentialKind {
  readonly name: string;
  readonly label: Message;
  readonly count: (db: Kysely<Database>, userId: string) => Promise<CredentialCount>;
  /** Ends all of them; absent where another action does. */
  readonly revoke?: (db: Kysely<Database>, userId: string) => Promise<void>;
}

declare module "../../../engine/extensions.ts" {
  interface ExtensionPoints {
    credentialKinds: CredentialKind;
  }
}
