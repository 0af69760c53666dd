/** An account of a machine or a database. */
export interface FoundAccount {
  readonly username: string;
  /** When it was last used, as an ISO instant; `""`: not known. */
  readonly date: string;
  /** Where from; `""`: not known. */
  readonly address: string;
}

/** Most accounts reported for one target. */
export const mostAccounts = 2_000;

/** Whether it can be the name of an account: databases and Windows take nearly anything. */
export const isAccountName = (name: unknown): name is string =>
  typeof name === "string" && name !== "" && name.length <= 128 && !/\p{Cc}/u.test(name);
