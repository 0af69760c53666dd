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
    testPerson(2, "warden", {
      [testOrganizationIds.default]: ["assets.view_domain", "assets.change_domain", "assets.view_gateway"],
    }),
    { ...testPerson(3, "component", "*"), isServiceAccount: true },
    testPerson(4, "viewer", { [testOrganizationIds.default]: ["assets.view_asset", "assets.view_domain"] }),
  ]);
});
afterAll(() => areas.close());

const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  areas.call(method, `assets/${path}`, { ...options, ...(body === undefined ? {} : { body }) });

let counter = 0;
const unique = (what: string) => `${what}-${++counter}`;

async function made(list: string, body: Record<string, unknown>, options: CallOptions = {}) {
  const answer = await call("POST", `${list}/`, body, options);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const addHost = (more: Record<string, unknown> = {}, options: CallOptions = {}) =>
  made("hosts", { name: unique("host"), address: "10.0.0.1", platform: 1, ...more }, options);
const addGateway = (more: Record<string, unknown> = {}) =>
  made("gateways", { name: unique("gateway"), address: "10.0.0.9", platform: 11, ...more });
const addDomain = (more: Record<string, unknown> = {}, options: CallOptions = {}) =>
  made("domains", { name: unique("domain"), ...more }, options);

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).sort();
const get = async (path: string, options: CallOptions = {}) =>
  (await call("GET", path, undefined, options)).body;

