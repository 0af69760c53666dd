import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "../../../engine/errors.ts";
import { createTestDatabase, type TestDatabase } from "../../../engine/testing/database.ts";
import "../tables.ts";
import { seedPlatforms } from "../platforms/seed.ts";
import {
  clearBelow,
  createChild,
  ensurePath,
  ensureRootNode,
  moveNode,
  type Node,
  renameNode,
} from "./tree.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedPlatforms(database.db);
});
afterAll(() => database.drop());

const newName = (number: number) => `New node ${number}`;
const child = (parent: Node, value: string | null = null) =>
  createChild(database.db, parent.id, { value, newName, createdBy: "test" });

/** The tree knows no area of organizations, but its rows stand for real ones. */
async function newOrganization(): Promise<string> {
  const id = randomUUID();
  await sql`insert into organizations (id, name) values (${id}, ${id})`.execute(database.db);
  return id;
}

async function addAsset(organization: string): Promise<string> {
  const { id } = await database.db
    .insertInto("assets")
    .values({
      org_id: organization,
      name: randomUUID(),
      address: "a",
      platform_id: 1,
      category: "host",
      type: "linux",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** What the closure must hold, counted from the links and the parents alone. */
const naive = (organization: string) =>
  sql<{ node_id: string; asset_id: string; links: number }>`
    with recursive above as (
      select id, id as ancestor, parent_id from nodes where org_id = ${organization}
      union all
      select above.id, n.id, n.parent_id from above join nodes n on n.id = above.parent_id
    )
    select above.ancestor as node_id, l.asset_id, count(*)::int as links
    from asset_nodes l join above on above.id = l.node_id
    group by 1, 2 order by 1, 2
  `.execute(database.db);

const kept = (organization: string) =>
  sql<{ node_id: string; asset_id: string; links: number }>`
    select s.node_id, s.asset_id, s.links from node_subtree_assets s
    join nodes n on n.id = s.node_id where n.org_id = ${organization} order by 1, 2
  `.execute(database.db);

async function checkTree(organization: string): Promise<void> {
  expect((await kept(organization)).rows).toEqual((await naive(organization)).rows);
  const { rows } = await sql<Node & { above_key: string; above_path: string; parent_key: string }>`
    select n.*, p.key as above_key, p.full_value as above_path from nodes n
    left join nodes p on p.id = n.parent_id where n.org_id = ${organization}
  `.execute(database.db);
  for (const node of rows) {
    if (node.parent_id === null) continue;
    expect(node.parent_key).toBe(node.above_key);
    expect(node.full_value).toBe(`${node.above_path}/${node.value}`);
  }
}

type Step =
  | { kind: "create" | "move" | "delete" | "rename"; node: number; other: number }
  | { kind: "asset" | "link" | "unlink" | "replace" | "remove"; node: number; other: number };

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step["kind"][]>(
    "create",
    "create",
    "move",
    "move",
    "delete",
    "rename",
    "asset",
    "link",
    "link",
    "unlink",
    "replace",
    "remove",
  ),
  node: fc.nat(50),
  other: fc.nat(50),
}) as fc.Arbitrary<Step>;

async function apply(organization: string, { kind, node: nodeIndex, other }: Step): Promise<void> {
  const { db } = database;
  const nodes = await db
    .selectFrom("nodes")
    .selectAll()
    .where("org_id", "=", organization)
    .orderBy("key")
    .execute();
  const assets = await db
    .selectFrom("assets")
    .select("id")
    .where("org_id", "=", organization)
    .orderBy("name")
    .execute();
  const node = nodes[nodeIndex % nodes.length] as Node;
  const second = nodes[other % nodes.length] as Node;
  const asset = assets[other % Math.max(assets.length, 1)]?.id;
  const link = (asset_id: string, node_id: string) =>
    db
      .insertInto("asset_nodes")
      .values({ asset_id, node_id })
      .onConflict((on) => on.doNothing())
      .execute();
  await db
    .transaction()
    .execute(async (transaction) => {
      switch (kind) {
        case "create":
          await createChild(transaction, node.id, { value: null, newName, createdBy: "test" });
          return;
        case "move":
          return moveNode(transaction, node.id, second.id);
        case "rename":
          if (node.parent_id !== null) await renameNode(transaction, node.id, `renamed ${other}`, "test");
          return;
        case "delete":
          if (node.parent_id === null) return;
          await clearBelow(transaction, node.id);
          await transaction.deleteFrom("nodes").where("id", "=", node.id).execute();
          return;
      }
    })
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  switch (kind) {
    case "asset":
      await link(await addAsset(organization), node.id);
      return;
    case "link":
      if (asset !== undefined) await link(asset, node.id);
      return;
    case "unlink":
      if (asset !== undefined)
        await db
          .deleteFrom("asset_nodes")
          .where("asset_id", "=", asset)
          .where("node_id", "=", node.id)
          .execute();
      return;
    case "replace":
      if (asset === undefined) return;
      await db.deleteFrom("asset_nodes").where("asset_id", "=", asset).execute();
      await link(asset, node.id);
      return;
    case "remove":
      if (asset !== undefined) await db.deleteFrom("assets").where("id", "=", asset).execute();
  }
}

describe("the node tree", () => {
  it("counts assets of subtrees as a naive recount does, whatever is done to it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const organization = await newOrganization();
        await ensureRootNode(database.db, organization, "Org");
        for (const one of steps) await apply(organization, one);
        await checkTree(organization);
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it("stays right under concurrent writers", async () => {
    const organization = await newOrganization();
    const root = await ensureRootNode(database.db, organization, "Org");
    for (let i = 0; i < 6; i++)
      await child(
        i % 2 === 0
          ? root
          : ((await database.db
              .selectFrom("nodes")
              .selectAll()
              .where("org_id", "=", organization)
              .orderBy("key", "desc")
              .executeTakeFirstOrThrow()) as Node),
      );
    for (let i = 0; i < 4; i++) await apply(organization, { kind: "asset", node: i, other: 0 });
    const worker = async (seed: number) => {
      for (const one of fc.sample(step, { numRuns: 40, seed }))
        await apply(organization, one).catch(tolerateDeadNodes);
    };
    await Promise.all([1, 2, 3, 4, 5, 6].map(worker));
    await checkTree(organization);
  }, 60_000);

  it("gives every organization one root, keyed without races", async () => {
    const organizations = await Promise.all(Array.from({ length: 8 }, newOrganization));
    const roots = await Promise.all(
      [...organizations, ...organizations].map((id) => ensureRootNode(database.db, id, "Twin")),
    );
    expect(new Set(roots.map(({ id }) => id)).size).toBe(8);
    expect(new Set(roots.map(({ key }) => key)).size).toBe(8);
  });

  it("names children after a free number and refuses twins", async () => {
    const root = await ensureRootNode(database.db, await newOrganization(), "Names");
    expect((await child(root)).value).toBe("New node 1");
    await child(root, "New node 2");
    expect((await child(root)).value).toBe("New node 3");
    await expect(child(root, "New node 2")).rejects.toMatchObject({ status: 400, code: "node_name_taken" });
    await expect(child(root, "a/b")).rejects.toMatchObject({
      status: 400,
      errors: { value: [expect.anything()] },
    });
  });

  it("gives concurrent children keys of their own", async () => {
    const root = await ensureRootNode(database.db, await newOrganization(), "Race");
    const children = await Promise.all(
      Array.from({ length: 10 }, () =>
        database.db
          .transaction()
          .execute((db) => createChild(db, root.id, { value: null, newName, createdBy: "test" })),
      ),
    );
    expect(new Set(children.map(({ key }) => key)).size).toBe(10);
    expect(new Set(children.map(({ value }) => value)).size).toBe(10);
  });

  it("says so when the tree would be too deep, on create and on move", async () => {
    const root = await ensureRootNode(database.db, await newOrganization(), "Deep");
    let node = root;
    const deep = async () => {
      for (;;) node = await child(node, "x");
    };
    await expect(deep()).rejects.toMatchObject({ status: 400, code: "node_too_deep" });
    const branch = await child(root, "branch");
    const leaf = await child(branch, "leaf");
    await child(leaf, "leaf");
    await expect(
      database.db.transaction().execute((db) => moveNode(db, branch.id, node.id)),
    ).rejects.toMatchObject({
      code: "node_too_deep",
    });
  });

  it("refuses cycles and moves of the root", async () => {
    const root = await ensureRootNode(database.db, await newOrganization(), "Cycle");
    const a = await child(root, "a");
    const b = await child(a, "b");
    await expect(moveNode(database.db, a.id, b.id)).rejects.toMatchObject({ code: "node_cycle" });
    await expect(moveNode(database.db, a.id, a.id)).rejects.toMatchObject({ code: "node_cycle" });
    await expect(moveNode(database.db, root.id, b.id)).rejects.toMatchObject({ code: "root_node_move" });
  });

  it("makes the missing levels of a path once", async () => {
    const root = await ensureRootNode(database.db, await newOrganization(), "Path");
    const first = await ensurePath(database.db, root, "/Path/A/B", "test");
    expect(first.full_value).toBe("/Path/A/B");
    expect(await ensurePath(database.db, root, "A/B", "test")).toEqual(first);
    expect((await ensurePath(database.db, root, "/Path", "test")).id).toBe(root.id);
  });
});

/** What another worker removed meanwhile is refused by the database; the engine repeats deadlocked requests. */
function tolerateDeadNodes(error: unknown): void {
  const code = (error as { code?: string }).code;
  if (code !== "23503" && code !== "23505" && code !== "40P01") throw error;
}
