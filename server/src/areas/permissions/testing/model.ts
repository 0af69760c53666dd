import * as fc from "fast-check";

/**
 * Permissions as the contract reports them, over a world held in memory, in the plainest words there are: what the
 * product computes in the database is compared with this.
 */

/** Positions in the lists of {@link ModelWorld}. */
type At = number;

/** A permission of a model; links by position. */
export interface ModelPermission {
  readonly org: At;
  readonly users: readonly At[];
  readonly groups: readonly At[];
  readonly assets: readonly At[];
  readonly nodes: readonly At[];
  readonly accounts: readonly string[];
  readonly actions: number;
  readonly isActive: boolean;
  /** Hours from now. */
  readonly starts: number;
  readonly expires: number;
}

/** A small random installation of two organizations. */
export interface ModelWorld {
  /** Node keys below the root of each organization, the root itself being `""`. */
  readonly nodes: readonly { readonly org: At; readonly key: string }[];
  readonly assets: readonly { readonly org: At; readonly nodes: readonly At[]; readonly isActive: boolean }[];
  readonly accounts: readonly {
    readonly asset: At;
    readonly username: string;
    readonly type: "password" | "ssh_key";
    readonly isActive: boolean;
  }[];
  /** User names, and the organizations people belong to. */
  readonly users: readonly { readonly username: string; readonly orgs: readonly At[] }[];
  readonly groups: readonly { readonly org: At; readonly members: readonly At[] }[];
  readonly permissions: readonly ModelPermission[];
}

/** What a user may do with an account of an asset: alias or id of the account -> action bits. */
export type ModelAccounts = ReadonlyMap<string, number>;

/** Whether a permission is in force. */
export const isValid = ({ isActive, starts, expires }: ModelPermission): boolean =>
  isActive && starts < 0 && expires > 0;

/** Whether node `below` is `above`, or lies under it. */
export function liesUnder(world: ModelWorld, below: At, above: At): boolean {
  const [one, other] = [world.nodes[below], world.nodes[above]];
  if (one === undefined || other === undefined || one.org !== other.org) return false;
  if (other.key === "") return true;
  return one.key === other.key || one.key.startsWith(`${other.key}:`);
}

/** Whether a permission names a user who belongs to its organization, alone or with a group. */
export function names(world: ModelWorld, permission: ModelPermission, user: At): boolean {
  if (world.users[user]?.orgs.includes(permission.org) !== true) return false;
  if (permission.users.includes(user)) return true;
  return permission.groups.some((group) => world.groups[group]?.members.includes(user));
}

function coversThroughTree(world: ModelWorld, permission: ModelPermission, asset: At): boolean {
  if (world.assets[asset]?.org !== permission.org) return false;
  if (permission.assets.includes(asset)) return true;
  const nodes = world.assets[asset]?.nodes ?? [];
  return permission.nodes.some((node) => nodes.some((own) => liesUnder(world, own, node)));
}

function covers(world: ModelWorld, permission: ModelPermission, asset: At): boolean {
  if (coversThroughTree(world, permission, asset)) return true;
  if (world.assets[asset]?.org !== permission.org || world.assets[asset]?.nodes.length !== 0) return false;
  return permission.nodes.some((node) => world.nodes[node]?.key === "");
}

/** The assets a user is granted in an organization. */
export function modelAssets(world: ModelWorld, user: At, org: At): At[] {
  return world.assets.flatMap((_asset, at) =>
    world.permissions.some(
      (permission) =>
        permission.org === org &&
        isValid(permission) &&
        names(world, permission, user) &&
        coversThroughTree(world, permission, at),
    )
      ? [at]
      : [],
  );
}

/** The accounts of an asset a user may use, by position for stored ones, by alias for others. */
export function modelAccounts(world: ModelWorld, user: At, asset: At): ModelAccounts {
  const granted = world.permissions.filter(
    (permission) => isValid(permission) && names(world, permission, user) && covers(world, permission, asset),
  );
  const bits = new Map<string, number>();
  for (const { accounts, actions } of granted) {
    for (const entry of accounts) bits.set(entry, (bits.get(entry) ?? 0) | actions);
  }
  const active = world.accounts
    .map((account, at) => ({ ...account, at }))
    .filter((account) => account.asset === asset && account.isActive);
  const result = new Map<string, number>();
  const give = (key: string, actions: number) => result.set(key, (result.get(key) ?? 0) | actions);
  for (const [entry, actions] of bits) {
    if (entry === "@ALL") {
      if (actions !== 0) for (const { at } of active) give(String(at), actions);
      continue;
    }
    const wanted = entry === "@USER" ? world.users[user]?.username : entry;
    const found = active.filter(({ username }) => username === wanted);
    for (const { at } of found) give(String(at), actions);
    if (found.length === 0 && ["@USER", "@INPUT", "@ANON"].includes(entry)) give(entry, actions);
  }
  return result;
}