describe("a domain", () => {
  it("tells its assets and its gateways apart", async () => {
    const [one, two] = [await addHost(), await addHost()];
    const domain = await addDomain({ assets: [one.id, { pk: two.id }], comment: "behind the wall" });
    const gateway = await addGateway({ domain: domain.id });
    expect(domain).toEqual({
      id: domain.id,
      name: domain.name,
      comment: "behind the wall",
      assets: [
        { id: one.id, name: one.name },
        { id: two.id, name: two.name },
      ],
      gateways: [],
      date_created: expect.any(String),
      org_id: testOrganizationIds.default,
      org_name: "default",
    });
    const read = await get(`domains/${domain.id}/`);
    expect(idsOf(read.assets)).toEqual([one.id, two.id].sort());
    expect(read.gateways).toEqual([{ id: gateway.id, name: gateway.name }]);
    expect((await get(`hosts/${one.id}/`)).domain).toEqual({ id: domain.id, name: domain.name });
  });

  it("takes assets from the domain they were in, also when two of one call want them", async () => {
    const host = await addHost();
    const former = await addDomain({ assets: [host.id] });
    const domain = await addDomain({ assets: [host.id] });
    expect((await get(`domains/${former.id}/`)).assets).toEqual([]);
    expect(idsOf((await get(`domains/${domain.id}/`)).assets)).toEqual([host.id]);
    const both = await call("POST", "domains/", [
      { name: unique("domain"), assets: [host.id] },
      { name: unique("domain"), assets: [host.id] },
    ]);
    expect(both.status).toBe(201);
    expect(both.body.map(({ assets }: { assets: unknown[] }) => assets.length)).toEqual([0, 1]);
  });

  it.each(["PATCH", "PUT"])("keeps its assets when a %s does not name them", async (method) => {
    const host = await addHost();
    const domain = await addDomain({ assets: [host.id] });
    const gateway = await addGateway({ domain: domain.id });
    const answer = await call(method, `domains/${domain.id}/`, { name: domain.name, comment: "changed" });
    expect(answer).toMatchObject({ status: 200, body: { comment: "changed" } });
    expect(idsOf(answer.body.assets)).toEqual([host.id]);
    expect(idsOf(answer.body.gateways)).toEqual([gateway.id]);
  });

  it("is left by the assets an update does not name, never by its gateways", async () => {
    const [stays, goes, comes] = [await addHost(), await addHost(), await addHost()];
    const domain = await addDomain({ assets: [stays.id, goes.id] });
    const gateway = await addGateway({ domain: domain.id });
    const answer = await call("PATCH", `domains/${domain.id}/`, { assets: [stays.id, comes.id] });
    expect(idsOf(answer.body.assets)).toEqual([stays.id, comes.id].sort());
    expect(idsOf(answer.body.gateways)).toEqual([gateway.id]);
    expect((await get(`hosts/${goes.id}/`)).domain).toBeNull();
    const emptied = await call("PUT", `domains/${domain.id}/`, { name: domain.name, assets: [] });
    expect(emptied.body).toMatchObject({ assets: [], gateways: [{ id: gateway.id }] });
  });

  it("refuses gateways and assets of platforms without domains, by name", async () => {
    const gateway = await addGateway();
    const website = await made("webs", {
      name: unique("web"),
      address: "https://example.com",
      platform: 26,
    });
    const refused = (assets: unknown) => call("POST", "domains/", { name: unique("domain"), assets });
    expect(await refused([gateway.id])).toMatchObject({
      status: 400,
      body: { assets: [expect.stringContaining(gateway.name)] },
    });
    expect(await refused([website.id])).toMatchObject({
      status: 400,
      body: { assets: [expect.stringContaining(website.name)] },
    });
    expect(await refused(["ffffffff-ffff-4fff-8fff-ffffffffffff"])).toMatchObject({ status: 400 });
    expect(await refused("all")).toMatchObject({ status: 400 });
    expect((await get(`gateways/${gateway.id}/`)).domain).toBeNull();
  });

  it("has a name of its own in its organization", async () => {
    const { name } = await addDomain();
    const taken = { status: 400, body: { name: expect.any(String) } };
    expect(await call("POST", "domains/", { name })).toMatchObject(taken);
    const other = await addDomain();
    expect(await call("PATCH", `domains/${other.id}/`, { name })).toMatchObject(taken);
    const many = await call("POST", "domains/", [{ name: unique("domain") }, { name }]);
    expect(many).toMatchObject({ status: 400, body: [{}, { name: expect.any(String) }] });
    await addDomain({ name }, { organization: testOrganizationIds.other });
  });

  it("is left by its assets and gateways when it is deleted", async () => {
    const host = await addHost();
    const domain = await addDomain({ assets: [host.id] });
    const gateway = await addGateway({ domain: domain.id });
    expect((await call("DELETE", `domains/${domain.id}/`)).status).toBe(204);
    expect((await get(`hosts/${host.id}/`)).domain).toBeNull();
    expect((await get(`gateways/${gateway.id}/`)).domain).toBeNull();
  });

  it("stays in its organization in the global view", async () => {
    const there = { organization: testOrganizationIds.other };
    const foreign = await addHost({}, there);
    const domain = await addDomain();
    const everywhere = { organization: testOrganizationIds.root };
    const answer = await call("PATCH", `domains/${domain.id}/`, { assets: [foreign.id] }, everywhere);
    expect(answer).toMatchObject({ status: 400, body: { assets: [expect.any(String)] } });
    expect((await call("PATCH", `domains/${domain.id}/`, { assets: [foreign.id] })).status).toBe(400);
    expect((await get(`hosts/${foreign.id}/`, there)).domain).toBeNull();
  });

  it("is found by name, in pages and in bulk", async () => {
    const domains = [await addDomain({ name: "needle one" }), await addDomain({ name: "needle two" })];
    expect(await get("domains/?search=needle&limit=1")).toMatchObject({
      count: 2,
      results: [{ name: "needle one" }],
    });
    expect(await get("domains/?name=needle two")).toMatchObject([{ name: "needle two" }]);
    const patched = await call(
      "PATCH",
      "domains/",
      domains.map(({ id }) => ({ id, comment: "both" })),
    );
    expect(patched).toMatchObject({ status: 200, body: [{ comment: "both" }, { comment: "both" }] });
    expect((await call("DELETE", "domains/?search=needle")).status).toBe(204);
    expect(await get("domains/?search=needle")).toEqual([]);
  });
});

