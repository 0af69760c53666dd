/**
 * Which accounts of an asset a set of permissions grants. Pure: rows in, rows out.
 * Contract: docs/contract/permissions.md, section 4.
 */

/** One valid permission that names both the user and the asset. */
export interface Grant {
  /** Account user names and special aliases. */
  readonly accounts: readonly string[];
  /** Action bits. */
  readonly actions: number;
  readonly dateExpired: Date;
}

/** An active account of the asset. */
export interface GrantableAccount {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly secretType: string;
  /** Whether nobody has to be asked for a secret: one is stored, or a certificate takes its place. */
  readonly hasSecret: boolean;
  /** Whether it signs in to SSH by certificate, and has no secret for anything else. */
  readonly isCertificateOnly: boolean;
  readonly privileged: boolean;
}

/** The special aliases that can stand for an account which is not stored. */
export type VirtualAlias = "@INPUT" | "@USER" | "@ANON";

/** An account a user may use on an asset. */
export interface PermittedAccount extends GrantableAccount {
  /** What clients name it by: the account's name, or a special alias. Permissions name it by user name. */
  readonly alias: string;
  /** Set when no stored account is behind it; `id` is then the alias. */
  readonly virtual: VirtualAlias | null;
  /** Action bits; 0 when it is listed but cannot be used. */
  readonly actions: number;
  /** When the last of the permissions that grant it ends. */
  readonly dateExpired: Date;
}

/** The protocols that accounts sign in to by certificate. */
const certificateProtocols: readonly string[] = ["ssh", "sftp"];

/** Whether somebody has to type the secret of an account to connect by a protocol. */
export const needsTypedSecret = (
  { hasSecret, isCertificateOnly }: Pick<GrantableAccount, "hasSecret" | "isCertificateOnly">,
  protocol: string,
): boolean => !hasSecret || (isCertificateOnly && !certificateProtocols.includes(protocol));

interface Share {
  actions: number;
  dateExpired: Date;
}

const virtualAliases: readonly string[] = ["@INPUT", "@USER", "@ANON"] satisfies VirtualAlias[];

/**
 * The accounts `grants` give the user named `username`, or everybody of a group when it is null: stored ones in their
 * order, then virtual ones.
 */
export function permittedAccounts(
  grants: readonly Grant[],
  accounts: readonly GrantableAccount[],
  username: string | null,
): PermittedAccount[] {
  const byAlias = sharesByAlias(grants);
  const stored = new Map<GrantableAccount, Share>();
  const virtual: PermittedAccount[] = [];
  const everything = byAlias.get("@ALL");
  if (everything !== undefined && everything.actions !== 0) {
    for (const account of accounts) merge(stored, account, everything);
  }
  for (const [alias, share] of byAlias) {
    if (alias === "@ALL") continue;
    const wanted = alias === "@USER" ? username : alias;
    const named = accounts.filter((account) => account.username === wanted);
    for (const account of named) merge(stored, account, share);
    if (named.length === 0 && isVirtual(alias)) virtual.push(virtualAccount(alias, username, share));
  }
  const real = accounts.flatMap((account): PermittedAccount[] => {
    const share = stored.get(account);
    if (share === undefined) return [];
    const alias = account.username.startsWith("@") ? account.username : account.name;
    return [{ ...account, ...share, alias, virtual: null }];
  });
  return [...real, ...virtual];
}

function isVirtual(alias: string): alias is VirtualAlias {
  return virtualAliases.includes(alias);
}

function sharesByAlias(grants: readonly Grant[]): Map<string, Share> {
  const shares = new Map<string, Share>();
  for (const grant of grants) {
    for (const alias of grant.accounts) merge(shares, alias, grant);
  }
  return shares;
}

function merge<K>(shares: Map<K, Share>, key: K, { actions, dateExpired }: Share): void {
  const before = shares.get(key);
  shares.set(key, {
    actions: (before?.actions ?? 0) | actions,
    dateExpired: before !== undefined && before.dateExpired > dateExpired ? before.dateExpired : dateExpired,
  });
}

const virtualNames: Readonly<Record<VirtualAlias, string>> = {
  "@INPUT": "Manual input",
  "@USER": "Dynamic user",
  "@ANON": "Anonymous account",
};

function virtualAccount(alias: VirtualAlias, username: string | null, share: Share): PermittedAccount {
  return {
    id: alias,
    alias,
    virtual: alias,
    name: virtualNames[alias],
    username: alias === "@USER" && username !== null ? username : alias,
    secretType: "password",
    hasSecret: false,
    isCertificateOnly: false,
    privileged: false,
    ...share,
  };
}
