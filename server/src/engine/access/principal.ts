/** Who is calling, as the users area loads it. Never carries a secret. */
export interface Principal {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  /** Accounts of components; people never hold one. */
  readonly isServiceAccount: boolean;
  /** Has not accepted the terms of use yet, as everybody does at the first sign-in: nothing opens before that. */
  readonly mustAcceptTerms: boolean;
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

/** Credentials that travel in the `Authorization` header. */
export type HeaderCredential = "bearer" | "private-token" | "access-key";