describe("what components need of a domain", () => {
  it("is told to them alone, with the account gateways are gone through with", async () => {
    const domain = await addDomain({ assets: [(await addHost()).id] });
    const gateway = await addGateway({ domain: domain.id });
    const bare = await addGateway({ domain: domain.id });
    for (const [name, more] of [
      ["ordinary", {}],
      ["root", { privileged: true, secret: "way through" }],
      ["asleep", { privileged: true, is_active: false }],
    ] as const) {
      const account = { asset: gateway.id, name, username: name, secret: "other", ...more };
      expect((await areas.call("POST", "accounts/accounts/", { body: account })).status).toBe(201);
    }
    const view = await get(`domains/${domain.id}/?gateway=1`, { as: "component" });
    expect(Object.keys(view)).toEqual(
      expect.arrayContaining([
        "id",
        "name",
        "comment",
        "created_by",
        "updated_by",
        "date_updated",
        "gateways",
      ]),
    );
    expect(view.assets).toBeUndefined();
    const byId = new Map(view.gateways.map((one: { id: string }) => [one.id, one]));
    expect(byId.get(gateway.id)).toMatchObject({
      address: "10.0.0.9",
      protocols: expect.arrayContaining([{ name: "ssh", port: 22 }]),
      account: {
        name: "root",
        username: "root",
        privileged: true,
        secret_type: { value: "password" },
        secret: "way through",
      },
    });
    expect(byId.get(bare.id)).toMatchObject({ account: null });
    const [listed] = await get(`domains/?gateway=1&name=${domain.name}`, { as: "component" });
    expect(listed.gateways).toHaveLength(2);
    for (const as of ["boss", "warden"]) {
      const { gateways } = await get(`domains/${domain.id}/?gateway=1`, { as });
      expect(gateways.map(({ account }: { account: unknown }) => account)).toEqual([null, null]);
    }
    const logs = await areas.database.pool.query(
      "select user_display, action from operate_logs where resource_type = 'Account' and action = 'view'",
    );
    expect(logs.rows.length).toBe(2);
  });

  it("takes no part in writing", async () => {
    const domain = await addDomain();
    for (const [method, path, body] of [
      ["POST", "domains/", { name: unique("domain") }],
      ["PATCH", `domains/${domain.id}/`, { comment: "x" }],
      ["PATCH", "domains/", [{ id: domain.id, comment: "x" }]],
      ["DELETE", `domains/${domain.id}/`, undefined],
      ["DELETE", "domains/", undefined],
    ] as const) {
      const answer = await call(method, `${path}?gateway=1&ids=${domain.id}`, body, { as: "component" });
      expect(answer).toMatchObject({ status: 400 });
    }
    expect(await get(`domains/${domain.id}/`)).toMatchObject({ comment: "" });
  });
});

