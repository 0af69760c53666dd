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

describe("hosts", () => {
  it("takes protocols, node and domain rules from the platform and the organization", async () => {
    const host = await addHost({ comment: "c" });
    const root = await rootNode();
    expect(host).toMatchObject({
      platform: { id: 1, name: "Linux" },
      domain: null,
      labels: [],
      nodes: [{ id: root.id, name: root.value }],
      nodes_display: [root.full_value],
      protocols: [
        { name: "ssh", port: 22 },
        { name: "sftp", port: 22 },
      ],
      category: { value: "host", label: "Host" },
      type: { value: "linux", label: "Linux" },
      connectivity: { value: "-", label: "Unknown" },
      auto_config: { ping_enabled: true, su_enabled: true, platform: 1 },
      created_by: "boss",
      gathered_info: {},
      org_id: testOrganizationIds.default,
      is_active: true,
      date_verified: null,
      accounts: [],
      spec_info: {},
    });
  });

  it("refuses what the platform or the fields do not allow", async () => {
    const base = { name: "bad", address: "a", platform: 1 };
    const expectError = async (more: Record<string, unknown>, body: unknown) =>
      expect(await call("POST", "hosts/", { ...base, ...more })).toMatchObject({ status: 400, body });
    await expectError(
      { protocols: [{ name: "telnet", port: 23 }] },
      { protocols: { protocols: expect.stringContaining("ssh") } },
    );
    await expectError(
      { protocols: [{ name: "ssh", port: 70000 }] },
      { protocols: [{ port: [expect.any(String)] }] },
    );
    await expectError(
      { protocols: [{ name: "ssh", port: null }] },
      { protocols: [{ port: [expect.any(String)] }] },
    );
    await expectError(
      { protocols: [{ name: "ssh", port: 22 }, { name: "no-such" }] },
      { protocols: [{}, { name: [expect.any(String)] }] },
    );
    await expectError({ platform: 9999 }, { platform: [expect.any(String)] });
    await expectError({ platform: 17 }, { platform: [expect.any(String)] });
    await expectError({ platform: 19 }, { platform: [expect.any(String)] });
    await expectError({ nodes: ["00000000-0000-4000-8000-000000000000"] }, { nodes: [expect.any(String)] });
    await expectError({ domain: "00000000-0000-4000-8000-000000000000" }, { domain: [expect.any(String)] });
    await expectError({ name: "" }, { name: [expect.any(String)] });
    await expectError({ name: "n".repeat(129) }, { name: [expect.any(String)] });
    await expectError({ labels: [{ name: "x" }] }, { labels: expect.anything() });
    const { name } = await addHost();
    await expectError({ name }, { name: expect.any(String) });
  });

  it("keeps protocols on a partial update and collapses duplicates", async () => {
    const host = await addHost({
      protocols: [
        { name: "ssh", port: 22 },
        { name: "ssh", port: 2200 },
      ],
    });
    expect(host.protocols).toEqual([{ name: "ssh", port: 2200 }]);
    const changed = await call("PATCH", `hosts/${host.id}/`, { is_active: false });
    expect(changed.body).toMatchObject({ is_active: false, protocols: [{ name: "ssh", port: 2200 }] });
    const put = await call("PUT", `hosts/${host.id}/`, { name: "put", address: "b", platform: 1 });
    expect(put.body).toMatchObject({ name: "put", protocols: [{ name: "ssh", port: 2200 }] });
    const moved = await call("PATCH", `hosts/${host.id}/`, { platform: { id: 5 } });
    expect(moved.body).toMatchObject({
      type: { value: "windows" },
      protocols: [
        { name: "ssh", port: 2200 },
        { name: "rdp", port: 3389 },
      ],
    });
    expect((await call("PATCH", `hosts/${host.id}/`, { platform: 17 })).status).toBe(400);
  });

  it("makes nodes of paths and labels of pairs", async () => {
    const host = await addHost({
      nodes_display: ["/Default/A/B", "C"],
      labels: [{ name: "env", value: "prod" }],
    });
    const root = await rootNode();
    const paths = host.nodes_display.map((path: string) => path.replace(root.full_value, ""));
    expect(paths.sort()).toEqual(["/C", root.value === "Default" ? "/A/B" : "/Default/A/B"].sort());
    const again = await addHost({ labels: [{ id: host.labels[0].id }, { name: "env", value: "prod" }] });
    expect(again.labels).toEqual(host.labels);
    expect((await call("GET", "hosts/?labels=env:prod")).body).toHaveLength(2);
    expect((await call("GET", "hosts/?label=env:prod")).body).toHaveLength(2);
    expect((await call("GET", "hosts/?label=env:none")).body).toHaveLength(0);
    const cleared = await call("PATCH", `hosts/${host.id}/`, { labels: [] });
    expect(cleared.body.labels).toEqual([]);
  });

  it("filters, searches, orders and trims", async () => {
    const a = await addHost({ name: "filter-alpha", address: "192.168.7.1" });
    await addHost({ name: "filter-beta", address: "192.168.8.1", platform: 5 });
    const names = async (query: string) =>
      (await call("GET", `hosts/?search=filter-&${query}`)).body.map(({ name }: { name: string }) => name);
    const rules = (attrs: unknown) =>
      Buffer.from(JSON.stringify({ type: "attrs", attrs })).toString("base64");
    expect(await names("order=-name")).toEqual(["filter-beta", "filter-alpha"]);
    expect(await names("platform=5")).toEqual(["filter-beta"]);
    expect(await names("platform=Windows")).toEqual(["filter-beta"]);
    expect(await names("type=linux")).toEqual(["filter-alpha"]);
    expect(await names("protocols=rdp,vnc")).toEqual(["filter-beta"]);
    expect(await names("ips=192.168.7.1,1.1.1.1")).toEqual(["filter-alpha"]);
    expect(
      await names(`attr_rules=${rules([{ name: "address", match: "ip_in", value: ["192.168.7.0/24"] }])}`),
    ).toEqual(["filter-alpha"]);
    expect(
      await names(
        `attr_rules=${rules([{ name: "address", match: "ip_in", value: "192.168.8.0-192.168.8.9" }])}`,
      ),
    ).toEqual(["filter-beta"]);
    expect(
      await names(
        `attr_rules=${rules([
          { name: "name", match: "regex", value: "a$" },
          { name: "type", match: "in", value: ["linux"] },
        ])}`,
      ),
    ).toEqual(["filter-alpha"]);
    for (const bad of [
      "%%%",
      "eyJ4",
      rules([{ name: "name", match: "regex", value: "(" }]),
      rules([{ name: "password", match: "exact", value: "x" }]),
    ]) {
      expect(await call("GET", `hosts/?attr_rules=${bad}`)).toMatchObject({
        status: 400,
        body: { attr_rules: expect.anything() },
      });
    }
    expect((await call("GET", `hosts/${a.id}/?fields_size=mini`)).body).toEqual({
      id: a.id,
      name: a.name,
      address: a.address,
    });
    expect((await call("GET", "hosts/suggestions/?action=suggestion")).body[0]).toHaveProperty("address");
    expect((await call("GET", `hosts/${a.id}/platform/`)).body.name).toBe("Linux");
  });

  it("creates, changes and deletes many", async () => {
    const made = await call("POST", "hosts/", [
      { name: "bulk-1", address: "a", platform: 1 },
      { name: "bulk-2", address: "b", platform: 1 },
    ]);
    expect(made.status).toBe(201);
    const ids = made.body.map(({ id }: { id: string }) => id);
    const patched = await call(
      "PATCH",
      "hosts/",
      ids.map((id: string) => ({ id, comment: "bulk" })),
    );
    expect(patched).toMatchObject({ status: 200, body: [{ comment: "bulk" }, { comment: "bulk" }] });
    expect(
      await call("POST", "hosts/", [{ name: "bulk-3", address: "x", platform: 1 }, { name: "" }]),
    ).toMatchObject({ status: 400 });
    expect((await call("GET", "hosts/?name=bulk-3")).body).toEqual([]);
    expect((await call("DELETE", `hosts/?ids=${ids.join(",")}`)).status).toBe(204);
    expect((await call("DELETE", "hosts/")).status).toBe(400);
  });

  it("is made through its category only, and read through all", async () => {
    expect(await call("POST", "assets/", { name: "x" })).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
    expect(await call("POST", "assets/", [{ name: "x" }])).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
    const host = await addHost();
    expect((await call("GET", `assets/${host.id}/`)).body.name).toBe(host.name);
    expect((await call("GET", `databases/${host.id}/`)).status).toBe(404);
  });

  it("keeps organizations apart", async () => {
    const host = await addHost();
    const other = { organization: testOrganizationIds.other };
    expect((await call("GET", `hosts/${host.id}/`, undefined, other)).status).toBe(404);
    expect((await call("GET", "hosts/", undefined, other)).body).toEqual([]);
    expect((await call("DELETE", `hosts/${host.id}/`, undefined, other)).status).toBe(404);
    const foreign = await call(
      "POST",
      "hosts/",
      { name: "f", address: "f", platform: 1, nodes: host.nodes },
      other,
    );
    expect(foreign).toMatchObject({ status: 400, body: { nodes: expect.anything() } });
    const here = await call("POST", "hosts/", { name: "f", address: "f", platform: 1 }, other);
    const root = { organization: testOrganizationIds.root };
    expect(await call("PATCH", `hosts/${host.id}/`, { nodes: here.body.nodes }, root)).toMatchObject({
      status: 400,
      body: { nodes: expect.anything() },
    });
    expect((await call("POST", "hosts/", { name: "r", address: "r", platform: 1 }, root)).status).toBe(400);
    expect((await call("GET", "hosts/?search=f", undefined, root)).body.length).toBeGreaterThan(0);
  });

  it("asks for permission", async () => {
    const { body } = await call("GET", "hosts/?limit=1", undefined, { as: "viewer" });
    const [{ id }] = body.results;
    expect((await call("POST", "hosts/", {}, { as: "viewer" })).status).toBe(403);
    expect((await call("PATCH", `hosts/${id}/`, {}, { as: "adder" })).status).toBe(403);
    expect((await call("DELETE", `hosts/${id}/`, undefined, { as: "adder" })).status).toBe(403);
    expect((await call("GET", "platforms/", undefined, { as: "viewer" })).status).toBe(403);
    expect((await call("GET", "nodes/children/tree/", undefined, { as: "viewer" })).status).toBe(403);
  });
});

