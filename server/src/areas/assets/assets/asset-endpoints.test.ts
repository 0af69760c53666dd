import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AssetAreas,
  type CallOptions,
  startAssetAreas,
  testOrganizationIds,
  testPerson,
} from "../../../testing/asset-areas.ts";

let areas: AssetAreas;
let ids: Record<string, string>;
const own = { [testOrganizationIds.default]: ["assets.match_asset"] };
beforeAll(async () => {
  areas = await startAssetAreas([
    testPerson(1, "boss", "*"),
    testPerson(2, "asker", own),
    testPerson(3, "viewer", { [testOrganizationIds.default]: ["assets.view_asset"] }),
  ]);
  ids = await populate();
});
afterAll(() => areas.close());

const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  areas.call(method, `assets/${path}`, { ...options, ...(body === undefined ? {} : { body }) });

/** Four assets of four categories, in two nodes, one in a domain. */
async function populate(): Promise<Record<string, string>> {
  const { rows } = await areas.database.pool.query(
    "insert into domains (org_id, name) values ($1, 'Inner ring') returning id",
    [testOrganizationIds.default],
  );
  const add = async (path: string, body: Record<string, unknown>): Promise<string> => {
    const { status, body: made } = await call("POST", `${path}/`, body);
    expect(status).toBe(201);
    return made.id;
  };
  const [domain] = rows;
  const branch = (await call("POST", "nodes/", { full_value: "/A" })).body.id;
  const leaf = (await call("POST", "nodes/", { full_value: "/A/B" })).body.id;
  return {
    domain: domain.id,
    branch,
    leaf,
    host: await add("hosts", {
      name: "f-host",
      address: "10.7.0.1",
      platform: 1,
      nodes: [leaf],
      domain: domain.id,
      labels: [{ name: "env", value: "prod" }],
      comment: "rack seven",
    }),
    device: await add("devices", {
      name: "f-device",
      address: "10.7.0.2",
      platform: 14,
      nodes: [branch],
      is_active: false,
    }),
    database: await add("databases", { name: "f-database", address: "10.8.0.3", platform: 17, db_name: "x" }),
    web: await add("webs", {
      name: "f-web",
      address: "https://f.example.com",
      platform: 26,
      domain: domain.id,
    }),
  };
}

