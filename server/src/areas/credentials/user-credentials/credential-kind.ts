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

const kinds = new Map<string, CredentialKind>();

/** Adds a kind of credential of an area above to those of a user. */
export function registerCredentialKind(kind: CredentialKind): void {
  kinds.set(kind.name, kind);
}

/** Every kind, in the order in which they were added. */
export const credentialKinds = (): readonly CredentialKind[] => [...kinds.values()];