describe("other categories", () => {
  it("need what they need and never show certificates", async () => {
    expect(await call("POST", "databases/", { name: "db", address: "a", platform: 17 })).toMatchObject({
      status: 400,
      body: { db_name: expect.anything() },
    });
    const made = await call("POST", "databases/", {
      name: "db",
      address: "a",
      platform: 17,
      db_name: "main",
      use_ssl: true,
      client_key: "TOP-SECRET",
    });
    expect(made).toMatchObject({
      status: 201,
      body: { spec_info: { db_name: "main", use_ssl: true, allow_invalid_cert: false } },
    });
    expect(JSON.stringify(made.body)).not.toContain("TOP-SECRET");
    expect(JSON.stringify((await call("GET", "databases/")).body)).not.toContain("TOP-SECRET");
    const { rows } = await areas.database.pool.query("select client_key from assets where id = $1", [
      made.body.id,
    ]);
    expect(areas.services.secrets.open(rows[0].client_key, `assets.client_key:${made.body.id}`)).toBe(
      "TOP-SECRET",
    );
    const web = await call("POST", "webs/", { name: "site", address: "https://x", platform: 26 });
    expect(web.body).toMatchObject({
      autofill: { value: "basic" },
      submit_selector: "id=login_button",
      script: [],
    });
    expect(
      await call("POST", "gpts/", { name: "g", address: "a", platform: 29, proxy: "ftp://x" }),
    ).toMatchObject({
      status: 400,
      body: { proxy: [expect.any(String)] },
    });
    expect((await call("POST", "devices/", { name: "sw", address: "a", platform: 14 })).status).toBe(201);
    expect((await call("POST", "clouds/", { name: "k8s", address: "https://k", platform: 28 })).status).toBe(
      201,
    );
  });
});
