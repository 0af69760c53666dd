import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AssetAreas,
  startAssetAreas,
  testOrganizationIds,
  testPerson,
} from "../../../testing/asset-areas.ts";
import { byKey, type ModelNode, NodeTreeModel, Refused } from "../../../testing/node-tree-model.ts";

let areas: AssetAreas;
beforeAll(async () => {
  areas = await startAssetAreas([testPerson(1, "boss", "*")]);
});
afterAll(() => areas.close());

const organization = testOrganizationIds.default;
const call = (method: string, path: string, body?: unknown) =>
  areas.call(method, `assets/${path}`, body === undefined ? {} : { body });

/** An empty tree: its root, as the product keeps it. */
async function emptyTree(): Promise<NodeTreeModel> {
  const { db } = areas.services;
  await sql`delete from assets where org_id = ${organization}`.execute(db);
  await sql`delete from nodes where org_id = ${organization} and parent_id is not null`.execute(db);
  await sql`update nodes set next_child = 0 where org_id = ${organization}`.execute(db);
  const { rows } = await sql<{ id: string; key: string; value: string }>`
    select id, key, value from nodes where org_id = ${organization}
  `.execute(db);
  const root = rows[0] as { id: string; key: string; value: string };
  return new NodeTreeModel(root.id, [[root.id, { ...root, parent: null, nextChild: 0 }]]);
}

/** What the product shows, in the form of the model. */
async function shownTree() {
  const [nodes, items] = await Promise.all([
    call("GET", "nodes/"),
    call("GET", "nodes/children/tree/?all=all"),
  ]);
  type Item = { id: string; name: string; pId: string; meta: { data: { id: string; value: string } } };
  const amounts = new Map(
    (items.body as Item[]).map((item) => {
      expect(item.pId).toBe(item.id.replace(/:?\d+$/, ""));
      return [item.meta.data.id, Number(/ \((\d+)\)$/.exec(item.name)?.[1])];
    }),
  );
  return (nodes.body as { id: string; key: string; value: string; full_value: string }[])
    .map(({ id, key, value, full_value }) => ({ id, key, value, full_value, amount: amounts.get(id) }))
    .sort(byKey);
}

/** The maintained rows of each node and asset that are not what the links and the parents alone say. */
async function wrongCounts(): Promise<unknown[]> {
  const { rows } = await sql`
    with recursive above as (
      select id, id as ancestor, parent_id from nodes
      union all
      select above.id, n.id, n.parent_id from above join nodes n on n.id = above.parent_id
    ), expected as (
      select above.ancestor as node_id, l.asset_id, count(*)::int as links
      from asset_nodes l join above on above.id = l.node_id group by 1, 2
    ), kept as (select node_id, asset_id, links from node_subtree_assets)
    (table expected except table kept) union all (table kept except table expected)
  `.execute(areas.services.db);
  return rows;
}

const names = ["a", "b", "c", "New node 2", "斜", "x/y"];
const steps = [
  "create",
  "create",
  "create nameless",
  "create by path",
  "create below the root",
  "rename",
  "rename many",
  "move",
  "move",
  "move many",
  "delete",
  "delete many",
  "new asset",
  "new asset",
  "new asset by path",
  "put asset",
  "add assets",
  "add assets",
  "replace assets",
  "remove assets",
  "delete asset",
  "delete assets",
] as const;

interface Step {
  readonly kind: (typeof steps)[number];
  readonly picks: readonly number[];
  readonly name: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...steps),
  picks: fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 }),
  name: fc.constantFrom(...names),
});

/** One thing somebody does, to the model and to the product. */
interface Deed {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly expected: (model: NodeTreeModel) => void;
}

const unique = <T>(values: readonly (T | undefined)[]): T[] => [
  ...new Set(values.filter((value): value is T => value !== undefined)),
];