const rules = (rule: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(rule)).toString("base64"));
const found = async (query: string, path = "assets"): Promise<string[]> => {
  const { status, body } = await call("GET", `${path}/?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body.map(({ name }: { name: string }) => name.replace("f-", ""));
};

describe("the filters of asset lists", () => {
  it.each<[string, string[]]>([
    ["", ["database", "device", "host", "web"]],
    ["id={host}", ["host"]],
    ["name=f-host", ["host"]],
    ["name=F-HOST", []],
    ["address=10.7.0.2", ["device"]],
    ["ips=10.7.0.1,10.8.0.3,nonsense", ["database", "host"]],
    ["is_active=false", ["device"]],
    ["platform=17", ["database"]],
    ["platform=Cisco", ["device"]],
    ["platform=99999", []],
    ["category=device", ["device"]],
    ["type=website", ["web"]],
    ["domain={domain}", ["host"]],
    ["domain=inner", ["host"]],
    ["domain=outer", []],
    ["protocols=ssh", ["device", "host"]],
    ["protocols=http, mysql", ["database", "web"]],
    ["labels=env:prod", ["host"]],
    ["labels=env:test", []],
    ["labels=pro", ["host"]],
    ["label=env:prod", ["host"]],
    ["label=env%23prod", ["host"]],
    ["label=env:prod&label=env:test", ["host"]],
    ["label=env:test", []],
    ["domain_enabled=false", ["web"]],
    ["ping_enabled=false", ["web"]],
    ["gather_facts_enabled=true", ["host"]],
    ["change_secret_enabled=true", ["database", "device", "host"]],
    ["push_account_enabled=true", ["database", "host"]],
    ["verify_account_enabled=false", ["web"]],
    ["gather_accounts_enabled=true", ["database", "host"]],
    ["node_id={branch}", ["device", "host"]],
    ["node={leaf}", ["host"]],
    ["node_id={branch}&all=0", ["device"]],
    ["node_id={branch}&show_current_asset=1", ["device"]],
    ["node_id={branch}&show_current_asset=0&all=0", ["device", "host"]],
    [`node_id=${randomUUID()}`, ["database", "device", "host", "web"]],
    ["node_id=nonsense", ["database", "device", "host", "web"]],
    ["asset_id=x&protocol__in=ssh", ["database", "device", "host", "web"]],
    ["search=RACK", ["host"]],
    ["search=10.7 f-d", ["device"]],
    ["order=-name", ["web", "host", "device", "database"]],
    ["ids={web},{host}", ["host", "web"]],
    [`attr_rules=${rules({ type: "all" })}`, ["database", "device", "host", "web"]],
    [`attr_rules=${rules({ type: "attrs", attrs: [] })}`, []],
    [
      `attr_rules=${rules({ type: "attrs", attrs: [{ name: "category", match: "in", value: ["web", "host"] }] })}`,
      ["host", "web"],
    ],
    [
      `attr_rules=${rules({ type: "attrs", attrs: [{ name: "address", match: "ip_in", value: ["10.8.*", "10.7.0.2-10.7.0.9"] }] })}`,
      ["device"],
    ],
    [
      `attr_rules=${rules({ type: "attrs", attrs: [{ name: "protocols", match: "in", value: ["mysql"] }] })}`,
      ["database"],
    ],
  ])("answer %s", async (query, names) => {
    const asked = query.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");
    expect(await found(asked)).toEqual(names);
    const { body } = await call("GET", `assets/?limit=1&${asked}`);
    expect(body.count).toBe(names.length);
  });

  it("narrow the lists of categories just so", async () => {
    expect(await found("search=f-", "hosts")).toEqual(["host"]);
    expect(await found(`node_id=${ids.branch}`, "devices")).toEqual(["device"]);
    expect(await found("category=device", "hosts")).toEqual([]);
  });

  it.each([
    "id=x",
    `id=${"f".repeat(5000)}`,
    "attr_rules=%00",
    "is_active=perhaps",
    "domain=%00",
    "labels=%25",
    "ips=%00",
  ])("never end in a 5xx: %s", async (query) => {
    expect((await call("GET", `assets/?${query}`)).status).toBeLessThan(500);
  });
});

describe("the endpoints beside the lists", () => {
  it("suggest ten assets to whoever may match them, in the shape that is asked for", async () => {
    const plain = await call("GET", "assets/suggestions/", undefined, { as: "asker" });
    expect(plain.body.map(({ name }: { name: string }) => name)).toEqual([
      "f-database",
      "f-device",
      "f-host",
      "f-web",
    ]);
    const mini = await call("GET", "hosts/suggestions/?action=suggestion&search=f-", undefined, {
      as: "asker",
    });
    expect(mini.body).toEqual([{ id: ids.host, name: "f-host", address: "10.7.0.1" }]);
    const paged = await call("GET", "assets/suggestions/?limit=2", undefined, { as: "asker" });
    expect(paged.body).toMatchObject({ count: 4, results: [{ name: "f-database" }, { name: "f-device" }] });
    expect((await call("GET", "assets/suggestions/", undefined, { as: "viewer" })).status).toBe(403);
    expect((await call("GET", "assets/", undefined, { as: "asker" })).status).toBe(403);
  });

  it("answer the platform of an asset, from every collection it is in", async () => {
    const { body: platform } = await call("GET", "platforms/1/");
    for (const path of ["assets", "hosts"]) {
      expect((await call("GET", `${path}/${ids.host}/platform/`)).body).toEqual(platform);
    }
    expect((await call("GET", `databases/${ids.host}/platform/`)).status).toBe(404);
    expect((await call("GET", `assets/${randomUUID()}/platform/`)).status).toBe(404);
    expect((await call("GET", `assets/${ids.host}/platform/`, undefined, { as: "viewer" })).status).toBe(403);
  });

  it("tell the platforms that a selection of nodes and assets uses", async () => {
    const used = async (body: unknown) =>
      (await call("POST", "platforms/filter-nodes-assets/", body)).body.map(
        ({ name }: { name: string }) => name,
      );
    expect(await used({ node_ids: [ids.branch], asset_ids: [ids.database] })).toEqual([
      "Linux",
      "Cisco",
      "MySQL",
    ]);
    expect(await used({ node_ids: [], asset_ids: [ids.web] })).toEqual(["Website"]);
    for (const body of [{}, [], { node_ids: "x", asset_ids: [1, null, "x"] }])
      expect(await used(body)).toEqual([]);
    expect((await call("POST", "platforms/filter-nodes-assets/", {}, { as: "viewer" })).status).toBe(403);
  });

  it("describe the detail for the category of the asset, or the one asked for", async () => {
    const described = async (path: string) => (await call("OPTIONS", path)).body.actions.GET;
    const database = await described(`assets/${ids.database}/`);
    expect(Object.keys(database.spec_info.children)).toEqual(["db_name", "use_ssl", "allow_invalid_cert"]);
    expect(database.gathered_info.children).toBeUndefined();
    const host = await described(`assets/${ids.host}/`);
    expect([host.spec_info.children, Object.keys(host.gathered_info.children)[0]]).toEqual([
      undefined,
      "vendor",
    ]);
    const asked = await described(`assets/${ids.host}/?category=web`);
    expect(Object.keys(asked.spec_info.children)).toContain("submit_selector");
  });

  it("refuse what is not there, whatever it is called", async () => {
    for (const method of ["GET", "PATCH", "DELETE"]) {
      for (const id of [randomUUID(), "nonsense", "1"]) {
        const answer = await call(method, `assets/${id}/`, method === "PATCH" ? {} : undefined);
        expect(answer).toMatchObject({ status: 404, body: { code: "object_does_not_exist" } });
      }
    }
    expect((await call("DELETE", "assets/")).status).toBe(400);
  });

  it.each([
    [{ name: null }, "name"],
    [{ name: { a: 1 } }, "name"],
    [{ address: "" }, "address"],
    [{ address: "a".repeat(768) }, "address"],
    [{ platform: "Multics" }, "platform"],
    [{ platform: { pk: -1 } }, "platform"],
    [{ platform: null }, "platform"],
    [{ nodes: "x" }, "nodes"],
    [{ nodes: ["x"] }, "nodes"],
    [{ nodes_display: [7, {}] }, "nodes_display"],
    [{ nodes_display: ["/".concat("n".repeat(129))] }, "value"],
    [{ labels: [{ name: "", value: "" }] }, "labels"],
    [{ labels: [7] }, "labels"],
    [{ protocols: {} }, "protocols"],
    [{ protocols: [{ name: "ssh", port: "x" }] }, "protocols"],
    [
      {
        protocols: [
          { name: "ssh", port: 22 },
          { name: "smoke-signals", port: 1 },
        ],
      },
      "protocols",
    ],
    [{ is_active: "perhaps" }, "is_active"],
    [{ domain: 7 }, "domain"],
    [{ id: "x" }, "id"],
  ])("refuse a host with %j on its field", async (more, field) => {
    const answer = await call("POST", "hosts/", { name: "refused", address: "a", platform: 1, ...more });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
  });
});
