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
  areas = await startAssetAreas([testPerson(1, "boss", "*")]);
});
afterAll(() => areas.close());

const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  areas.call(method, `assets/${path}`, { ...options, ...(body === undefined ? {} : { body }) });

let counter = 0;
async function made(list: string, body: Record<string, unknown>, options: CallOptions = {}) {
  const answer = await call("POST", `${list}/`, body, options);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const addHost = (more: Record<string, unknown> = {}, options: CallOptions = {}) =>
  made("hosts", { name: `host-${++counter}`, address: "10.0.0.1", platform: 1, ...more }, options);
const addLabel = (
  name: string,
  value: string,
  more: Record<string, unknown> = {},
  options: CallOptions = {},
) => made("labels", { name, value, ...more }, options);
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).sort();
const get = async (path: string) => (await call("GET", path)).body;
const found = async (query: string) => idsOf(await get(`assets/?${query}`));

describe("a label", () => {
  it("is put on assets, and counts them", async () => {
    const [one, two] = [await addHost(), await addHost()];
    const label = await addLabel("site", "berlin", { assets: [one.id, { pk: two.id }], comment: "east" });
    expect(label).toEqual({
      id: label.id,
      name: "site",
      value: "berlin",
      category: { value: "U", label: "User" },
      comment: "east",
      asset_count: 2,
      assets: [
        { id: one.id, name: one.name },
        { id: two.id, name: two.name },
      ],
      is_active: true,
      date_created: expect.any(String),
      org_id: testOrganizationIds.default,
      org_name: "default",
    });
    expect((await get(`hosts/${one.id}/`)).labels).toEqual([{ id: label.id, name: "site", value: "berlin" }]);
    const kept = await call("PUT", `labels/${label.id}/`, { name: "site", value: "berlin", comment: "" });
    expect(kept).toMatchObject({ status: 200, body: { asset_count: 2 } });
    const fewer = await call("PATCH", `labels/${label.id}/`, { assets: [two.id] });
    expect(fewer.body).toMatchObject({ asset_count: 1, assets: [{ id: two.id }] });
    expect((await get(`hosts/${one.id}/`)).labels).toEqual([]);
    expect((await call("DELETE", `labels/${label.id}/`)).status).toBe(204);
    expect((await get(`hosts/${two.id}/`)).labels).toEqual([]);
  });

  it("has a name and value no other one has", async () => {
    await addLabel("tier", "web");
    const taken = { name: expect.any(String), value: expect.any(String) };
    expect(await call("POST", "labels/", { name: "tier", value: "web" })).toMatchObject({
      status: 400,
      body: taken,
    });
    const other = await addLabel("tier", "db");
    expect(await call("PATCH", `labels/${other.id}/`, { value: "web" })).toMatchObject({
      status: 400,
      body: taken,
    });
    const many = await call("POST", "labels/", [
      { name: "tier", value: "cache" },
      { name: "tier", value: "cache" },
    ]);
    expect(many).toMatchObject({ status: 400, body: [{}, taken] });
    await addLabel("tier", "web", {}, { organization: testOrganizationIds.other });
    expect(await call("POST", "labels/", { name: "", value: "x".repeat(129) })).toMatchObject({
      status: 400,
      body: { name: [expect.any(String)], value: [expect.any(String)] },
    });
    expect(await call("POST", "labels/", { name: "of the system", value: "x", category: "S" })).toMatchObject(
      {
        status: 201,
        body: { category: { value: "U" } },
      },
    );
  });

  it("has a name without what would make it another label, on its own and with an asset", async () => {
    for (const name of ["a:b", "🔥"]) {
      const alone = await call("POST", "labels/", { name, value: "v" });
      expect([alone.status, Object.keys(alone.body)]).toEqual([400, ["name"]]);
      const host = { name: `host-${++counter}`, address: "10.0.0.1", platform: 1 };
      const along = await call("POST", "hosts/", { ...host, labels: [{ name, value: "v" }] });
      expect([along.status, Object.keys(along.body)]).toEqual([400, ["labels"]]);
    }
    const { id } = await addLabel("plain", "with:colon 🔥");
    await areas.database.pool.query("update labels set name = 'old:name' where id = $1", [id]);
    expect((await call("PATCH", `labels/${id}/`, { name: "old:name", comment: "c" })).status).toBe(200);
    expect((await call("PATCH", `labels/${id}/`, { name: "new:name" })).status).toBe(400);
  });

  it("keeps who made and changed it, though no field shows that", async () => {
    const { id } = await addLabel("stamped", "first");
    const row = async () => {
      const { rows } = await areas.database.pool.query("select * from labels where id = $1", [id]);
      return rows[0];
    };
    const before = await row();
    expect(before).toMatchObject({ created_by: "boss", updated_by: "boss" });
    await areas.database.pool.query("update labels set created_by = 'maker', updated_by = '' where id = $1", [
      id,
    ]);
    expect((await call("PATCH", `labels/${id}/`, { value: "second" })).status).toBe(200);
    const after = await row();
    expect(after).toMatchObject({ created_by: "maker", updated_by: "boss" });
    expect(after.date_updated.getTime()).toBeGreaterThan(before.date_updated.getTime());
  });

  it("stays in its organization in the global view", async () => {
    const foreign = await addHost({}, { organization: testOrganizationIds.other });
    const label = await addLabel("home", "here");
    const everywhere = { organization: testOrganizationIds.root };
    expect((await call("PATCH", `labels/${label.id}/`, { assets: [foreign.id] }, everywhere)).status).toBe(
      400,
    );
    expect((await call("PATCH", `labels/${label.id}/`, { assets: [foreign.id] })).status).toBe(400);
  });

  it("is found by its name, its value, and both as people read them", async () => {
    const label = await addLabel("rack", "r-17");
    for (const query of ["name=rack", "value=r-17", "search=rack", "search=r-17", "search=rack:r-17"]) {
      expect([query, idsOf(await get(`labels/?${query}`))]).toEqual([query, [label.id]]);
    }
  });
});

