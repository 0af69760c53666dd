import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../engine/testing/database.ts";
import "../tables.ts";
import { createChild, ensurePath, ensureRootNode, type Node } from "./tree.ts";
import { moveNode } from "./tree-edits.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
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

describe("the node tree", () => {
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
      database.db.transaction().execute((db) => moveNode(db, branch.id, node.id, "test")),
    ).rejects.toMatchObject({
      code: "node_too_deep",
    });
  });

  it("refuses cycles and moves of the root", async () => {
    const root = await ensureRootNode(database.db, await newOrganization(), "Cycle");
    const a = await child(root, "a");
    const b = await child(a, "b");
    await expect(moveNode(database.db, a.id, b.id, "test")).rejects.toMatchObject({ code: "node_cycle" });
    await expect(moveNode(database.db, a.id, a.id, "test")).rejects.toMatchObject({ code: "node_cycle" });
    await expect(moveNode(database.db, root.id, b.id, "test")).rejects.toMatchObject({
      code: "root_node_move",
    });
  });

  it("makes the missing levels of a path once", async () => {
    const root = await ensureRootNode(database.db, await newOrganization(), "Path");
    const first = await ensurePath(database.db, root, "/Path/A/B", "test");
    expect(first.full_value).toBe("/Path/A/B");
    expect(await ensurePath(database.db, root, "A/B", "test")).toEqual(first);
    expect((await ensurePath(database.db, root, "/Path", "test")).id).toBe(root.id);
  });
});
