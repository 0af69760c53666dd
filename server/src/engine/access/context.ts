import type { Kysely } from "kysely";
import type { Database } from "../database/database.ts";
import type { Session } from "../http/http-sessions.ts";
import type { Language } from "../i18n/messages.ts";
import type { AccessVersion, Services } from "../services.ts";
import type { TabularFormat } from "../tabular/tabular-file.ts";

/** Who is calling, as the users area loads it. Never carries a secret. */
export interface Principal {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  /** Accounts of components; people never hold one. */
  readonly isServiceAccount: boolean;
}

/** The organization a request works in. */
export interface Organization {
  readonly id: string;
  readonly name: string;
  /** The virtual organization above all others: reads span all, nothing can be created in it. */
  readonly isRoot: boolean;
  readonly isDefault: boolean;
  readonly isSystem: boolean;
  readonly comment: string;
}

/** What a principal may do in one organization. */
export interface Permissions {
  /** Holds the built-in system administrator role: passes every check. */
  readonly isSuperuser: boolean;
  /** Superuser, or holder of the built-in organization administrator role here. */
  readonly isOrganizationAdmin: boolean;
  /** Whether `code` (`app.action_model`) is held; `a|b` is held when either is. */
  has(code: string): boolean;
  /** All codes held, sorted. */
  list(): readonly string[];
}

/** The formats a list is answered in: JSON, or a file of rows. */
export type AnswerFormat = "json" | TabularFormat;

/** Credentials that travel in the `Authorization` header. */
export type HeaderCredential = "bearer" | "private-token" | "access-key";

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
