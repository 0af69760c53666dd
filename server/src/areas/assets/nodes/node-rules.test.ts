import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AssetAreas,
  type CallOptions,
  startAssetAreas,
  testOrganizationIds,
  testPerson,
} from "../../../testing/asset-areas.ts";
import { type MadeNode, nodeCaller } from "../../../testing/node-caller.ts";

let areas: AssetAreas;
beforeAll(async () => {
  areas = await startAssetAreas([testPerson(1, "boss", "*")]);
});
afterAll(() => areas.close());

const { call, must, root, branch, below, host } = nodeCaller(() => areas);
const inOther = { organization: testOrganizationIds.other };
const inRoot = { organization: testOrganizationIds.root };

const text = expect.any(String);
const detail = { detail: text, code: text };

describe("nodes: what is answered", () => {
  it("shows a node with its fields, and no others", async () => {
    const top = await branch("fields");
    expect(await must("GET", `nodes/${top.id}/`)).toEqual({
      id: top.id,
      key: top.key,
      value: "fields",
      name: "fields",
      org_id: testOrganizationIds.default,
      org_name: "default",
      full_value: "/default/fields",
    });
    expect(await must("PUT", `nodes/${top.id}/`, {})).toMatchObject({ value: "fields" });
    expect(await must("PATCH", `nodes/${top.id}/`, { value: null })).toMatchObject({ value: "fields" });
    expect(
      await must("PATCH", `nodes/${top.id}/`, { value: "", key: "9:9", full_value: "/x" }),
    ).toMatchObject({
      value: "fields",
      key: top.key,
      full_value: "/default/fields",
    });
  });

  it("filters, searches and orders the list", async () => {
    const top = await branch("listed");
    const low = await below(top, "deeper");
    for (const query of [`value=deeper`, `key=${low.key}`, `id=${low.id}`, "search=listed/deep"]) {
      expect(await must("GET", `nodes/?${query}`), query).toMatchObject([{ id: low.id }]);
    }
    const keys = (await must("GET", "nodes/?order=-value")).map(({ value }: MadeNode) => value);
    expect(keys).toEqual([...keys].sort().reverse());
    expect(await must("GET", "nodes/?limit=1")).toMatchObject({ count: expect.any(Number), results: [{}] });
    const suggested = await must("GET", "nodes/suggestions/?search=deeper");
    expect(suggested).toMatchObject([{ id: low.id }]);
  });

  it("lists children of the root, of an id, of a key, and of whole subtrees", async () => {
    const first = await root();
    const top = await branch("family");
    const low = await below(top, "child");
    const lowest = await below(low, "grandchild");
    const ids = async (path: string, options: CallOptions = {}) =>
      (await must("GET", path, undefined, options)).map(({ id }: MadeNode) => id);
    expect((await ids("nodes/children/"))[0]).toBe(first.id);
    expect(await ids("nodes/children/")).toContain(top.id);
    expect(await ids("nodes/children/")).not.toContain(low.id);
    expect(await ids("nodes/children/?all=all")).toEqual(expect.arrayContaining([first.id, lowest.id]));
    expect(await ids(`nodes/children/?id=${top.id}`)).toEqual([low.id]);
    expect(await ids(`nodes/children/?key=${top.key}`)).toEqual([low.id]);
    expect(await ids(`nodes/${top.id}/children/`)).toEqual([low.id]);
    expect(await ids(`nodes/children/?key=${top.key}&all=all`)).toEqual([low.id, lowest.id]);
    expect(await ids(`nodes/${top.id}/children/?search=none`)).toEqual([]);
    // Anyone who looks at a tree first is shown its root.
    await must("GET", "nodes/children/tree/", undefined, inOther);
    const other = await root(inOther);
    expect(await ids("nodes/children/", inRoot)).toEqual(expect.arrayContaining([first.id, other.id]));
    expect(await ids("nodes/children/", inRoot)).not.toContain(top.id);
    expect(await ids("nodes/children/?all=all", inRoot)).toEqual(
      expect.arrayContaining([lowest.id, other.id]),
    );
  });

  it("makes children below the root and below a node, under a name that is free", async () => {
    const made = await must("POST", "nodes/children/", { value: "by children" });
    expect(made.full_value).toBe("/default/by children");
    expect(await call("POST", "nodes/children/", { value: "by children" })).toMatchObject({
      status: 400,
      body: detail,
    });
    expect(await call("POST", "nodes/", { value: "by children" })).toMatchObject({
      status: 400,
      body: { value: [text] },
    });
    expect((await below(made)).value).toBe("New node 1");
    const id = randomUUID();
    expect(await must("POST", `nodes/${made.id}/children/`, { id, value: "given" })).toMatchObject({ id });
    expect(await call("POST", `nodes/${made.id}/children/`, { id, value: "again" })).toMatchObject({
      status: 400,
      body: { id: [text] },
    });
    const chinese = await call(
      "POST",
      `nodes/${made.id}/children/`,
      {},
      { headers: { "accept-language": "zh" } },
    );
    expect(chinese.body.value).toBe("新节点 1");
  });

  it.each([
    ["a name with /", { value: "a/b" }, { value: [text] }],
    ["a name that is too long", { value: "x".repeat(129) }, { value: [text] }],
    ["a name with a NUL", { value: "a\0b" }, { value: [text] }],
    ["an id that is none", { id: "x", value: "n" }, { id: [text] }],
  ])("refuses %s", async (_what, body, errors) => {
    const top = await branch();
    expect(await call("POST", `nodes/${top.id}/children/`, body)).toMatchObject({
      status: 400,
      body: errors,
    });
    expect(await call("POST", "nodes/", body)).toMatchObject({ status: 400, body: errors });
    if (!("id" in body)) {
      expect(await call("PATCH", `nodes/${top.id}/`, body)).toMatchObject({ status: 400, body: errors });
    }
  });

  it("refuses a tree that is too deep, and says so", async () => {
    let node = await branch("1");
    for (;;) {
      const answer = await call("POST", `nodes/${node.id}/children/`, { value: "1" });
      if (answer.status !== 201) {
        expect(answer).toMatchObject({ status: 400, body: { code: "node_too_deep", detail: /64/ } });
        break;
      }
      node = answer.body;
    }
    expect(node.key.length).toBeGreaterThan(60);
    const path = `/${Array.from({ length: 40 }, () => "p").join("/")}`;
    expect(await call("POST", "nodes/", { full_value: path })).toMatchObject({ status: 400 });
    expect(await must("GET", "nodes/?value=p")).toEqual([]);
  });

  it("answers 404 for what is not there", async () => {
    for (const id of [randomUUID(), "nonsense"]) {
      for (const [method, path, body] of [
        ["GET", "", undefined],
        ["PATCH", "", { value: "x" }],
        ["DELETE", "", undefined],
        ["GET", "children/", undefined],
        ["POST", "children/", {}],
        ["PUT", "children/add/", { nodes: [] }],
        ["GET", "assets/", undefined],
        ["PUT", "assets/add/", { assets: [] }],
        ["PUT", "assets/replace/", { assets: [] }],
        ["PUT", "assets/remove/", { assets: [] }],
      ] as const) {
        const answer = await call(method, `nodes/${id}/${path}`, body);
        expect(answer, `${method} ${path}`).toMatchObject({
          status: 404,
          body: { detail: text, code: "object_does_not_exist" },
        });
      }
    }
  });
});