/** Every triple of user, asset and account that can be used, with its actions. */
export function modelTriples(world: ModelWorld): Map<string, number> {
  const triples = new Map<string, number>();
  for (const [user] of world.users.entries()) {
    for (const [asset, { isActive }] of world.assets.entries()) {
      if (!isActive) continue;
      for (const [account, actions] of modelAccounts(world, user, asset)) {
        if (actions !== 0) triples.set(`${user} ${asset} ${account}`, actions);
      }
    }
  }
  return triples;
}

const usernames = ["ada", "bo", "cy", "root"];

const some = (length: number): fc.Arbitrary<At[]> =>
  length === 0 ? fc.constant([]) : fc.uniqueArray(fc.nat(length - 1), { maxLength: Math.min(length, 3) });

/** Keys with a `1` that is a prefix of a `10` and is not above it. */
const keys = ["", "1", "1:1", "1:1:2", "10", "2", "2:1"];
const nodes = [0, 1].flatMap((org) => keys.map((key) => ({ org, key })));
const assetCount = 7;
const userCount = 4;

const ofOrg = <T extends { readonly org: At }>(all: readonly T[], org: At): At[] =>
  all.flatMap((one, at) => (one.org === org ? [at] : []));

/** Some of the positions that belong to an organization. */
const someOf = (choices: readonly At[]): fc.Arbitrary<At[]> =>
  some(choices.length).map((chosen) => chosen.map((at) => choices[at] ?? 0));

/** A permission of one organization. */
function permissionIn(world: Pick<ModelWorld, "assets" | "groups">, org: At): fc.Arbitrary<ModelPermission> {
  return fc.record({
    org: fc.constant(org),
    users: some(userCount),
    groups: someOf(ofOrg(world.groups, org)),
    assets: someOf(ofOrg(world.assets, org)),
    nodes: someOf(ofOrg(nodes, org)),
    accounts: fc.uniqueArray(
      fc.constantFrom(...usernames, "@ALL", "@SPEC", "@USER", "@INPUT", "@ANON", "@NONE"),
      {
        maxLength: 4,
      },
    ),
    actions: fc.constantFrom(0, 1, 1, 6, 63, 62),
    isActive: fc.constantFrom(true, true, true, true, false),
    starts: fc.constantFrom(-24, -24, -24, -1, 1),
    expires: fc.constantFrom(24, 24, 24, 2, -1),
  });
}

/** Random worlds: some permissions are off, not begun or over; some people belong to one organization only. */
export const modelWorlds: fc.Arbitrary<ModelWorld> = fc
  .record({
    assets: fc.array(
      fc.nat(1).chain((org) =>
        fc.record({
          org: fc.constant(org),
          nodes: someOf(ofOrg(nodes, org)),
          isActive: fc.constantFrom(true, true, true, false),
        }),
      ),
      { minLength: assetCount, maxLength: assetCount },
    ),
    accounts: fc.uniqueArray(
      fc.record({
        asset: fc.nat(assetCount - 1),
        username: fc.constantFrom(...usernames),
        type: fc.constantFrom("password" as const, "ssh_key" as const),
        isActive: fc.constantFrom(true, true, true, false),
      }),
      { maxLength: 14, selector: ({ asset, username, type }) => `${asset} ${username} ${type}` },
    ),
    users: fc.tuple(
      ...usernames.map((username) =>
        fc.constantFrom([0], [1], [0, 1], [0, 1]).map((orgs) => ({ username, orgs })),
      ),
    ),
    groups: fc.array(fc.record({ org: fc.nat(1), members: some(userCount) }), { minLength: 2, maxLength: 4 }),
  })
  .chain((world) =>
    fc
      .array(
        fc.nat(1).chain((org) => permissionIn(world, org)),
        { minLength: 1, maxLength: 7 },
      )
      .map((permissions) => ({ ...world, nodes, permissions })),
  );

/** Another permission of the same organization, to change one into. */
export const modelChanges = (world: ModelWorld, org: At): fc.Arbitrary<ModelPermission> =>
  permissionIn(world, org);
