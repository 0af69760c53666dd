import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { createWorld, type World } from "../permissions/testing/world.ts";
import { browserSources } from "./browser-sources.ts";
import { readHost } from "./endpoint-host.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const defaultId = "00000000-0000-0000-0000-000000000001";
const smart = "terminal/endpoints/smart/";
let product: TestProduct;
let admin: TestCaller;
let world: World;
let mei: TestCaller;
let tom: TestCaller;

const id = (name: string): string => world.ids[name] as string;

beforeAll(async () => {
  product = await createTestProduct();
  admin = product.administrator;
  for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
  world = await createWorld(product.database.db, organizationId);
  mei = await product.signIn(id("mei"));
  tom = await product.signIn(id("tom"));
  await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
  await product.database.pool.query("update assets set address = '10.1.2.3' where id = $1", [id("front")]);
});
afterAll(() => product?.close());
beforeEach(async () => {
  await product.database.pool.query("delete from endpoint_rules");
  await product.database.pool.query("delete from endpoints where id <> $1", [defaultId]);
  await product.database.pool.query("update endpoints set ssh_port = null");
});

const must = async (method: string, path: string, body?: unknown) => {
  const answer = await admin.call(method, path, body as never);
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
  return answer.body;
};
const endpoint = (name: string, values: object = {}) =>
  must("POST", "terminal/endpoints/", { name, host: `${name}.example`, ...values });
const rule = (name: string, priority: number, to: string | null, ip_group = ["*"], values: object = {}) =>
  must("POST", "terminal/endpoint-rules/", { name, priority, endpoint: to, ip_group, ...values });
const chosen = async (query: string, caller = admin) =>
  (await caller.call("GET", `${smart}?${query}`)).body.name;

describe("endpoints", () => {
  test("have the contract's fields and defaults", async () => {
    const made = await must("POST", "terminal/endpoints/", { name: "Branch" });
    expect(made).toEqual({
      id: expect.any(String),
      name: "Branch",
      host: "",
      https_port: 443,
      http_port: 80,
      ssh_port: 2222,
      rdp_port: 3389,
      mysql_port: 33061,
      mariadb_port: 33062,
      postgresql_port: 54320,
      redis_port: 63790,
      oracle_port_range: "30000-30030",
      oracle_port: 0,
      comment: "",
      date_created: expect.any(String),
      date_updated: expect.any(String),
      created_by: expect.any(String),
    });
    expect(await must("GET", "terminal/endpoints/?fields_size=mini")).toEqual([
      { id: made.id, name: "Branch" },
      { id: defaultId, name: "Default" },
    ]);
    const twice = await admin.call("POST", "terminal/endpoints/", { name: "Branch" });
    expect([twice.status, Object.keys(twice.body)]).toEqual([400, ["name"]]);
  });

  test("the default one stays, at the site, and follows the port of the gateway", async () => {
    const { sshPort } = product.services.config;
    const path = `terminal/endpoints/${defaultId}/`;
    const usual = await must("GET", path);
    expect([usual.host, usual.https_port, usual.http_port, usual.ssh_port]).toEqual(["", 0, 0, sshPort]);
    expect((await admin.call("DELETE", path)).status).toBe(400);
    const other = await endpoint("other");
    const many = await admin.call("DELETE", `terminal/endpoints/?ids=${defaultId},${other.id}`);
    expect([many.status, many.body.code]).toEqual([400, "default_endpoint"]);
    expect((await must("GET", "terminal/endpoints/")).length).toBe(2);
    const moved = await admin.call("PATCH", path, { host: "elsewhere.example" });
    expect([moved.status, Object.keys(moved.body)]).toEqual([400, ["host"]]);
    // A form sends the port back as it showed it: that keeps nothing from following.
    await must("PATCH", path, { ssh_port: sshPort, comment: "seen" });
    const { rows } = await product.database.pool.query("select ssh_port from endpoints where id = $1", [
      defaultId,
    ]);
    expect(rows).toEqual([{ ssh_port: null }]);
    expect((await must("PATCH", path, { ssh_port: 2022 })).ssh_port).toBe(2022);
  });

  test.each([-1, 65_536, "22x", 1.5])("a port is a number from 0 to 65535, not %j", async (ssh_port) => {
    const { status, body } = await admin.call("POST", "terminal/endpoints/", { name: "x", ssh_port });
    expect([status, Object.keys(body)]).toEqual([400, ["ssh_port"]]);
  });

  test("a host is a name or an address alone", async () => {
    for (const host of [
      "",
      "gate",
      "gate.example.com",
      "gate_1.example.",
      "10.0.0.1",
      "::1",
      "网关.example",
      "xn--fiq.example",
    ]) {
      expect(readHost(host), host).toBe(host);
    }
    expect(readHost("[2001:DB8::1]")).toBe("2001:db8::1");
    for (const host of [
      ...["https://gate.example", "gate.example:2222", "user@gate.example", "gate.example/x", "a b", "a\nb"],
      ...["[::1]:22", "[gate]", "fe80::1%eth0", "300.1.1.1", "1.2.3", "-gate", "gate-", ".", "a..b", "$(id)"],
      ...["a,b", "'", "gate;id", "`id`", "x".repeat(64), "gate%2f"],
    ]) {
      expect(readHost(host), host).toBeNull();
      const { status, body } = await admin.call("POST", "terminal/endpoints/", { name: "hostile", host });
      // White space at the ends is trimmed before.
      expect([host, status, Object.keys(body)]).toEqual([host, 400, ["host"]]);
    }
  });
});