describe("nodes: moving", () => {
  it("takes the subtree along, in one call for several, or not at all", async () => {
    const [from, to] = [await branch(), await branch()];
    const [a, b] = [await below(from, "a"), await below(from, "b")];
    const deep = await below(a, "deep");
    expect(await must("PATCH", `nodes/${to.id}/children/add/`, { nodes: [a.id, b.id] })).toBe("OK");
    expect(await must("GET", `nodes/${deep.id}/`)).toMatchObject({ full_value: `${to.full_value}/a/deep` });
    const stranger = await below(from, "b");
    const answer = await call("PUT", `nodes/${to.id}/children/add/`, {
      nodes: [(await below(from, "c")).id, stranger.id],
    });
    expect(answer).toMatchObject({ status: 400, body: detail });
    expect(await must("GET", `nodes/${from.id}/children/`)).toHaveLength(2);
  });

  it.each([
    ["itself", 0],
    ["its child", 1],
    ["its grandchild", 2],
  ])("is refused into %s", async (_what, depth) => {
    const top = await branch();
    const low = await below(top);
    const family = [top, low, await below(low)];
    const answer = await call("PUT", `nodes/${family[depth]?.id}/children/add/`, { nodes: [top.id] });
    expect(answer).toMatchObject({ status: 400, body: { code: "node_cycle" } });
  });

  it("is refused for the root, for unknown nodes, and for what is no list", async () => {
    const top = await branch();
    const move = (nodes: unknown) => call("PUT", `nodes/${top.id}/children/add/`, { nodes });
    expect(await move([(await root()).id])).toMatchObject({ status: 400, body: { code: "root_node_move" } });
    for (const nodes of [[randomUUID()], ["x"], [null], "x", undefined, Array(1001).fill(top.id)]) {
      expect(await move(nodes), JSON.stringify(nodes)).toMatchObject({
        status: 400,
        body: { nodes: [text] },
      });
    }
    expect(await move([])).toMatchObject({ status: 200, body: "OK" });
  });

  it("changes nothing for a node that is there already", async () => {
    const top = await branch();
    const low = await below(top);
    await must("PUT", `nodes/${top.id}/children/add/`, { nodes: [low.id] });
    expect(await must("GET", `nodes/${low.id}/`)).toEqual(await must("GET", `nodes/${low.id}/`));
    expect((await must("GET", `nodes/${low.id}/`)).key).toBe(low.key);
  });
});