describe("gateways", () => {
  it("are hosts of the platform for gateways, whichever a client names", async () => {
    const gateway = await addGateway({ platform: { pk: 1 } });
    expect(gateway).toMatchObject({
      platform: { id: 11, name: "Gateway" },
      category: { value: "host" },
      protocols: expect.arrayContaining([{ name: "ssh", port: 22 }]),
    });
    expect(await get(`hosts/?name=${gateway.name}`)).toHaveLength(1);
    expect(await get(`assets/?name=${gateway.name}`)).toHaveLength(1);
    const changed = await call("PUT", `gateways/${gateway.id}/`, {
      name: gateway.name,
      address: "10.0.0.10",
      platform: 5,
    });
    expect(changed).toMatchObject({ status: 200, body: { platform: { id: 11 }, address: "10.0.0.10" } });
    expect(await call("POST", "gateways/", { name: unique("gateway"), address: "a" })).toMatchObject({
      status: 400,
      body: { platform: [expect.any(String)] },
    });
    expect((await call("POST", "hosts/", { name: gateway.name, address: "a", platform: 1 })).status).toBe(
      400,
    );
  });

  it("are described as hosts are, and filtered by name and domain", async () => {
    const [hosts, gateways] = await Promise.all(["hosts/", "gateways/"].map((path) => call("OPTIONS", path)));
    type Fields = Record<string, { filter?: boolean }>;
    const described = (fields: Fields) =>
      Object.entries(fields).map(([name, { filter: _filter, ...field }]) => [name, field]);
    const filters = (fields: Fields) =>
      Object.entries(fields).flatMap(([name, { filter }]) => (filter === true ? [name] : []));
    expect(gateways?.body.name).toBe("Gateway List");
    for (const method of ["GET", "POST", "PUT", "PATCH"]) {
      expect(described(gateways?.body.actions[method])).toEqual(described(hosts?.body.actions[method]));
    }
    expect(filters(gateways?.body.actions.GET)).toEqual(["name", "domain"]);
  });

  it("are no ordinary host, and no host is one", async () => {
    const host = await addHost();
    expect((await call("GET", `gateways/${host.id}/`)).status).toBe(404);
    expect((await call("PATCH", `gateways/${host.id}/`, { name: "x" })).status).toBe(404);
    expect((await call("DELETE", `gateways/?ids=${host.id}`)).status).toBe(204);
    expect((await call("GET", `hosts/${host.id}/`)).status).toBe(200);
  });

  it("are found by their domain and its name, and by their own name and address", async () => {
    const domain = await addDomain({ name: "harbour" });
    const gateway = await addGateway({ domain: domain.id, name: "lighthouse", address: "192.0.2.77" });
    for (const query of [`domain=${domain.id}`, "search=harbour", "search=lighthouse", "search=192.0.2.77"]) {
      expect([query, idsOf(await get(`gateways/?${query}`))]).toEqual([query, [gateway.id]]);
    }
  });

  it("of an asset are those of its domain", async () => {
    const host = await addHost();
    expect(await get(`hosts/${host.id}/gateways/`)).toEqual([]);
    const domain = await addDomain({ assets: [host.id] });
    const gateways = [await addGateway({ domain: domain.id }), await addGateway({ domain: domain.id })];
    await addGateway();
    for (const path of ["assets", "hosts"]) {
      const found = await get(`${path}/${host.id}/gateways/`);
      expect(idsOf(found)).toEqual(idsOf(gateways));
      expect(found[0]).toMatchObject({ platform: { name: "Gateway" }, domain: { id: domain.id } });
    }
    expect(await get(`hosts/${host.id}/gateways/?limit=1`)).toMatchObject({ count: 2, results: [{}] });
    expect((await call("GET", `devices/${host.id}/gateways/`)).status).toBe(404);
    expect((await call("GET", `hosts/${host.id}/gateways/`, undefined, { as: "viewer" })).status).toBe(403);
    const elsewhere = { organization: testOrganizationIds.other };
    expect((await call("GET", `hosts/${host.id}/gateways/`, undefined, elsewhere)).status).toBe(404);
  });
});

describe("two people who move the same assets at the same time", () => {
  it("wait for each other, and each asset is in one domain", async () => {
    const hosts = await Promise.all(Array.from({ length: 6 }, () => addHost()));
    const ids = idsOf(hosts);
    const domains = await Promise.all(Array.from({ length: 4 }, () => addDomain()));
    const answers = await Promise.all(
      domains.map(({ id }, index) =>
        call("PATCH", `domains/${id}/`, { assets: index % 2 === 0 ? ids : [...ids].reverse() }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const held = await Promise.all(
      domains.map(async ({ id }) => idsOf((await get(`domains/${id}/`)).assets)),
    );
    expect(held.flat().sort()).toEqual(ids);
  });
});