describe("pages of components in a browser", () => {
  const sources = (host: string | undefined) => browserSources(product.database.db, { host });

  test("are shown from the hosts and ports of endpoints, and from nowhere else", async () => {
    // The default one is the page itself.
    expect(await sources("gate.example:8443")).toEqual([]);
    await endpoint("east");
    await endpoint("west", { http_port: 0, https_port: 0 });
    await endpoint("here", { host: "", http_port: 8080 });
    expect(await sources("gate.example:8443")).toEqual([
      "east.example:443",
      "east.example:80",
      "gate.example:443",
      "gate.example:8080",
      "west.example:8443",
    ]);
    expect(await sources("gate.example")).toContain("west.example");
  });

  test("are named so that they can be part of a policy, whatever hosts look like", async () => {
    await endpoint("script", { host: "网关.example", http_port: 0, https_port: 443 });
    await endpoint("old", { host: "2001:db8::1" });
    await endpoint("low", { host: "gate_1.example" });
    await endpoint("mine", { host: "", https_port: 444, http_port: 444 });
    for (const host of [undefined, "", "*", "a b", "evil.example; script-src *", "[::1]:80", "x,y"]) {
      expect(await sources(host), String(host)).toEqual(["xn--d6q013i.example", "xn--d6q013i.example:443"]);
    }
    expect(await sources("evil.example")).toContain("evil.example:444");
  });
});