describe("nodes: their assets", () => {
  it("answers the direct assets of the node, and refuses what is no list of assets", async () => {
    const top = await branch();
    const asset = await host([]);
    for (const method of ["PUT", "PATCH"]) {
      expect(await must(method, `nodes/${top.id}/assets/add/`, { assets: [asset] })).toEqual({
        assets: [asset],
        org_id: testOrganizationIds.default,
        org_name: "default",
      });
    }
    for (const verb of ["add", "replace", "remove"]) {
      for (const assets of [[randomUUID()], ["x"], [null], "x", undefined, { a: 1 }]) {
        expect(await call("PUT", `nodes/${top.id}/assets/${verb}/`, { assets })).toMatchObject({
          status: 400,
          body: { assets: expect.arrayContaining([text]) },
        });
      }
    }
    expect(await must("PUT", `nodes/${top.id}/assets/remove/`, { assets: [asset] })).toMatchObject({
      assets: [],
    });
    expect((await must("GET", `hosts/${asset}/`)).nodes).toMatchObject([{ id: (await root()).id }]);
  });

  it("shows the subtree, or the node alone, as asked", async () => {
    const top = await branch();
    const low = await below(top);
    const [high, deep] = [await host([top.id]), await host([low.id])];
    const ids = async (path: string) => (await must("GET", path)).map(({ id }: MadeNode) => id).sort();
    expect(await ids(`nodes/${top.id}/assets/`)).toEqual([high]);
    expect(await ids(`nodes/${top.id}/assets/?all=1`)).toEqual([high, deep].sort());
    expect(await ids(`assets/?node_id=${top.id}`)).toEqual([high, deep].sort());
    expect(await ids(`assets/?node_id=${top.id}&show_current_asset=1`)).toEqual([high]);
  });

  it("never mixes organizations", async () => {
    const here = await branch();
    const there = await branch(undefined, inOther);
    const foreign = await host([], inOther);
    expect(await call("PUT", `nodes/${here.id}/assets/add/`, { assets: [foreign] })).toMatchObject({
      status: 400,
    });
    expect(await call("PUT", `nodes/${here.id}/children/add/`, { nodes: [there.id] })).toMatchObject({
      status: 400,
    });
    for (const options of [{}, inRoot]) {
      const answer = await call("PUT", `nodes/${here.id}/children/add/`, { nodes: [there.id] }, options);
      expect(answer.status).toBe(400);
    }
    expect((await call("GET", `nodes/${there.id}/`)).status).toBe(404);
    expect(await must("GET", `nodes/children/?id=${there.id}`)).toEqual([]);
    expect(await must("GET", `nodes/children/tree/?key=${there.key}`)).toEqual([]);
    expect(await must("GET", `nodes/children/tree/?all=all&search=${there.value}`)).toEqual([]);
  });
});

describe("nodes: the tree", () => {
  interface Item {
    readonly id: string;
    readonly pId: string;
    readonly name: string;
    readonly isParent: boolean;
  }
  const items = (query: string, options: CallOptions = {}): Promise<Item[]> =>
    must("GET", `nodes/children/tree/?${query}`, undefined, options);

  it("starts with the root and its first level, and goes on by key or id", async () => {
    const first = await root();
    const top = await branch("start");
    const low = await below(top, "next");
    expect(await items("assets=0&")).toContainEqual({
      id: top.key,
      name: "start (0)",
      title: "start (0)",
      pId: first.key,
      isParent: true,
      open: true,
      meta: { type: "node", data: { id: top.id, key: top.key, value: "start" } },
    });
    for (const query of [`key=${top.key}&n=start&lv=1`, `id=${top.id}`]) {
      expect(await items(query)).toMatchObject([{ id: low.key, pId: top.key }]);
    }
    expect((await items("all=all")).map(({ id }) => id)).toContain(low.key);
    expect((await items("", inRoot)).map(({ pId }) => pId)).toEqual(expect.arrayContaining(["", first.key]));
  });

  it("finds nodes in any case by any part of their names, with what is above them", async () => {
    const top = await branch("Serverraum 100%");
    const low = await below(top, "Schrank_7 机柜");
    const keys = async (search: string) =>
      (await items(`all=all&search=${encodeURIComponent(search)}`)).map(({ id }) => id).sort();
    const whole = [(await root()).key, top.key, low.key];
    for (const search of ["schrank", "机", "K_7", " 机柜 "])
      expect(await keys(search), search).toEqual(whole);
    expect(await keys("100%")).toEqual(whole.slice(0, 2));
    expect(await keys("RVERR")).toEqual(whole.slice(0, 2));
    expect(await keys("10_%")).toEqual([]);
  });

  it("tells who asks which nodes have nothing below them", async () => {
    const top = await branch();
    const low = await below(top);
    const parents = async (query: string) =>
      Object.fromEntries((await items(query)).map(({ id, isParent }) => [id, isParent]));
    expect(await parents("all=all")).toMatchObject({ [top.key]: true, [low.key]: true });
    expect(await parents("all=all&leaves=1")).toMatchObject({ [top.key]: true, [low.key]: false });
    expect(await parents(`key=${top.key}&assets=1&leaves=1`)).toEqual({ [low.key]: false });
    await host([low.id]);
    expect(await parents(`key=${top.key}&assets=1&leaves=1`)).toEqual({ [low.key]: true });
    expect(await parents(`key=${top.key}&assets=0&leaves=1`)).toEqual({ [low.key]: false });
  });
});
