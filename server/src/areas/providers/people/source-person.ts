import type { UserSource } from "../../users/index.ts";

/** Where people come from who are not of this installation. */
export type ForeignSource = Exclude<UserSource, "local">;

/** What another system says of a person, in the words of this product. */
export interface SourcePerson {
  readonly source: ForeignSource;
  /** Which system says so: the issuer, entity or server. Part of who the person is. */
  readonly issuer: string;
  /** The system's own, lasting name for the person; never given to somebody else. */
  readonly subject: string;
  readonly username: string;
  readonly name?: string;
  readonly email?: string;
  /** False where the system says that nobody has shown the address to be theirs. Default true. */
  readonly isEmailVerified?: boolean;
  readonly phone?: string;
  readonly comment?: string;
  /** False where the system says that the person is disabled there. Default true. */
  readonly isActive?: boolean;
  /** Everything the system says of the person, for the rules of roles and groups. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** What of a person is kept here. */
export const personFields = ["name", "username", "email", "phone", "comment"] as const;

/** Name of something of a person that is kept here. */
export type PersonField = (typeof personFields)[number];

/** What this installation does with people of a source. */
export interface ArrivalPolicy {
  /** Whether somebody unknown becomes a user. */
  readonly creates: boolean;
  /** What of a known user follows the source at each arrival; empty: nothing. */
  readonly updates: readonly PersonField[];
  /** Domains whose e-mail addresses the source is trusted to know the owners of, in small letters. */
  readonly trustedDomains: readonly string[];
  /** Whether users of other sources who have the same username are taken for the same person. */
  readonly linksUsers: boolean;
  /** Country calling code of phone numbers without one. */
  readonly phoneCode: string;
  /** Makes an address of a username where the source has none; empty: such people cannot become users. */
  readonly emailSuffix: string;
}
