/** A key of the SSH authority (docs/contract/account-automations.md, "Certificates"). */
export interface AuthorityKey {
  readonly fingerprint: string;
  readonly public_key: string;
  readonly date_created: string;
}

/** A key in whose place another signs. */
interface FormerKey extends AuthorityKey {
  /** Null: something that it has signed is accepted still. */
  readonly date_retired: string | null;
}

/** A former key for accounts of targets. */
export interface FormerAccountKey extends FormerKey {
  /** Accounts that still sign in by it. */
  readonly waiting: number;
  /** Accounts that do not, but on whose hosts its line is left. */
  readonly lines: number;
}

/** A former key for people at the gateway. */
export interface FormerPeopleKey extends FormerKey {
  /** Its certificates that hold, and when the last of them ends. */
  readonly certificates: number;
  readonly date_expired: string | null;
}

/** The keys of the authority. */
export interface AuthorityState {
  readonly accounts: { readonly key: AuthorityKey | null; readonly former_keys: readonly FormerAccountKey[] };
  readonly people: { readonly key: AuthorityKey | null; readonly former_keys: readonly FormerPeopleKey[] };
  /** The task that moves accounts now. */
  readonly task: string | null;
}

/** Where the keys and what is done with them are. */
export const AUTHORITY_URL = "/api/v1/sallyport/ssh-authority/";
export const KEYS_URL = `${AUTHORITY_URL}keys/`;
