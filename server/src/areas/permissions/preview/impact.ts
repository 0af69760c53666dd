import { type Grant, type GrantableAccount, permittedAccounts } from "../account-rules.ts";
import type { AssetClass, UserClass } from "./classes.ts";

/** What a change does to triples of user, asset and account; all numbers are exact. */
export interface Impact {
  /** Triples that come into being. */
  readonly added: number;
  /** Triples that are no more. */
  readonly removed: number;
  /** Triples that stay, with other actions. */
  readonly changed: number;
  /** Users, and assets, for whom there is any of that. */
  readonly users: number;
  readonly assets: number;
}

/** The permissions themselves as they are and as they would be; null while one grants nothing. */
export interface GrantChange {
  readonly before: readonly (Grant | null)[];
  readonly after: readonly (Grant | null)[];
}

interface Difference {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

const same: Difference = { added: 0, removed: 0, changed: 0 };

/**
 * Weighs a change over classes of users and assets: what other permissions grant anyway neither comes nor goes.
 *
 * @param grants the other permissions by id
 */
export function weigh(
  { before, after }: GrantChange,
  users: readonly UserClass[],
  assets: readonly AssetClass[],
  grants: ReadonlyMap<string, Grant>,
): Impact {
  const known = new Map<string, Difference>();
  const touchedUsers = new Set<UserClass>();
  const touchedAssets = new Set<AssetClass>();
  const total = { added: 0, removed: 0, changed: 0 };
  for (const asset of assets) {
    const key = [...asset.usernames, "", ...asset.fresh].join("\n");
    for (const user of users) {
      const was = both(user.before, asset.before);
      const becomes = both(user.after, asset.after);
      if (was.length + becomes.length === 0) continue;
      const held = asset.permissions.filter((id) => user.permissions.has(id));
      const differenceKey = `${was.join()}>${becomes.join()}|${user.username ?? ""}|${held.join()}|${key}`;
      let difference = known.get(differenceKey);
      if (difference === undefined) {
        const anyway = held.flatMap((id) => grants.get(id) ?? []);
        const [earlier, later] = [pick(before, was), pick(after, becomes)];
        difference = compare([...anyway, ...earlier], [...anyway, ...later], asset, user.username);
        known.set(differenceKey, difference);
      }
      if (difference === same) continue;
      touchedUsers.add(user);
      touchedAssets.add(asset);
      const weight = user.count * asset.count;
      total.added += difference.added * weight;
      total.removed += difference.removed * weight;
      total.changed += difference.changed * weight;
    }
  }
  const sum = (classes: Iterable<{ readonly count: number }>) =>
    [...classes].reduce((all, { count }) => all + count, 0);
  return { ...total, users: sum(touchedUsers), assets: sum(touchedAssets) };
}

/** The indexes in both lists. */
const both = (one: readonly number[], other: readonly number[]): number[] =>
  one.filter((at) => other.includes(at));

const pick = (grants: readonly (Grant | null)[], indexes: readonly number[]): Grant[] =>
  indexes.flatMap((at) => grants[at] ?? []);

function compare(
  was: readonly Grant[],
  becomes: readonly Grant[],
  { usernames, fresh }: Pick<AssetClass, "usernames" | "fresh">,
  username: string | null,
): Difference {
  const known = usernames.map(accountCalled);
  const accounts = [...usernames, ...fresh].map(accountCalled);
  const actions = (
    grants: readonly Grant[],
    on: readonly GrantableAccount[],
  ): ReadonlyMap<string, number> => {
    const permitted = permittedAccounts(grants, on, username);
    return new Map(permitted.flatMap((one) => (one.actions === 0 ? [] : [[one.id, one.actions]])));
  };
  const [earlier, later] = [actions(was, known), actions(becomes, accounts)];
  const added = [...later.keys()].filter((id) => !earlier.has(id)).length;
  const removed = [...earlier.keys()].filter((id) => !later.has(id)).length;
  const changed = [...later].filter(([id, bits]) => earlier.has(id) && earlier.get(id) !== bits).length;
  return added + removed + changed === 0 ? same : { added, removed, changed };
}

/** Stands for an account of a class of assets: only its user name decides what is granted. */
const accountCalled = (username: string, at: number): GrantableAccount => ({
  id: String(at),
  name: username,
  username,
  secretType: "password",
  hasSecret: false,
  isCertificateOnly: false,
  privileged: false,
});
