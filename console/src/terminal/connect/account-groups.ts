import type { GrantedAccount } from "../api/types.ts";

/** Why an account stands where it does in the list. */
export type AccountGroupName = "last" | "withSecret" | "manual" | "special";

/** Accounts of one heading, in the order to show. */
export interface AccountGroup {
  name: AccountGroupName;
  accounts: GrantedAccount[];
}

/** The virtual accounts of the contract. */
export const MANUAL_ALIAS = "@INPUT";
/** The account with the person's own user name. */
export const SAME_USER_ALIAS = "@USER";
/** The account without a name. */
export const ANONYMOUS_ALIAS = "@ANON";

/** Whether the person's rights on the account include connecting at all; rows without actions are only listed. */
export function canConnect(account: GrantedAccount): boolean {
  return account.actions.length > 0;
}

/** The protocols that accounts sign in to by certificate. */
const CERTIFICATE_PROTOCOLS = ["ssh", "sftp"];

/** Whether the account signs in by certificate where the protocol does not take any, and has no secret stored. */
export function lacksCertificate(account: GrantedAccount, protocol: string): boolean {
  return account.certificate_only === true && !CERTIFICATE_PROTOCOLS.includes(protocol);
}

/** Whether the account needs a secret typed by the person to connect by a protocol. */
export function needsSecret(account: GrantedAccount, protocol: string): boolean {
  return lacksCertificate(account, protocol) || (!account.has_secret && account.alias !== ANONYMOUS_ALIAS);
}

function manualRank(account: GrantedAccount): number {
  if (account.alias.startsWith("@")) return 2;
  return account.username === "root" ? 0 : 1;
}

const byName = (left: GrantedAccount, right: GrantedAccount) => left.name.localeCompare(right.name);

/**
 * Puts the usable accounts of an asset under their headings, empty headings dropped: the last used one,
 * those with a stored secret by name, those without (`root` first, the virtual ones last), the anonymous one.
 *
 * @param lastAlias alias of the account used last on this asset
 * @param category category of the asset; the anonymous account exists for `custom` and `web` only
 */
export function groupAccounts(
  accounts: readonly GrantedAccount[],
  lastAlias: string | undefined,
  category: string,
): AccountGroup[] {
  const usable = accounts.filter(canConnect);
  const last = usable.filter((account) => account.alias === lastAlias).slice(0, 1);
  const special = usable.filter((account) => account.alias === ANONYMOUS_ALIAS);
  const anonymousAllowed = category === "custom" || category === "web";
  const ordinary = usable.filter((account) => account.alias !== ANONYMOUS_ALIAS && !last.includes(account));
  const groups: AccountGroup[] = [
    {
      name: "last",
      accounts: last.filter((account) => anonymousAllowed || account.alias !== ANONYMOUS_ALIAS),
    },
    { name: "withSecret", accounts: ordinary.filter((account) => account.has_secret).sort(byName) },
    {
      name: "manual",
      accounts: ordinary
        .filter((account) => !account.has_secret)
        .sort((left, right) => manualRank(left) - manualRank(right) || byName(left, right)),
    },
    {
      name: "special",
      accounts: anonymousAllowed ? special.filter((account) => !last.includes(account)) : [],
    },
  ];
  return groups.filter((group) => group.accounts.length > 0);
}

/** The account to preselect: the requested one (by id) when it is there, else the first of the first heading. */
export function preselectedAccount(
  groups: readonly AccountGroup[],
  requestedId: string | undefined,
): GrantedAccount | undefined {
  const all = groups.flatMap((group) => group.accounts);
  return all.find((account) => account.id === requestedId) ?? all[0];
}