describe("rules", () => {
  test("have the contract's fields and defaults, and a priority of their own", async () => {
    const { id: to } = await endpoint("east");
    const made = await must("POST", "terminal/endpoint-rules/", { name: "East", endpoint: to });
    expect(made).toEqual({
      id: expect.any(String),
      name: "East",
      ip_group: ["*"],
      priority: 50,
      endpoint: { id: to, name: "east" },
      comment: "",
      is_active: true,
      date_created: expect.any(String),
      date_updated: expect.any(String),
      created_by: expect.any(String),
    });
    const twice = await admin.call("POST", "terminal/endpoint-rules/", { name: "West", endpoint: to });
    expect([twice.status, Object.keys(twice.body)]).toEqual([400, ["priority"]]);
    for (const priority of [0, 101]) {
      const { status } = await admin.call("POST", "terminal/endpoint-rules/", { name: "x", priority });
      expect(status).toBe(400);
    }
    // Without an endpoint a rule points nowhere, and goes on when its endpoint is deleted.
    expect(
      (await must("POST", "terminal/endpoint-rules/", { name: "Nowhere", priority: 1 })).endpoint,
    ).toBeNull();
    await admin.call("DELETE", `terminal/endpoints/${to}/`);
    expect((await must("GET", `terminal/endpoint-rules/${made.id}/`)).endpoint).toBeNull();
  });

  test("name addresses, networks and ranges, and nothing else", async () => {
    const fine = ["*", "10.1.2.3", "10.1.0.0/16", "10.1.2.9-10.1.2.1", "2001:db8::/32", "::1-::9"];
    expect((await rule("fine", 9, null, fine)).ip_group).toEqual(fine);
    for (const entry of [
      "gate.example",
      "10.1",
      "10.1.2.3/33",
      "10.1.2.3-",
      "10.1.2.3-::1",
      "1-2-3",
      "10.1.2.3/16",
      "'",
    ]) {
      const body = { name: "x", priority: 8, ip_group: [entry] };
      const answer = await admin.call("POST", "terminal/endpoint-rules/", body);
      expect([entry, answer.status, Object.keys(answer.body)]).toEqual([entry, 400, ["ip_group"]]);
    }
    expect((await rule("none", 7, null, [])).ip_group).toEqual(["*"]);
    const many = Array.from({ length: 10_000 }, (_, n) => `10.${n >> 8}.${n & 255}.1`);
    const { id: to } = await endpoint("many");
    const { id: most } = await rule("many", 6, to, many);
    expect(await chosen("protocol=ssh&target_ip=10.39.15.1")).toBe("many");
    const more = { name: "more", priority: 5, ip_group: [...many, "10.0.0.2"] };
    expect((await admin.call("POST", "terminal/endpoint-rules/", more)).status).toBe(400);
    await must("PATCH", `terminal/endpoint-rules/${most}/`, { ip_group: ["10.9.9.9"] });
    expect(await chosen("protocol=ssh&target_ip=10.39.15.1")).toBe("Default");
    expect(await chosen("protocol=ssh&target_ip=10.9.9.9")).toBe("many");
  });

  test("are written in arrays, and deleted by what is selected", async () => {
    const made = await must("POST", "terminal/endpoint-rules/", [
      { name: "one", priority: 1, ip_group: ["10.0.0.1"] },
      { name: "two", priority: 2, ip_group: ["10.0.0.2"] },
    ]);
    const { rows } = await product.database.pool.query("select count(*)::int as n from endpoint_rule_ranges");
    expect(rows[0].n).toBe(2);
    const ids = made.map((one: { id: string }) => one.id).join(",");
    expect((await admin.call("DELETE", "terminal/endpoint-rules/")).status).toBe(400);
    expect((await admin.call("DELETE", `terminal/endpoint-rules/?ids=${ids}`)).status).toBe(204);
    expect(await must("GET", "terminal/endpoint-rules/")).toEqual([]);
  });
});

