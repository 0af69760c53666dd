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

describe("platforms", () => {
  it("lists the built-in ones by their stable ids; licensed types only with a license", async () => {
    const { body } = await call("GET", "platforms/?limit=100");
    expect(body.count).toBe(25);
    expect(body.results.find((one: { id: number }) => one.id === 11).name).toBe("Gateway");
    areas.licensed.value = true;
    expect((await call("GET", "platforms/")).body).toHaveLength(29);
    areas.licensed.value = false;
  });

  it("reads one by id or name, with its protocols and automation", async () => {
    const byId = await call("GET", "platforms/1/");
    expect((await call("GET", "platforms/Linux/")).body).toEqual(byId.body);
    expect(byId.body).toMatchObject({
      internal: true,
      category: { value: "host", label: "Host" },
      su_method: null,
      automation: { id: 1, ansible_enabled: true, ping_method: "posix_ping" },
    });
    expect(byId.body.protocols.map(({ name }: { name: string }) => name)).toEqual([
      "ssh",
      "telnet",
      "vnc",
      "rdp",
      "sftp",
    ]);
    expect(byId.body.protocols[0]).toMatchObject({
      port: 22,
      primary: true,
      secret_types: ["password", "ssh_key"],
    });
  });

  it("refuses to change internal ones, by id and by name", async () => {
    for (const key of ["1", "Linux"]) {
      expect((await call("PATCH", `platforms/${key}/`, { comment: "x" })).status).toBe(403);
      expect((await call("PUT", `platforms/${key}/`, {})).status).toBe(403);
      expect((await call("DELETE", `platforms/${key}/`)).status).toBe(403);
    }
  });

  it("makes, changes and deletes one of one's own", async () => {
    const made = await call("POST", "platforms/", {
      name: "Debian-服务器",
      category: "host",
      type: { value: "linux" },
      su_enabled: true,
      protocols: [
        { name: "ssh", port: 2222 },
        { name: "sftp", port: 2222, default: true },
      ],
      automation: {
        ansible_enabled: true,
        ping_enabled: true,
        ping_method: "posix_ping",
        ping_params: { a: 1 },
      },
    });
    expect(made).toMatchObject({
      status: 201,
      body: { domain_enabled: true, su_enabled: true, su_method: { value: "sudo" }, internal: false },
    });
    expect(made.body.id).toBeGreaterThan(100);
    expect(made.body.protocols[0]).toMatchObject({ name: "ssh", port: 2222, primary: true });
    expect(made.body.automation).toMatchObject({
      ping_enabled: true,
      ping_params: { a: 1 },
      push_account_enabled: false,
    });
    const path = `platforms/${made.body.id}/`;
    const changed = await call("PATCH", path, {
      protocols: [{ name: "ssh", port: 22 }],
      automation: { ping_enabled: false },
    });
    expect(changed.body.protocols).toMatchObject([{ id: made.body.protocols[0].id, port: 22 }]);
    expect(changed.body.automation).toMatchObject({ ansible_enabled: true, ping_enabled: false });
    const host = await addHost({ platform: made.body.id });
    expect(await call("DELETE", path)).toMatchObject({ status: 400, body: { code: "referenced_by_others" } });
    await call("DELETE", `assets/${host.id}/`);
    expect((await call("DELETE", path)).status).toBe(204);
  });

  it.each([
    [{ name: "a b", category: "host", type: "linux" }, "name"],
    [{ name: "mixed", category: "database", type: "linux" }, "type"],
    [{ name: "empty", category: "host", type: "linux", protocols: [] }, "protocols"],
    [{ name: "Linux", category: "host", type: "linux" }, "name"],
    [{ name: "pg", category: "database", type: "postgresql" }, "type"],
    [{ name: "p", category: "host", type: "linux", protocols: [{ name: "ssh", port: 70000 }] }, "protocols"],
  ])("refuses %j on %s", async (body, field) => {
    const answer = await call("POST", "platforms/", body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([field]);
  });

  it("keeps the switches a type forbids off", async () => {
    const { body } = await call("POST", "platforms/", {
      name: "site",
      category: "web",
      type: "website",
      domain_enabled: true,
      su_enabled: true,
    });
    expect(body).toMatchObject({
      domain_enabled: false,
      su_enabled: false,
      protocols: [{ name: "http", primary: true }],
    });
  });

  it("shows categories, types and constraints", async () => {
    const { body } = await call("GET", "categories/", undefined, { as: "viewer" });
    expect(body.map(({ value }: { value: string }) => value)).toEqual([
      "host",
      "device",
      "database",
      "cloud",
      "web",
      "gpt",
    ]);
    expect(body[0].types.map(({ value }: { value: string }) => value)).toEqual([
      "linux",
      "unix",
      "windows",
      "other",
    ]);
    const constraints = await call("GET", "categories/constraints/?category=host&type=linux");
    expect(constraints.body).toMatchObject({ su_methods: ["sudo", "su"], charset_enabled: true });
    expect((await call("GET", "categories/constraints/?category=database&type=oracle")).body).toEqual({});
    expect((await call("GET", "categories/constraints/?category=x&type=y")).body).toEqual({});
  });
});

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
    await expectError({ protocols: [{ name: "ssh" }] }, { protocols: [{ port: [expect.any(String)] }] });
    await expectError({ platform: 9999 }, { platform: [expect.any(String)] });
    await expectError({ platform: 17 }, { platform: [expect.any(String)] });
    await expectError({ platform: 19 }, { platform: [expect.any(String)] });
    await expectError({ nodes: ["00000000-0000-4000-8000-000000000000"] }, { nodes: [expect.any(String)] });
    await expectError({ domain: "00000000-0000-4000-8000-000000000000" }, { domain: [expect.any(String)] });
    await expectError({ name: "" }, { name: [expect.any(String)] });
    await expectError({ name: "n".repeat(129) }, { name: [expect.any(String)] });
    await expectError({ labels: [{ name: "x" }] }, { labels: expect.anything() });
    const { name } = await addHost();
    await expectError({ name }, { name: [expect.any(String)] });
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
    expect((await call("GET", "nodes/category/tree/?assets=1&key=14")).body).toMatchObject([
      { name: "sw", pId: "14" },
    ]);
  });
});
