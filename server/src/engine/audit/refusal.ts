import type { Kysely } from "kysely";
import type { Database } from "../database/database.ts";
import type { Message } from "../i18n/messages.ts";

/** The access channel somebody was refused on. */
export const refusalChannels = ["web", "api", "token", "ssh", "files"] as const;
export type RefusalChannel = (typeof refusalChannels)[number];

/**
 * Why, in a word: a right of a role is missing; an asset is not granted; a rule said no; the license does not have it;
 * a limit was reached; what was asked for is not in a state for it.
 */
export const refusalKinds = ["right", "permission", "rule", "license", "limit", "state"] as const;
export type RefusalKind = (typeof refusalKinds)[number];

/** Who was refused; null where nobody in particular is known. */
export interface RefusedPerson {
  readonly id: string;
  readonly username: string;
  readonly name: string;
}

/** What a refusal was about, as far as somebody knows. */
export interface RefusalSubject {
  readonly organizationId?: string | null;
  /** As people see it, `name(address)`; or what was typed. */
  readonly asset?: string;
  readonly assetId?: string | null;
}

/** Somebody was refused something. */
export interface Refusal extends RefusalSubject {
  readonly person: RefusedPerson | null;
  readonly remoteAddress: string;
  readonly channel: RefusalChannel;
  readonly kind: RefusalKind;
  /** The stable word the client was answered. */
  readonly code: string;
  /** The sentence the client was answered. */
  readonly reason: Message;
  /** Method and path of a request, without its query. */
  readonly target?: string;
  readonly account?: string;
  readonly protocol?: string;
  /** Permission codes that were missing. */
  readonly rights?: readonly string[];
  /** Finds out more when it is written, when nobody waits any more. */
  readonly more?: (db: Kysely<Database>) => Promise<RefusalSubject>;
}