describe("smart", () => {
  test("needs a protocol, and a caller or a token that holds", async () => {
    const without = await admin.call("GET", smart);
    expect([without.status, Object.keys(without.body)]).toEqual([404, ["error"]]);
    expect((await product.anonymous.call("GET", `${smart}?protocol=ssh`)).status).toBe(401);
    const requested = { asset: id("front"), account: "admin", protocol: "ssh", connect_method: "web_cli" };
    const { body: token } = await mei.call("POST", "authentication/connection-token/", requested);
    const { id: to } = await endpoint("east");
    await rule("East", 50, to, ["10.1.2.0/24"]);
    expect(await chosen(`protocol=ssh&token=${token.id}`, product.anonymous)).toBe("east");
    await mei.call("PATCH", `authentication/connection-token/${token.id}/expire/`);
    const over = await product.anonymous.call("GET", `${smart}?protocol=ssh&token=${token.id}`);
    expect(over.status).toBe(401);
    for (const wrong of ["x", crypto.randomUUID(), "%00"]) {
      expect((await product.anonymous.call("GET", `${smart}?protocol=ssh&token=${wrong}`)).status).toBe(401);
    }
  });

  test("is the default endpoint at the host that was asked, where nothing else fits", async () => {
    const host = { host: "gate.example:8443" };
    const { status, body } = await mei.call("GET", `${smart}?protocol=ssh`, undefined, host);
    expect([status, body.name, body.host, body.ssh_port]).toEqual([
      200,
      "Default",
      "gate.example",
      product.services.config.sshPort,
    ]);
    const v6 = await mei.call("GET", `${smart}?protocol=ssh`, undefined, { host: "[2001:db8::1]:80" });
    expect(v6.body.host).toBe("2001:db8::1");
    const odd = await mei.call("GET", `${smart}?protocol=ssh`, undefined, { host: "a b" });
    expect(["127.0.0.1", "localhost"]).toContain(odd.body.host ?? "localhost");
    const unknown = await mei.call("GET", `${smart}?protocol=%00'`);
    expect([unknown.status, unknown.body.name]).toEqual([200, "Default"]);
  });

  test("follows the rules in the order the setting says, and passes over what does not offer the protocol", async () => {
    const { id: east } = await endpoint("east");
    const { id: west } = await endpoint("west", { rdp_port: 0, ssh_port: 2200 });
    const { id: idle } = await endpoint("idle");
    await rule("low", 10, east, ["10.0.0.0/8"]);
    await rule("high", 90, west, ["10.1.0.0/16", "2001:db8::/32"]);
    await rule("off", 95, idle, ["*"], { is_active: false });
    await rule("nowhere", 99, null);
    expect(await chosen("protocol=ssh&target_ip=10.1.2.3")).toBe("west");
    expect(await chosen("protocol=sftp&target_ip=10.1.2.3")).toBe("west");
    expect(await chosen("protocol=telnet&target_ip=::ffff:10.1.2.3")).toBe("west");
    expect(await chosen("protocol=rdp&target_ip=10.1.2.3")).toBe("east");
    expect(await chosen("protocol=ssh&target_ip=2001:db8::7")).toBe("west");
    expect(await chosen("protocol=ssh&target_ip=2001:db9::7")).toBe("Default");
    expect(await chosen("protocol=ssh&target_ip=192.0.2.1")).toBe("Default");
    expect(await chosen("protocol=ssh")).toBe("Default");
    expect(await chosen("protocol=vnc&target_ip=10.1.2.3")).toBe("Default");
    await product.configure({ ACL_PRIORITY_ORDER: "lowest_first" });
    expect(await chosen("protocol=ssh&target_ip=10.1.2.3")).toBe("east");
    await product.configure({ ACL_PRIORITY_ORDER: "highest_first" });
  });

  test("looks at an asset that the caller may use: its label before the rules, and its address", async () => {
    const { id: east } = await endpoint("east");
    await endpoint("lab", { mysql_port: 0 });
    await rule("East", 50, east, ["10.1.2.3"]);
    expect(await chosen(`protocol=ssh&asset_id=${id("front")}`, mei)).toBe("east");
    expect(await chosen(`protocol=ssh&asset_id=${id("front")}&target_ip=192.0.2.1`, mei)).toBe("Default");
    const label = { name: "endpoint", value: "lab", assets: [id("front")] };
    const { id: labelId } = await must("POST", "assets/labels/", label);
    expect(await chosen(`protocol=ssh&asset_id=${id("front")}`, mei)).toBe("lab");
    expect(await chosen(`protocol=mysql&asset_id=${id("front")}`, mei)).toBe("east");
    // Of what somebody may not see nothing is told, not even where it is.
    expect(await chosen(`protocol=ssh&asset_id=${id("front")}`, tom)).toBe("Default");
    expect(await chosen(`protocol=ssh&asset_id=${crypto.randomUUID()}`)).toBe("Default");
    await must("PATCH", `assets/labels/${labelId}/`, { is_active: false });
    expect(await chosen(`protocol=ssh&asset_id=${id("front")}`, mei)).toBe("east");
    await must("DELETE", `assets/labels/${labelId}/`);
    await product.database.pool.query("update assets set address = 'localhost' where id = $1", [id("front")]);
    expect(await chosen(`protocol=ssh&asset_id=${id("front")}`, mei)).toBe("Default");
    await rule("Loop", 49, east, ["127.0.0.0/8", "::1"]);
    expect(await chosen(`protocol=ssh&asset_id=${id("front")}`, mei)).toBe("east");
    await product.database.pool.query("update assets set address = '10.1.2.3' where id = $1", [id("front")]);
  });

  test("looks at a session of one's own, and at others' with the right to", async () => {
    const { id: east } = await endpoint("east");
    await rule("East", 50, east, ["10.1.2.3"]);
    const { rows } = await product.database.pool.query(
      `insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, login_from,
         date_start)
       values (gen_random_uuid(), $1, 'Mei(mei)', $2, 'front', $3, 'x', 'x', 'ssh', 'WT', now()) returning id`,
      [organizationId, id("mei"), id("front")],
    );
    const query = `protocol=ssh&session_id=${rows[0].id}`;
    expect([await chosen(query, mei), await chosen(query), await chosen(query, tom)]).toEqual([
      "east",
      "east",
      "Default",
    ]);
  });
});

