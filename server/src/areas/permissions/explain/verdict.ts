import { type Grant, permittedAccounts } from "../account-rules.ts";
import { actionBits } from "../actions.ts";
import type { ChainedGrant, KnownAccount, UserFacts } from "./facts.ts";

/**
 * Why somebody can, or cannot, reach an asset with an account. Pure: facts in, verdict out.
 * Contract: docs/contract/permissions.md, section 11.
 */

/** What is in the way whatever the account is. */
export type Obstacle =
  | "user_inactive"
  | "user_expired"
  | "not_member"
  | "connecting_not_allowed"
  | "asset_inactive"
  | "not_in_force"
  | "nothing_granted";

/** What is in the way of one account. */
export type AccountObstacle =
  | "account_unknown"
  | "account_inactive"
  | "account_not_named"
  | "no_actions"
  | "no_connect_action"
  | "anonymous_unsupported";

/** Everything a verdict rests on. */
export interface AccessFacts {
  readonly username: string;
  readonly user: UserFacts;
  /** Whether a role of the user's lets them open connections in the asset's organization. */
  readonly mayConnect: boolean;
  readonly asset: { readonly isActive: boolean; readonly category: string };
  readonly grants: readonly ChainedGrant[];
  readonly accounts: readonly KnownAccount[];
  readonly now: Date;
}

/** A permission that gives an account, and the entries of its accounts that do. */
export interface Source {
  readonly permission: string;
  readonly entries: readonly string[];
}

/** One account of the answer. */
export interface AccountVerdict {
  /** Id, or the special alias of an account that is not stored. */
  readonly id: string;
  readonly alias: string;
  readonly name: string;
  readonly username: string;
  readonly isVirtual: boolean;
  readonly actions: number;
  readonly dateExpired: Date | null;
  readonly sources: readonly Source[];
  readonly obstacle: AccountObstacle | null;
}

/** The answer. */
export interface Verdict {
  readonly allowed: boolean;
  readonly obstacles: readonly Obstacle[];
  readonly accounts: readonly AccountVerdict[];
}

const anonymousCategories: readonly string[] = ["web", "custom"];

/** Judges access with any account, or with the one `asked` for: by alias, name, user name or id. */
export function judge(facts: AccessFacts, asked: string | null): Verdict {
  const obstacles = obstaclesOf(facts);
  const all = accountVerdicts(facts);
  const accounts = asked === null ? all : named(all, asked);
  return {
    obstacles,
    accounts,
    allowed: obstacles.length === 0 && accounts.some(({ obstacle }) => obstacle === null),
  };
}

function obstaclesOf({ user, mayConnect, asset, grants, now }: AccessFacts): Obstacle[] {
  const comesIn = user.isActive && (user.dateExpired === null || user.dateExpired > now);
  return [
    ...(user.isActive ? [] : (["user_inactive"] as const)),
    ...(user.isActive && !comesIn ? (["user_expired"] as const) : []),
    ...(user.isMember ? [] : (["not_member"] as const)),
    ...(comesIn && user.isMember && !mayConnect ? (["connecting_not_allowed"] as const) : []),
    ...(asset.isActive ? [] : (["asset_inactive"] as const)),
    ...(grants.length === 0 ? (["nothing_granted"] as const) : []),
    ...(grants.length > 0 && !grants.some(({ state }) => state === "valid")
      ? (["not_in_force"] as const)
      : []),
  ];
}

function accountVerdicts({ grants, accounts, username, asset }: AccessFacts): AccountVerdict[] {
  const inForce = grants.filter(({ state }) => state === "valid");
  const active = accounts.filter(({ isActive }) => isActive);
  const permitted = permittedAccounts(inForce, active, username);
  const sourcesOf = (id: string): Source[] =>
    inForce.flatMap((grant) => {
      const gives = (entry: string) => {
        const alone: Grant = { ...grant, accounts: [entry] };
        return permittedAccounts([alone], active, username).some((account) => account.id === id);
      };
      const entries = grant.accounts.filter(gives);
      return entries.length === 0 ? [] : [{ permission: grant.id, entries }];
    });
  const given = permitted.map(
    ({ id, alias, name, username: user, virtual, actions, dateExpired }): AccountVerdict => ({
      id,
      alias,
      name,
      username: user,
      isVirtual: virtual !== null,
      actions,
      dateExpired,
      sources: sourcesOf(id),
      obstacle: obstacleOf(actions, virtual === "@ANON" && !anonymousCategories.includes(asset.category)),
    }),
  );
  const ids = new Set(given.map(({ id }) => id));
  const others = accounts
    .filter(({ id }) => !ids.has(id))
    .map(
      ({ id, name, username: user, isActive }): AccountVerdict => ({
        id,
        alias: name,
        name,
        username: user,
        isVirtual: false,
        actions: 0,
        dateExpired: null,
        sources: [],
        obstacle: isActive ? "account_not_named" : "account_inactive",
      }),
    );
  return [...given, ...others];
}

function obstacleOf(actions: number, isAnonymousElsewhere: boolean): AccountObstacle | null {
  if (isAnonymousElsewhere) return "anonymous_unsupported";
  if (actions === 0) return "no_actions";
  return (actions & actionBits.connect) === 0 ? "no_connect_action" : null;
}

function named(accounts: readonly AccountVerdict[], asked: string): AccountVerdict[] {
  const found = accounts.filter(
    ({ id, alias, name, username }) =>
      id === asked || alias === asked || name === asked || username === asked,
  );
  if (found.length > 0) return found;
  const isVirtual = asked.startsWith("@");
  const obstacle = isVirtual ? "account_not_named" : "account_unknown";
  return [
    {
      id: asked,
      alias: asked,
      name: asked,
      username: asked,
      isVirtual,
      actions: 0,
      dateExpired: null,
      sources: [],
      obstacle,
    },
  ];
}
