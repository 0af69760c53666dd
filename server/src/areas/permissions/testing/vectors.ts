import type { WorldPermission } from "./world.ts";

/**
 * Decisions of the contract, worked out by hand over the small world of `world.ts`: `mei` is a member of the group
 * `builders`, `tom` of none. `front` is in `web/live`, `proxy` in `web`, `ledger` in `store`, `bridge` in both
 * `web/live` and `store`, `bench` in `lab` (whose key begins like that of `web`), `adrift` nowhere; `asleep` is
 * deactivated. Contract: docs/contract/permissions.md, sections 4, 7 and 8.
 */
export interface Vector {
  readonly about: string;
  readonly permissions: readonly WorldPermission[];
  /** Whose view it is; mei's unless told. */
  readonly user?: "mei" | "tom";
  /** Accounts on an asset: alias -> actions; null when the asset is not found. */
  readonly accounts?: Readonly<Record<string, Readonly<Record<string, readonly string[]>> | null>>;
  /** Names of all granted assets. */
  readonly assets?: readonly string[];
  /** Whether a connection token is made for `asset alias`, or the code of the refusal. */
  readonly tokens?: Readonly<Record<string, "made" | string>>;
}

const c = ["connect"] as const;
const everyAccountOfFront = (actions: readonly string[]) => ({
  admin: actions,
  "batch key": actions,
  "batch password": actions,
  "mei local": actions,
  "release key": actions,
});
const onFront = (more: Partial<WorldPermission>): WorldPermission => ({
  users: ["mei"],
  assets: ["front"],
  ...more,
});

export const vectors: readonly Vector[] = [
  {
    about: "all accounts are the active ones",
    permissions: [onFront({ accounts: ["@ALL"] })],
    accounts: { front: everyAccountOfFront(c) },
  },
  {
    about: "a group on a node above, one account",
    permissions: [{ groups: ["builders"], nodes: ["web"], accounts: ["admin"] }],
    accounts: { front: { admin: c }, proxy: {}, bridge: {} },
    assets: ["bridge", "front", "proxy"],
  },
  {
    about: "who is not in the group has nothing",
    permissions: [{ groups: ["builders"], nodes: ["web"], accounts: ["admin"] }],
    user: "tom",
    accounts: { front: {} },
    assets: [],
  },
  {
    about: "actions of several permissions add up",
    permissions: [onFront({ accounts: ["admin"], actions: 1 }), onFront({ accounts: ["@ALL"], actions: 6 })],
    accounts: {
      front: { ...everyAccountOfFront(["upload", "download"]), admin: ["connect", "upload", "download"] },
    },
  },
  {
    about: "permissions name accounts by user name, connections by name",
    permissions: [onFront({ accounts: ["release"] })],
    accounts: { front: { "release key": c } },
    tokens: { "front release": "perm_account_invalid", "front release key": "made" },
  },
  {
    about: "one user name may stand for several accounts",
    permissions: [onFront({ accounts: ["batch"] })],
    accounts: { front: { "batch password": c, "batch key": c } },
  },
  {
    about: "an inactive account is not granted",
    permissions: [onFront({ accounts: ["retired"] })],
    accounts: { front: {} },
  },
  {
    about: "the name of an account grants nothing",
    permissions: [onFront({ accounts: ["release key"] })],
    accounts: { front: {} },
  },
  {
    about: "the same user name stands for a stored account where there is one",
    permissions: [onFront({ accounts: ["@USER"] })],
    accounts: { front: { "mei local": c } },
    tokens: { "front @USER": "perm_account_invalid", "front mei local": "made" },
  },
  {
    about: "the same user name is virtual where there is none",
    permissions: [{ users: ["mei"], assets: ["ledger"], accounts: ["@USER"] }],
    accounts: { ledger: { "@USER": c } },
    tokens: { "ledger @USER": "made" },
  },
  {
    about: "manual sign-in is virtual",
    permissions: [{ users: ["mei"], assets: ["ledger"], accounts: ["@INPUT"] }],
    accounts: { ledger: { "@INPUT": c } },
    tokens: { "ledger @INPUT": "made" },
  },
  {
    about: "anonymous works for the web only",
    permissions: [{ users: ["mei"], assets: ["ledger", "wiki"], accounts: ["@ANON"] }],
    accounts: { ledger: { "@ANON": c }, wiki: { "@ANON": c } },
    tokens: { "ledger @ANON": "error", "wiki @ANON": "made" },
  },
  {
    about: "the marker of specified accounts is nothing by itself",
    permissions: [onFront({ accounts: ["@SPEC", "admin"] })],
    accounts: { front: { admin: c } },
  },
  {
    about: "the marker alone still shows the asset",
    permissions: [onFront({ accounts: ["@SPEC"] })],
    accounts: { front: {} },
    assets: ["front"],
  },
  {
    about: "no accounts at all still show the asset",
    permissions: [onFront({ accounts: [] })],
    accounts: { front: {} },
    assets: ["front"],
  },
  {
    about: "all accounts without actions are none",
    permissions: [onFront({ accounts: ["@ALL"], actions: 0 })],
    accounts: { front: {} },
  },
  {
    about: "a named account without actions is listed and cannot be used",
    permissions: [onFront({ accounts: ["admin"], actions: 0 })],
    accounts: { front: { admin: [] } },
    tokens: { "front admin": "perm_account_invalid" },
  },
  {
    about: "an inactive permission grants nothing",
    permissions: [onFront({ accounts: ["@ALL"], isActive: false })],
    accounts: { front: {} },
    assets: [],
  },
  {
    about: "one that has not begun grants nothing",
    permissions: [onFront({ accounts: ["@ALL"], starts: 86_400 })],
    accounts: { front: {} },
    assets: [],
  },
  {
    about: "one that is over grants nothing",
    permissions: [onFront({ accounts: ["@ALL"], expires: -1 })],
    accounts: { front: {} },
    assets: [],
    tokens: { "front admin": "perm_account_invalid" },
  },
  {
    about: "actions last with the permission that gives them, the account as long as any",
    permissions: [
      onFront({ accounts: ["admin"], actions: 1, expires: 86_400 }),
      onFront({ accounts: ["admin"], actions: 2, expires: 864_000 }),
    ],
    accounts: { front: { admin: ["connect", "upload"] } },
  },
  {
    about: "a deactivated asset is listed and has no accounts",
    permissions: [{ users: ["mei"], assets: ["asleep"], accounts: ["@ALL"] }],
    accounts: { asleep: null },
    assets: ["asleep"],
  },
  {
    about: "an asset in no node counts as lying in the root, for its accounts alone",
    permissions: [{ users: ["mei"], nodes: ["root"], accounts: ["@INPUT"] }],
    accounts: { adrift: { "@INPUT": c } },
    assets: ["asleep", "bench", "bridge", "front", "ledger", "proxy", "wiki"],
  },
];