describe("names of labels", () => {
  it("are listed once each, with their values", async () => {
    for (const value of ["small", "large", "medium"]) await addLabel("size", value);
    await addLabel("size", "elsewhere", {}, { organization: testOrganizationIds.other });
    expect(await get("labels/?distinct=1&name=size")).toEqual([
      {
        name: "size",
        value: "large, medium, small",
        org_id: testOrganizationIds.default,
        org_name: "default",
      },
    ]);
    expect(await get("labels/?distinct=1&name=size&limit=10")).toMatchObject({ count: 1 });
    expect((await call("DELETE", "labels/?distinct=1&name=size")).status).toBe(400);
    expect(await get("labels/?name=size")).toHaveLength(3);
  });
});

describe("assets by their labels", () => {
  it("are those that carry the label, or one like it", async () => {
    const red = await addHost({ labels: [{ name: "colour", value: "red" }] });
    const odd = await addHost({ labels: [{ name: "colour", value: "blue:green" }] });
    const both = await addHost({
      labels: [
        { name: "colour", value: "red" },
        { name: "shape", value: "round" },
      ],
    });
    expect(await found("labels=colour:red")).toEqual(idsOf([red, both]));
    expect(await found("labels=colour:blue:green")).toEqual([odd.id]);
    expect(await found("labels=olou")).toEqual(idsOf([red, odd, both]));
    expect(await found("labels=round")).toEqual([both.id]);
    expect(await found("labels=colour:nothing")).toEqual([]);
    expect(await found("labels=%25")).toEqual([]);
    expect(await found("label=colour:red")).toEqual(idsOf([red, both]));
    expect(await found("label=colour%23blue:green")).toEqual([odd.id]);
    expect(await found("label=colour:red&label=shape:round")).toEqual([both.id]);
    expect(await found("label=colour:red&label=shape:unknown")).toEqual(idsOf([red, both]));
    expect(await found("label=shape:unknown")).toEqual([]);
    expect(await found("label=colour")).toEqual([]);
    const [label] = await get("labels/?name=shape");
    await call("PATCH", `labels/${label.id}/`, { is_active: false });
    expect(await found("label=shape:round")).toEqual([]);
  });

  it("carry what one call puts on many of them", async () => {
    const hosts = [await addHost({ labels: [{ name: "old", value: "1" }] }), await addHost()];
    const label = await addLabel("bulk", "yes");
    const answer = await call(
      "PATCH",
      "assets/",
      hosts.map(({ id, labels }) => ({
        id,
        labels: [...labels.map((one: { id: string }) => ({ pk: one.id })), { pk: label.id }],
      })),
    );
    expect(answer.status).toBe(200);
    expect(await found("labels=bulk:yes")).toEqual(idsOf(hosts));
    expect(await get(`labels/${label.id}/`)).toMatchObject({ asset_count: 2 });
  });
});
