import type { Kysely } from "kysely";
import type { Database } from "../database/database.ts";
import type { Session } from "../http/http-sessions.ts";
import type { Language } from "../i18n/messages.ts";
import type { Services } from "../services.ts";
import type { TabularFormat } from "../tabular/tabular-file.ts";
import type { AccessVersion } from "./access-version.ts";
import type { HeaderCredential, Organization, Permissions, Principal } from "./principal.ts";

export type { HeaderCredential, Organization, Permissions, Principal } from "./principal.ts";

/** The formats a list is answered in: JSON, or a file of rows. */
export type AnswerFormat = "json" | TabularFormat;

/** How the caller proved who they are. Cookie callers owe a CSRF token on unsafe methods. */
export type Credential = "session" | HeaderCredential | "connection-token" | "system";

/**
 * What a request has established by the time an operation runs: each step of the walk
 * cookie/token -> principal -> organization -> permissions adds to it. `db` is the request's transaction on
 * unsafe methods.
 */
export interface RequestContext {
  readonly principal: Principal | null;
  readonly credential: Credential | null;
  readonly session: Session | null;
  /**
   * SHA-256 of the session or token the caller works with: what a confirmation is remembered by. Null where there
   * is nothing that could carry one.
   */
  readonly credentialKey: Buffer | null;
  /** When the caller signed in to get that session or token. */
  readonly signedInAt: Date | null;
  /**
   * Asks again whether the credential of an `Authorization` header still opens anything: for connections that outlive
   * their request. Absent for other credentials.
   */
  readonly stillHolds?: () => Promise<boolean>;
  readonly organization: Organization;
  readonly permissions: Permissions;
  readonly language: Language;
  /** IANA zone in which datetimes are written. */
  readonly timeZone: string;
  /** Address of the client, from configured proxies only. */
  readonly remoteAddress: string;
  readonly query: QueryParameters;
  /**
   * `If-Unmodified-Since` of the request: one object is changed only while nobody changed it after this instant.
   * Absent when the client did not ask for that, or not in the form of an HTTP date.
   */
  readonly unmodifiedSince?: Date;
  /** What a read is answered as, by `?format=` or `Accept`. */
  readonly format: AnswerFormat;
  readonly db: Kysely<Database>;
  readonly services: Services;
  /** Counter that keys anything cached about users, roles and organizations. */
  readonly accessVersion: AccessVersion;
  /** Runs `task` once the transaction is committed; its failure is logged and changes nothing. */
  afterCommit(task: () => Promise<void> | void): void;
}

/** A request context whose caller is known. */
export interface CallerContext extends RequestContext {
  readonly principal: Principal;
  readonly credential: Credential;
}

/** The query string: first value, or all values, of a parameter. */
export interface QueryParameters {
  get(name: string): string | undefined;
  all(name: string): readonly string[];
  has(name: string): boolean;
  entries(): readonly (readonly [string, string])[];
}
