import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AssetAreas,
  type CallOptions,
  startAssetAreas,
  testOrganizationIds,
  testPerson,
} from "../../../testing/asset-areas.ts";

let areas: AssetAreas;
beforeAll(async () => {
  areas = await startAssetAreas([
    testPerson(1, "boss", "*"),
    testPerson(2, "viewer", { [testOrganizationIds.default]: ["assets.view_asset"] }),
    testPerson(3, "adder", { [testOrganizationIds.default]: ["assets.add_asset", "assets.view_asset"] }),
  ]);
});
afterAll(() => areas.close());

const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  areas.call(method, `assets/${path}`, { ...options, ...(body === undefined ? {} : { body }) });

let counter = 0;
async function addHost(more: Record<string, unknown> = {}, query = "") {
  counter++;
  const answer = await call("POST", `hosts/${query}`, {
    name: `host-${counter}`,
    address: `10.0.0.${counter}`,
    platform: { pk: 1 },
    ...more,
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const rootNode = async () => (await call("GET", "nodes/children/")).body[0];

describe("nodes", () => {
  it("makes, renames, moves and deletes nodes", async () => {
    const root = await rootNode();
    expect(root.key).toBe("1");
    const a = (await call("POST", `nodes/${root.id}/children/`, {})).body;
    expect(a).toMatchObject({
      value: "New node 1",
      name: "New node 1",
      full_value: `${root.full_value}/New node 1`,
    });
    const b = (await call("POST", `nodes/${a.id}/children/`, { value: "b" })).body;
    expect(await call("POST", `nodes/${a.id}/children/`, { value: "b" })).toMatchObject({
      status: 400,
      body: { code: expect.any(String) },
    });
    expect(await call("PATCH", `nodes/${a.id}/`, { value: "x/y" })).toMatchObject({
      status: 400,
      body: { value: [expect.any(String)] },
    });
    expect((await call("PATCH", `nodes/${a.id}/`, { value: "renamed" })).body.full_value).toBe(
      `${root.full_value}/renamed`,
    );
    expect((await call("GET", `nodes/${b.id}/`)).body.full_value).toBe(`${root.full_value}/renamed/b`);
    expect(await call("PATCH", `nodes/${root.id}/`, { value: "no" })).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
    expect(await call("DELETE", `nodes/${root.id}/`)).toMatchObject({
      status: 403,
      body: { error: expect.any(String) },
    });
    expect(await call("PUT", `nodes/${b.id}/children/add/`, { nodes: [a.id] })).toMatchObject({
      status: 400,
      body: { code: "node_cycle" },
    });
    const c = (await call("POST", "nodes/", { value: "c" })).body;
    expect(await call("PUT", `nodes/${c.id}/children/add/`, { nodes: [a.id] })).toMatchObject({
      status: 200,
      body: "OK",
    });
    const moved = (await call("GET", `nodes/${b.id}/`)).body;
    expect(moved.full_value).toBe(`${root.full_value}/c/renamed/b`);
    expect(moved.key.startsWith(`${c.key}:`)).toBe(true);
    await addHost({ nodes: [b.id] });
    expect(await call("DELETE", `nodes/${c.id}/`)).toMatchObject({
      status: 403,
      body: { error: expect.any(String) },
    });
    const empty = (await call("POST", `nodes/${c.id}/children/`, { value: "empty" })).body;
    await call("POST", `nodes/${empty.id}/children/`, { value: "below" });
    expect((await call("DELETE", `nodes/${empty.id}/`)).status).toBe(204);
    expect((await call("GET", `nodes/${empty.id}/`)).status).toBe(404);
  });

  it("makes the levels of a full path, and answers what is there", async () => {
    const made = await call("POST", "nodes/", { full_value: "/P/Q/R" });
    expect(made).toMatchObject({ status: 201, body: { value: "R" } });
    const again = await call("POST", "nodes/", { full_value: "/P/Q/R" });
    expect(again).toMatchObject({ status: 201, body: { id: made.body.id } });
    expect((await call("GET", "nodes/?search=/P/Q")).body).toHaveLength(2);
    expect(
      (await call("GET", `nodes/children/?key=${made.body.key.split(":").slice(0, 2).join(":")}`)).body,
    ).toMatchObject([{ value: "Q" }]);
    expect((await call("GET", "nodes/children/?key=nonsense")).body).toEqual([]);
  });

  it("counts distinct assets, below and direct", async () => {
    const top = (await call("POST", "nodes/", { value: "counted" })).body;
    const low = (await call("POST", `nodes/${top.id}/children/`, { value: "low" })).body;
    const both = await addHost({ nodes: [top.id, low.id] });
    await addHost({ nodes: [low.id] });
    const title = async () =>
      (await call("GET", "nodes/children/tree/")).body.find((one: { id: string }) => one.id === top.key).name;
    expect(await title()).toBe("counted (2)");
    const count = async (query: string) => (await call("GET", `assets/?${query}`)).body.length;
    expect(await count(`node_id=${top.id}`)).toBe(2);
    expect(await count(`node=${top.key}`)).toBe(2);
    expect(await count(`node_id=${top.id}&all=0`)).toBe(1);
    expect(await count(`node_id=${top.id}&show_current_asset=1`)).toBe(1);
    expect(await count(`node_id=${top.id}&show_current_asset=0`)).toBe(2);
    expect((await call("GET", `nodes/${top.id}/assets/`)).body).toHaveLength(1);
    expect((await call("GET", `nodes/${top.id}/assets/?all=1&limit=1`)).body).toMatchObject({ count: 2 });
    const removed = await call("PUT", `nodes/${low.id}/assets/remove/`, { assets: [both.id] });
    expect(removed.body.assets).toHaveLength(1);
    const added = await call("PUT", `nodes/${low.id}/assets/add/`, { assets: [both.id] });
    expect(added.body.assets).toHaveLength(2);
    await call("PUT", `nodes/${low.id}/assets/replace/`, { assets: [both.id] });
    expect((await call("GET", `hosts/${both.id}/`)).body.nodes).toMatchObject([{ id: low.id }]);
    await call("PUT", `nodes/${low.id}/assets/remove/`, { assets: [both.id] });
    expect((await call("GET", `hosts/${both.id}/`)).body.nodes).toMatchObject([
      { id: (await rootNode()).id },
    ]);
    expect(await title()).toBe("counted (1)");
    expect((await call("PUT", `nodes/${low.id}/assets/add/`, { assets: ["x"] })).status).toBe(400);
    expect((await call("PUT", `nodes/${low.id}/assets/add/`, {})).status).toBe(400);
  });

  it("draws the trees", async () => {
    const root = await rootNode();
    const host = await addHost({ name: "in-tree", comment: "note" });
    const { body } = await call("GET", `nodes/children/tree/?assets=1&key=${root.key}`);
    expect(body.find((one: { id: string }) => one.id === host.id)).toMatchObject({
      pId: root.key,
      title: `${host.address}\nnote`,
      iconSkin: "linux",
      chkDisabled: false,
      meta: { type: "asset", data: { sftp: true, platform_type: "linux" } },
    });
    const found = await call("GET", "nodes/children/tree/?all=all&search=q");
    expect(
      found.body.map(({ meta }: { meta: { data: { value: string } } }) => meta.data.value).sort(),
    ).toEqual([root.value, "P", "Q"].sort());
    const kinds = await call("GET", "nodes/category/tree/?count_resource=account");
    expect(kinds.body[0]).toMatchObject({ id: "ROOT", open: true });
    const types = (await call("GET", "nodes/category/tree/?assets=1")).body;
    expect(types.find((one: { id: string }) => one.id === "ROOT_HOST_linux").name).toMatch(/^Linux\(\d+\)$/);
    await call("POST", "devices/", { name: "sw", address: "a", platform: 14 });
    expect((await call("GET", "nodes/category/tree/?assets=1&key=14")).body).toMatchObject([
      { name: "sw", pId: "14" },
    ]);
  });
});