describe("looking into the rules", () => {
  test("tells which are never reached, and why", async () => {
    const { id: east } = await endpoint("east");
    const { id: west } = await endpoint("west", { rdp_port: 0 });
    const none = Object.fromEntries(
      ["https", "http", "ssh", "rdp", "mysql", "mariadb", "postgresql", "redis"].map((p) => [`${p}_port`, 0]),
    );
    const { id: closed } = await endpoint("closed", none);
    await rule("first", 90, west, ["10.0.0.0/9", "10.128.0.0/9"]);
    await rule("desktops", 80, east, ["10.1.0.0/16"]);
    await rule("twice", 70, west, ["10.1.2.3", "10.2.0.1-10.2.0.9"]);
    await rule("wider", 60, east, ["10.0.0.0/7"]);
    await rule("nowhere", 50, null);
    await rule("shut", 40, closed);
    await rule("off", 30, east, ["*"], { is_active: false });
    await rule("all", 20, west);
    await rule("after", 10, west, ["192.0.2.0/24"]);
    expect(
      (await must("GET", "sallyport/endpoint-rules/reach/")).rules.map(
        ({ id: _, ...rest }: { id: string }) => rest,
      ),
    ).toEqual([
      { name: "first", state: "used", causes: [] },
      // The first rule's endpoint has no desktops.
      { name: "desktops", state: "used", causes: [] },
      { name: "twice", state: "covered", causes: ["first", "desktops"] },
      { name: "wider", state: "used", causes: [] },
      { name: "nowhere", state: "no_endpoint", causes: [] },
      { name: "shut", state: "no_ports", causes: [] },
      { name: "off", state: "inactive", causes: [] },
      { name: "all", state: "used", causes: [] },
      { name: "after", state: "covered", causes: ["all"] },
    ]);
  });

  test("tells which endpoint an address gets, and by which rule", async () => {
    const { id: east } = await endpoint("east", { ssh_port: 2200 });
    const { id: made } = await rule("East", 50, east, ["10.1.2.0/24"]);
    const choice = "sallyport/endpoint-rules/choice/";
    expect(await must("GET", `${choice}?address=10.1.2.3&protocol=ssh`)).toEqual({
      endpoint: { id: east, name: "east" },
      host: "east.example",
      port: 2200,
      address: "10.1.2.3",
      chosen_by: "rule",
      rule: { id: made, name: "East" },
    });
    const usual = await must("GET", `${choice}?address=10.1.3.3&protocol=ssh`);
    expect([usual.endpoint.name, usual.chosen_by, usual.rule]).toEqual(["Default", "default", null]);
    for (const query of [
      "",
      "?address=%20&protocol=ssh",
      "?address=http://x&protocol=ssh",
      "?address=10.1.2.3",
    ]) {
      expect((await admin.call("GET", `${choice}${query}`)).status).toBe(400);
    }
    expect((await mei.call("GET", `${choice}?address=10.1.2.3&protocol=ssh`)).status).toBe(403);
  });
});

