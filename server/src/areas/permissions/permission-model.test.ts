import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../engine/testing/database.ts";
import { assetsBelow } from "./assets-below.ts";
import { effectiveAccounts } from "./effective-permissions.ts";
import { accountsOfAsset, chainedGrants, userFacts } from "./explain/facts.ts";
import { judge } from "./explain/verdict.ts";
import { type GrantedTree, grantedChildren, nodeBy } from "./granted-tree.ts";
import { permissionScope } from "./permission-scope.ts";
import { isPermitted, permittedAssets, permittedWithin } from "./permitted-assets.ts";
import type { Change } from "./preview/classes.ts";
import type { Draft } from "./preview/draft.ts";
import { changeImpact } from "./preview/preview.ts";
import { type InstalledModel, installModel } from "./testing/install-model.ts";
import {
  isValid,
  liesUnder,
  type ModelPermission,
  type ModelWorld,
  modelAccounts,
  modelAssets,
  modelChanges,
  modelTriples,
  modelWorlds,
  names,
} from "./testing/model.ts";
import { wholeGrantedTree } from "./whole-tree.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Worlds a property is looked at in; each costs up to a hundred questions. */
const runs = 15;

/** In milliseconds; shrinking a failure takes many worlds more. */
const timeout = 300_000;

async function assetIds(condition: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select t.id from assets t where ${condition}`.execute(
    database.db,
  );
  return rows.map(({ id }) => id).sort();
}

const idsAt = (ids: readonly string[], indexes: readonly number[]): string[] =>
  indexes.map((at) => ids[at] ?? "").sort();

test("accounts, by the product and by the explanation, are those of the contract", {
  timeout: timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(modelWorlds, async (world) => {
      const ids = await installModel(database.db, world);
      for (const [user, { username }] of world.users.entries()) {
        for (const [asset, { org }] of world.assets.entries()) {
          const expected = accountIds(ids, modelAccounts(world, user, asset));
          const [userId, assetId] = [ids.users[user] ?? "", ids.assets[asset] ?? ""];
          const found = await effectiveAccounts(database.db, { id: userId, username }, assetId);
          expect(Object.fromEntries(found.map(({ id, actions }) => [id, actions]))).toEqual(expected);
          const assetRow = { id: assetId, org_id: ids.orgs[org] ?? "" };
          const facts = await userFacts(database.db, userId, assetRow.org_id);
          const { grants } = await chainedGrants(database.db, userId, assetRow);
          const { obstacles, accounts } = judge(
            {
              username,
              user: facts,
              mayConnect: true,
              asset: { isActive: true, category: "web" },
              grants,
              accounts: await accountsOfAsset(database.db, assetId),
              now: new Date(),
            },
            null,
          );
          // Anyone who is no member reads that first; what their permissions would give beside it counts for nobody.
          if (obstacles.includes("not_member")) {
            expect(expected).toEqual({});
            continue;
          }
          const granted = accounts.filter(({ sources, actions }) => sources.length > 0 || actions > 0);
          const usable = Object.entries(expected).filter(([, actions]) => actions > 0);
          expect(
            Object.fromEntries(
              granted.filter(({ actions }) => actions > 0).map((one) => [one.id, one.actions]),
            ),
          ).toEqual(Object.fromEntries(usable));
          expect(accounts.some(({ obstacle }) => obstacle === null)).toBe(
            Object.values(expected).some((actions) => (actions & 1) !== 0),
          );
        }
      }
    }),
    { numRuns: runs },
  );
});

/** The model's accounts under the ids of the database. */
function accountIds(ids: InstalledModel, accounts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries(
    [...accounts].map(([key, actions]) => [
      key.startsWith("@") ? key : (ids.accounts[Number(key)] ?? ""),
      actions,
    ]),
  );
}

test("assets and trees are those of the contract, in each organization", { timeout: timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(modelWorlds, fc.boolean(), async (world, ungroupDirect) => {
      const { db } = database;
      const ids = await installModel(db, world);
      for (const [user] of world.users.entries()) {
        for (const [org, orgId] of ids.orgs.entries()) {
          const scope = await permissionScope(db, "user", ids.users[user] ?? "", orgId);
          const expected = idsAt(ids.assets, modelAssets(world, user, org));
          expect(await assetIds(sql`t.id in (${permittedAssets(scope)})`)).toEqual(expected);
          expect(await assetIds(isPermitted(scope, "t.id"))).toEqual(expected);
          const within = await permittedWithin(db, scope);
          expect(await within.count?.(null)).toBe(expected.length);
          expect(await within.count?.(sql`true`)).toBe(expected.length);
          const tree: GrantedTree = { ...scope, ungroupDirect };
          await expectTree(world, ids, tree, user, org);
        }
      }
    }),
    { numRuns: runs },
  );
});

/** Every node of the tree: shown or not, its count, what is below it, and the same level by level. */
async function expectTree(
  world: ModelWorld,
  ids: InstalledModel,
  tree: GrantedTree,
  user: number,
  org: number,
) {
  const { db } = database;
  const inTree = (at: number): ((asset: number) => boolean) => {
    const below = (node: number) => liesUnder(world, node, at);
    const granted = world.permissions.filter(
      (one) => one.org === org && isValid(one) && names(world, one, user),
    );
    const throughNodes = granted.flatMap(({ nodes }) => nodes);
    const direct = tree.ungroupDirect ? [] : granted.flatMap(({ assets }) => assets);
    return (asset) => {
      const nodes = world.assets[asset]?.nodes ?? [];
      const under = nodes.filter(below);
      return (
        (direct.includes(asset) && under.length > 0) ||
        throughNodes.some((node) =>
          liesUnder(world, at, node)
            ? under.length > 0
            : below(node) && nodes.some((own) => liesUnder(world, own, node)),
        )
      );
    };
  };
  const shown = new Map((await wholeGrantedTree(db, tree)).map((node) => [node.id, node]));
  for (const [at, { org: owner }] of world.nodes.entries()) {
    if (owner !== org) continue;
    const id = ids.nodes[at] ?? "";
    const node = await nodeBy(db, tree, { id });
    if (node === null) throw new Error(id);
    const expected = idsAt(
      ids.assets,
      world.assets.flatMap((_one, asset) => (inTree(at)(asset) ? [asset] : [])),
    );
    // Below some nodes as a set, below the others row by row.
    const below = await assetsBelow(db, tree, node, at % 2 === 0 ? 1 : 1_000);
    expect(await assetIds(below.condition)).toEqual(expected);
    expect(await below.count?.(at % 3 === 0 ? null : sql`true`)).toBe(expected.length);
    const known = shown.get(id);
    if (known === undefined) expect(expected).toEqual([]);
    else expect({ key: node.key, amount: known.amount }).toEqual({ key: node.key, amount: expected.length });
    const children = await grantedChildren(db, tree, node.key);
    const wanted = [...shown.values()].filter(({ parent_key }) => parent_key === node.key);
    const line = ({ id: own, amount }: { id: string; amount: number }) => `${own} ${amount}`;
    expect(children.map(line).sort()).toEqual(wanted.map(line).sort());
  }
}

test("the preview of a change tells exactly the triples that come, go and change", {
  timeout: timeout,
}, async () => {
  const changes = modelWorlds.chain((world) =>
    fc.record({
      world: fc.constant(world),
      what: fc.constantFrom("make", "change", "delete"),
      several: fc.boolean(),
      next: modelChanges(world, world.permissions[0]?.org ?? 0),
    }),
  );
  await fc.assert(
    fc.asyncProperty(changes, async ({ world, what, several, next }) => {
      const ids = await installModel(database.db, world);
      const org = world.permissions[0]?.org ?? 0;
      const changed = world.permissions.flatMap((one, at) =>
        what !== "make" && (at === 0 || (several && one.org === org)) ? [at] : [],
      );
      const kept = world.permissions.filter((_one, at) => !changed.includes(at));
      const after = what === "delete" ? null : next;
      const becoming = changed.length === 0 ? [next] : changed.flatMap(() => after ?? []);
      const earlier = modelTriples(world);
      const later = modelTriples({ ...world, permissions: [...kept, ...becoming] });
      const draftAfter = after === null ? null : draftOf(ids, after);
      const running = { before: null, after: null };
      const change: Change = {
        organizationId: ids.orgs[org] ?? "",
        permissions:
          what === "make"
            ? [{ permissionId: null, before: null, after: draftAfter, running }]
            : changed.map((at) => ({
                permissionId: ids.permissions[at] ?? "",
                before: draftOf(ids, world.permissions[at] as ModelPermission),
                after: draftAfter,
                running,
              })),
        templates: [],
      };
      const gone = [...earlier.keys()].filter((triple) => !later.has(triple));
      const come = [...later.keys()].filter((triple) => !earlier.has(triple));
      const other = [...later].filter(
        ([triple, bits]) => earlier.has(triple) && earlier.get(triple) !== bits,
      );
      const touched = [...gone, ...come, ...other.map(([triple]) => triple)].map((triple) =>
        triple.split(" "),
      );
      expect(await changeImpact(database.db, change)).toEqual({
        added: come.length,
        removed: gone.length,
        changed: other.length,
        users: new Set(touched.map(([user]) => user)).size,
        assets: new Set(touched.map(([, asset]) => asset)).size,
      });
    }),
    { numRuns: runs * 4 },
  );
});

function draftOf(ids: InstalledModel, permission: ModelPermission): Draft | null {
  if (!isValid(permission)) return null;
  const dateExpired = new Date(Date.now() + permission.expires * 3_600_000);
  return {
    isValid: true,
    hasStarted: true,
    sessionsEnd: dateExpired,
    users: idsAt(ids.users, permission.users),
    groups: idsAt(ids.groups, permission.groups),
    assets: idsAt(ids.assets, permission.assets),
    nodes: idsAt(ids.nodes, permission.nodes),
    accounts: permission.accounts,
    actions: permission.actions,
    dateExpired,
  };
}