/** Turns a step into a deed, for the tree as it is. */
function deedOf(model: NodeTreeModel, { kind, picks, name }: Step): Deed | null {
  const nodes = [...model.nodes.values()].sort(byKey);
  const [node, other, third] = picks.map((pick) => nodes[pick % nodes.length]) as [
    ModelNode,
    ModelNode,
    ModelNode,
  ];
  const known = [...model.assets.keys()];
  const assets = unique(picks.slice(1).map((pick) => known[pick % Math.max(known.length, 1)]));
  const asset = assets[0];
  const id = randomUUID();
  const change = (verb: "add" | "replace" | "remove", expected: Deed["expected"]): Deed => ({
    method: "PUT",
    path: `nodes/${node.id}/assets/${verb}/`,
    body: { assets },
    expected,
  });
  const host = { id, name: id, address: "10.0.0.1", platform: 1 };
  switch (kind) {
    case "create":
      return {
        method: "POST",
        path: `nodes/${node.id}/children/`,
        body: { id, value: name },
        expected: (tree) => tree.create(id, node.id, name),
      };
    case "create nameless":
      return {
        method: "POST",
        path: `nodes/${node.id}/children/`,
        body: { id },
        expected: (tree) => tree.create(id, node.id, null),
      };
    case "create below the root":
      return {
        method: "POST",
        path: "nodes/",
        body: { id, value: name },
        expected: (tree) => tree.create(id, tree.rootId, name),
      };
    case "create by path": {
      if (name.includes("/")) return null;
      const path = `${model.pathOf(node.id)}/${name}`;
      return {
        method: "POST",
        path: "nodes/",
        body: { id, full_value: path },
        expected: (tree) => {
          if (tree.childrenOf(node.id).some(({ value }) => value === name)) return;
          tree.create(id, node.id, name);
        },
      };
    }
    case "rename":
      return {
        method: "PATCH",
        path: `nodes/${node.id}/`,
        body: { value: name },
        expected: (tree) => tree.rename(node.id, name),
      };
    case "rename many": {
      const chosen = unique([node.id, other.id]);
      return {
        method: "PATCH",
        path: "nodes/",
        body: chosen.map((one, index) => ({ id: one, value: `${name}${index}` })),
        expected: (tree) =>
          chosen.forEach((one, index) => {
            tree.rename(one, `${name}${index}`);
          }),
      };
    }
    case "move":
      return {
        method: "PUT",
        path: `nodes/${other.id}/children/add/`,
        body: { nodes: [node.id] },
        expected: (tree) => tree.move(node.id, other.id),
      };
    case "move many": {
      const chosen = unique([node.id, third.id]);
      return {
        method: "PATCH",
        path: `nodes/${other.id}/children/add/`,
        body: { nodes: chosen },
        expected: (tree) => {
          for (const one of chosen) tree.move(one, other.id);
        },
      };
    }
    case "delete":
      return { method: "DELETE", path: `nodes/${node.id}/`, expected: (tree) => tree.delete(node.id) };
    case "delete many": {
      const chosen = unique([node.id, other.id]);
      return {
        method: "DELETE",
        path: `nodes/?ids=${chosen.join(",")}`,
        expected: (tree) => {
          for (const one of chosen) if (tree.nodes.has(one)) tree.delete(one);
        },
      };
    }
    case "new asset":
      return {
        method: "POST",
        path: "hosts/",
        body: { ...host, nodes: unique([node.id, other.id]) },
        expected: (tree) => tree.assign(id, [node.id, other.id]),
      };
    case "new asset by path":
      return {
        method: "POST",
        path: "hosts/",
        body: { ...host, nodes_display: [model.pathOf(node.id)] },
        expected: (tree) => tree.assign(id, [node.id]),
      };
  }
  if (asset === undefined) return null;
  switch (kind) {
    case "put asset": {
      const chosen = unique([node.id, other.id]).slice(0, (picks[3] ?? 0) % 3);
      return {
        method: "PATCH",
        path: `hosts/${asset}/`,
        body: { nodes: chosen },
        expected: (tree) => tree.assign(asset, chosen),
      };
    }
    case "add assets":
      return change("add", (tree) => tree.addTo(node.id, assets));
    case "replace assets":
      return change("replace", (tree) => {
        for (const one of assets) tree.assign(one, [node.id]);
      });
    case "remove assets":
      return change("remove", (tree) => tree.removeFrom(node.id, assets));
    case "delete asset":
      return { method: "DELETE", path: `hosts/${asset}/`, expected: (tree) => tree.assets.delete(asset) };
    case "delete assets":
      return {
        method: "DELETE",
        path: `assets/?ids=${assets.join(",")}`,
        expected: (tree) => {
          // All of them at once only by selecting them.
          if (assets.length > 1 && assets.length === tree.assets.size) throw new Refused(400);
          for (const one of assets) tree.assets.delete(one);
        },
      };
  }
}

/** Does a deed to both, and answers the model as it is afterwards. */
async function perform(model: NodeTreeModel, { method, path, body, expected }: Deed): Promise<NodeTreeModel> {
  const tried = model.copy();
  let refused: Refused | null = null;
  try {
    expected(tried);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refused = error;
  }
  const answer = await call(method, path, body);
  const told = JSON.stringify({ method, path, body, status: answer.status, answer: answer.body });
  if (refused !== null) {
    expect(refused.statuses, told).toContain(answer.status);
    return model;
  }
  expect(answer.status, told).toBeLessThan(300);
  return tried;
}

describe("the node tree", () => {
  it("is what a plain model of it is, after each of many random changes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (chosen) => {
        let model = await emptyTree();
        for (const one of chosen) {
          const deed = deedOf(model, one);
          if (deed === null) continue;
          model = await perform(model, deed);
          expect(await shownTree()).toEqual(model.shown());
        }
        expect(await wrongCounts()).toEqual([]);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  }, 240_000);

  it("stays a tree, rightly counted, whatever several people do to it at once", async () => {
    await emptyTree();
    const person = async (seed: number) => {
      const answers: { status: number }[] = [];
      for (const one of fc.sample(step, { numRuns: 60, seed })) {
        const deed = deedOf(await seenTree(), one);
        if (deed !== null) answers.push({ ...(await call(deed.method, deed.path, deed.body)), ...deed });
      }
      return answers;
    };
    const answers = (await Promise.all([1, 2, 3, 4, 5, 6].map(person))).flat();
    expect(answers.filter(({ status }) => ![200, 201, 204, 400, 403, 404, 409].includes(status))).toEqual([]);
    expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(100);
    expect(await wrongCounts()).toEqual([]);
    expect(await shownTree()).toEqual((await seenTree()).shown());
  }, 120_000);
});

/** The model of what is there now, read from parents, names and links alone. */
async function seenTree(): Promise<NodeTreeModel> {
  const { db } = areas.services;
  const { rows } = await sql<ModelNode>`
    select id, parent_id as parent, key, value, next_child as "nextChild" from nodes where org_id = ${organization}
  `.execute(db);
  const links = await sql<{ id: string; nodes: string[] }>`
    select a.id, array_agg(l.node_id) as nodes from assets a join asset_nodes l on l.asset_id = a.id
    where a.org_id = ${organization} group by a.id
  `.execute(db);
  const root = rows.find(({ parent }) => parent === null) as ModelNode;
  return new NodeTreeModel(
    root.id,
    rows.map((node) => [node.id, node] as const),
    links.rows.map(({ id, nodes }) => [id, new Set(nodes)] as const),
  );
}