test("what client programs are told follows the endpoint", async () => {
  const { id: east } = await endpoint("east", { ssh_port: 2200 });
  const tokens = "authentication/connection-token/";
  const requested = { asset: id("front"), account: "admin", protocol: "ssh", connect_method: "ssh_guide" };
  const { body: token } = await mei.call("POST", tokens, requested);
  const launch = async () => {
    const { body } = await mei.call("GET", `${tokens}${token.id}/client-url/`, undefined, {
      host: "evil.example",
    });
    return JSON.parse(Buffer.from(String(body.url).slice("jms://".length), "base64").toString()).endpoint;
  };
  expect(await launch()).toEqual({ host: "127.0.0.1", port: product.services.config.sshPort });
  await rule("East", 50, east, ["10.1.2.3"]);
  expect(await launch()).toEqual({ host: "east.example", port: 2200 });
  await must("PATCH", `terminal/endpoints/${east}/`, { ssh_port: 0 });
  await must("PATCH", `terminal/endpoints/${defaultId}/`, { ssh_port: 0 });
  const refused = await mei.call("GET", `${tokens}${token.id}/client-url/`);
  expect([refused.status, refused.body.code, typeof refused.body.error]).toEqual([
    400,
    "endpoint_missing",
    "string",
  ]);
});

describe("ports of Oracle databases", () => {
  const make = (name: string) =>
    must("POST", "assets/databases/", {
      name,
      address: "10.1.2.4",
      platform: oracle,
      nodes: [],
      protocols: [{ name: "oracle", port: 1521 }],
      db_name: "orcl",
    });
  let oracle: number;
  beforeAll(async () => {
    oracle = (await must("GET", "assets/platforms/?type=oracle"))[0].id;
  });

  test("each database gets one, keeps it, and gives it back", async () => {
    const ports = () => must("GET", "terminal/db-listen-ports/");
    expect(await ports()).toEqual([]);
    const one = await make("one");
    expect(await ports()).toEqual([30_000]);
    const two = await make("two");
    expect(await ports()).toEqual([30_000, 30_001]);
    const info = await must("GET", "terminal/db-listen-ports/db-info/?port=30001");
    expect(info).toMatchObject({ id: two.id, name: "two", type: "oracle", gateway: null });
    const { body } = await admin.call("GET", `${smart}?protocol=oracle&asset_id=${two.id}`);
    expect([body.name, body.oracle_port]).toEqual(["Default", 30_001]);
    // Each endpoint offers it, so that the rules choose.
    const { id: to } = await endpoint("east");
    await rule("East", 1, to);
    const east = await admin.call("GET", `${smart}?protocol=oracle&asset_id=${two.id}`);
    expect([east.body.name, east.body.oracle_port]).toEqual(["east", 30_001]);
    await admin.call("DELETE", `assets/databases/${one.id}/`);
    expect(await ports()).toEqual([30_001]);
    expect((await admin.call("GET", "terminal/db-listen-ports/db-info/?port=30000")).status).toBe(404);
    for (const port of ["", "x", "99999", "-1", "30001.5"]) {
      expect((await admin.call("GET", `terminal/db-listen-ports/db-info/?port=${port}`)).status).toBe(404);
    }
    await admin.call("PATCH", `assets/databases/${two.id}/`, { is_active: false });
    expect(await ports()).toEqual([]);
    expect((await mei.call("GET", "terminal/db-listen-ports/")).status).toBe(403);
  });

  test("another organization's are not told", async () => {
    await make("here");
    const { id: other } = await must("POST", "orgs/orgs/", { name: "Elsewhere" });
    const there = { "x-jms-org": other };
    expect((await admin.call("GET", "terminal/db-listen-ports/", undefined, there)).body).toEqual([]);
    const info = await admin.call("GET", "terminal/db-listen-ports/db-info/?port=30000", undefined, there);
    expect(info.status).toBe(404);
  });

  test("where all are taken the rest has none", async () => {
    for (let number = 0; number < 32; number++) await make(`many-${number}`);
    expect((await must("GET", "terminal/db-listen-ports/")).length).toBe(31);
  });
});
