import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../engine/testing/database.ts";
import { assetsBelow } from "./assets-below.ts";
import { effectiveAccounts } from "./effective-permissions.ts";
import { type GrantedTree, grantedChildren, nodeBy } from "./granted-tree.ts";
import { foldGrantChanges, permissionScope } from "./permission-scope.ts";
import { countPermitted, isPermitted, permittedAssets } from "./permitted-assets.ts";
import { createWorld, type World, type WorldPermission } from "./testing/world.ts";
import { wholeGrantedTree } from "./whole-tree.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createWorld(database.db, organizationId);
});
afterAll(() => database.drop());

const accounts = async (username: string, asset: string): Promise<Record<string, number>> => {
  const user = { id: world.ids[username] as string, username };
  const found = await effectiveAccounts(database.db, user, world.ids[asset] as string);
  return Object.fromEntries(found.map(({ alias, actions }) => [alias, actions]));
};

const names = async (condition: ReturnType<typeof sql>): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select t.name from assets t where ${condition} order by t.name`.execute(database.db);
  return rows.map(({ name }) => name);
};

const scope = (username: string) =>
  permissionScope(database.db, "user", world.ids[username] as string, organizationId);

/** Three ways to the same answer. */
const assets = async (username: string): Promise<string[]> => {
  const held = await scope(username);
  const found = await names(sql`t.id in (${permittedAssets(held)})`);
  expect(await names(isPermitted(held, "t.id"))).toEqual(found);
  expect(await countPermitted(database.db, held)).toBe(found.length);
  return found;
};

const tree = async (ungroupDirect = false): Promise<GrantedTree> => ({
  ...(await scope("mei")),
  ungroupDirect,
});

const under = async (node: string, ungroupDirect = false): Promise<string[]> => {
  const found = await nodeBy(database.db, await scope("mei"), { id: world.ids[node] as string });
  if (found === null) throw new Error(node);
  const { condition } = await assetsBelow(database.db, await tree(ungroupDirect), found);
  return names(condition);
};

const amounts = async (ungroupDirect = false): Promise<Record<string, number>> => {
  const nodes = await wholeGrantedTree(database.db, await tree(ungroupDirect));
  return Object.fromEntries(nodes.map(({ key, amount }) => [key.slice(world.rootKey.length), amount]));
};

const toBuilders: WorldPermission = { groups: ["builders"], nodes: ["web"], accounts: ["admin"] };

describe("accounts", () => {
  test("a permission of a group on a node reaches the accounts of assets below it", async () => {
    await world.permit(toBuilders);
    expect(await accounts("mei", "front")).toEqual({ admin: 1 });
    expect(await accounts("tom", "front")).toEqual({});
  });

  test("inactive accounts are never granted", async () => {
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["@ALL", "retired"] });
    expect(Object.keys(await accounts("mei", "front")).sort()).toEqual([
      "admin",
      "batch key",
      "batch password",
      "mei local",
      "release key",
    ]);
  });

  test.each([
    ["inactive", { isActive: false }],
    ["not started", { starts: 86_400 }],
    ["expired", { expires: -1 }],
  ])("a permission that is %s grants nothing", async (_name, state) => {
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"], ...state });
    expect(await accounts("mei", "front")).toEqual({});
    expect(await assets("mei")).toEqual([]);
  });

  test("the end of a permission is exclusive", async () => {
    const [id] = await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
    await database.db.transaction().execute(async (db) => {
      // now() stands still inside a transaction.
      await sql`update asset_permissions set date_expired = now() where id = ${id}`.execute(db);
      const user = { id: world.ids.mei as string, username: "mei" };
      expect(await effectiveAccounts(db, user, world.ids.front as string)).toEqual([]);
    });
  });

  test("an asset without a node counts as lying in the root, for its accounts only", async () => {
    await world.permit({ users: ["mei"], nodes: ["root"], accounts: ["@INPUT"] });
    expect(await accounts("mei", "adrift")).toEqual({ "@INPUT": 1 });
    expect(await assets("mei")).not.toContain("adrift");
  });

  test("a member of a named group who leaves it loses the permission at once", async () => {
    await world.permit(toBuilders);
    const membership = sql`user_group_members where user_id = ${world.ids.mei} and usergroup_id = ${world.ids.builders}`;
    await sql`delete from ${membership}`.execute(database.db);
    expect(await accounts("mei", "front")).toEqual({});
    await sql`insert into user_group_members (user_id, usergroup_id) values (${world.ids.mei}, ${world.ids.builders})`.execute(
      database.db,
    );
    expect(await accounts("mei", "front")).toEqual({ admin: 1 });
  });
});

describe("assets", () => {
  test("below a granted node, keys compared by level: 1:10 is not below 1:1", async () => {
    await world.permit(toBuilders);
    expect(await assets("mei")).toEqual(["bridge", "front", "proxy"]);
    expect(await assets("tom")).toEqual([]);
  });

  test("a permission without accounts still shows its assets", async () => {
    await world.permit({ users: ["mei"], assets: ["front"], accounts: [] });
    expect(await assets("mei")).toEqual(["front"]);
    expect(await accounts("mei", "front")).toEqual({});
  });

  test("inactive assets are shown", async () => {
    await world.permit({ users: ["mei"], assets: ["asleep"], accounts: ["@ALL"] });
    expect(await assets("mei")).toEqual(["asleep"]);
  });
});

describe("tree", () => {
  const mixed: readonly WorldPermission[] = [
    { users: ["mei"], nodes: ["web"], accounts: ["@ALL"] },
    { users: ["mei"], assets: ["ledger"], accounts: ["@ALL"] },
  ];

  test("counts distinct assets under granted nodes, and direct ones where they lie", async () => {
    await world.permit(...mixed);
    expect(await amounts()).toEqual({ "": 4, ":1": 3, ":1:1": 2, ":2": 1 });
  });

  test("an asset granted through one node is not shown in another", async () => {
    await world.permit(...mixed);
    expect(await under("store")).toEqual(["ledger"]);
    expect(await under("web")).toEqual(["bridge", "front", "proxy"]);
    expect(await under("root")).toEqual(["bridge", "front", "ledger", "proxy"]);
  });

  test("direct assets are kept out of the tree where the setting says so", async () => {
    await world.permit(...mixed);
    expect(await amounts(true)).toEqual({ "": 3, ":1": 3, ":1:1": 2 });
    expect(await under("store", true)).toEqual([]);
  });

  test("levels agree with the whole tree", async () => {
    await world.permit(...mixed);
    const level = async (parent: string | null) =>
      (await grantedChildren(database.db, await tree(), parent)).map(({ value, amount }) => [value, amount]);
    expect(await level(null)).toEqual([[expect.any(String), 4]]);
    expect(await level(world.rootKey)).toEqual([
      ["store", 1],
      ["web", 3],
    ]);
    expect(await level(`${world.rootKey}:1`)).toEqual([["live", 2]]);
    expect(await level(`${world.rootKey}:10`)).toEqual([]);
  });

  test("a large tree is known from before only while nothing it is made of has changed", async () => {
    const many = Array.from({ length: 60 }, () => ({ users: ["mei"], assets: ["ledger"], accounts: [] }));
    const ids = await world.permit(...many);
    const top = async () =>
      (await grantedChildren(database.db, await tree(), world.rootKey)).map(({ value, amount }) => [
        value,
        amount,
      ]);
    expect(await top()).toEqual([["store", 1]]);
    expect(await top()).toEqual([["store", 1]]);
    const link = sql`asset_permission_nodes (permission_id, node_id) values (${ids[0]}, ${world.ids.web})`;
    await sql`insert into ${link}`.execute(database.db);
    expect(await top()).toEqual([
      ["store", 1],
      ["web", 3],
    ]);
    await database.db.transaction().execute(async (db) => {
      await sql`update nodes set value = 'shop' where id = ${world.ids.store}`.execute(db);
      // Not committed yet: nobody else sees it, and nobody keeps what will be wrong then.
      expect((await top()).map(([value]) => value)).toEqual(["store", "web"]);
    });
    expect((await top()).map(([value]) => value)).toEqual(["shop", "web"]);
    await foldGrantChanges(database.db);
    expect((await top()).map(([value]) => value)).toEqual(["shop", "web"]);
    await sql`update nodes set value = 'store' where id = ${world.ids.store}`.execute(database.db);
    await foldGrantChanges(database.db);
    expect((await top()).map(([value]) => value)).toEqual(["store", "web"]);
    await world.permit(...many);
    expect(await top()).toEqual([["store", 1]]);
  });

  test("what is kept of a large tree ends at the moment a permission begins or ends", async () => {
    const many = Array.from({ length: 60 }, () => ({ users: ["mei"], assets: ["ledger"], accounts: [] }));
    const [first] = await world.permit(...many, { users: ["mei"], nodes: ["web"], accounts: [] });
    const names = async () =>
      (await grantedChildren(database.db, await tree(), world.rootKey)).map(({ value }) => value);
    await sql`
      update asset_permissions set date_start = now() + interval '300 ms'
      where id in (select permission_id from asset_permission_nodes)
    `.execute(database.db);
    await sql`
      update asset_permissions set date_expired = now() + interval '600 ms' where id <> ${first}::uuid
    `.execute(database.db);
    expect(await names()).toEqual(["store"]);
    await expect.poll(names, { interval: 20 }).toEqual(["store", "web"]);
    await expect.poll(names, { interval: 20 }).toEqual(["store"]);
    expect(await names()).toEqual(["store"]);
  });

  test("a node granted inside a granted one changes nothing", async () => {
    await world.permit(mixed[0] as WorldPermission, {
      users: ["mei"],
      nodes: ["web/live"],
      accounts: ["@ALL"],
    });
    expect(await amounts()).toEqual({ "": 3, ":1": 3, ":1:1": 2 });
    expect(await under("web")).toEqual(["bridge", "front", "proxy"]);
  });

  test("a granted node without assets is shown empty", async () => {
    await sql`delete from asset_nodes where asset_id = ${world.ids.bench}`.execute(database.db);
    await world.permit({ users: ["mei"], nodes: ["lab"], accounts: ["@ALL"] });
    expect(await amounts()).toEqual({ "": 0, ":10": 0 });
    const children = await grantedChildren(database.db, await tree(), world.rootKey);
    expect(children).toMatchObject([{ value: "lab", amount: 0 }]);
  });
});

test("who is no member of the organization has nothing there, whatever still names them", async () => {
  await world.permit(toBuilders, { users: ["mei"], assets: ["ledger"], accounts: ["owner"] });
  const bindings = sql`role_bindings where user_id = ${world.ids.mei}`;
  const { rows } = await sql<{ role_id: string }>`delete from ${bindings} returning role_id`.execute(
    database.db,
  );
  expect(await assets("mei")).toEqual([]);
  expect(await accounts("mei", "ledger")).toEqual({});
  await sql`insert into role_bindings (user_id, role_id, scope, org_id)
    values (${world.ids.mei}, ${rows[0]?.role_id}, 'org', ${organizationId})`.execute(database.db);
  expect(await accounts("mei", "ledger")).toEqual({ owner: 1 });
});
