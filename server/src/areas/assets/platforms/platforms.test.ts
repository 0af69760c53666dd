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

describe("platforms", () => {
  it("lists the built-in ones by their stable ids, of every type without a license too", async () => {
    const { body } = await call("GET", "platforms/?limit=100");
    expect(body.count).toBe(29);
    expect(body.results.find((one: { id: number }) => one.id === 11).name).toBe("Gateway");
    for (const name of ["PostgreSQL", "Oracle", "SQLServer", "ClickHouse"])
      expect((await call("GET", `platforms/${name}/`)).status, name).toBe(200);
    const { body: types } = await call("GET", "categories/types/");
    const database = types.filter((one: { category: string }) => one.category === "database");
    expect(database.map((one: { value: string }) => one.value)).toEqual(
      expect.arrayContaining(["postgresql", "oracle", "sqlserver", "clickhouse"]),
    );
    expect(JSON.stringify(types)).not.toContain("xpack");
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

  it("have exactly one primary protocol, whatever is sent", async () => {
    const primary = async (path: string, method: string, protocols: readonly object[]) => {
      const more = method === "POST" ? { name: "One-primary", category: "host", type: "linux" } : {};
      const { body } = await call(method, path, { ...more, protocols });
      expect(body).toMatchObject({ id: expect.any(Number) });
      const names = body.protocols.filter((one: { primary: boolean }) => one.primary);
      return [String(body.id), names.map(({ name }: { name: string }) => name)] as const;
    };
    const both = [
      { name: "sftp", port: 22 },
      { name: "ssh", port: 22, primary: true },
      { name: "telnet", port: 23, primary: true },
    ];
    const [id, first] = await primary("platforms/", "POST", both);
    expect(first).toEqual(["ssh"]);
    const changed = [{ name: "ssh" }, { name: "telnet", primary: true }];
    expect((await primary(`platforms/${id}/`, "PATCH", changed))[1]).toEqual(["telnet"]);
    expect((await primary(`platforms/${id}/`, "PATCH", [{ name: "ssh" }, { name: "telnet" }]))[1]).toEqual([
      "telnet",
    ]);
    expect((await primary(`platforms/${id}/`, "PATCH", [{ name: "ssh" }]))[1]).toEqual(["ssh"]);
    expect((await call("DELETE", `platforms/${id}/`)).status).toBe(204);
    // Assets of such a platform have to have that one alone.
    const { body: twice } = await call("POST", "platforms/", {
      ...{ name: "Marked-twice", category: "host", type: "linux", protocols: both },
    });
    for (const protocols of [{}, { protocols: [{ name: "ssh", port: 22 }] }])
      expect((await addHost({ platform: twice.id, ...protocols })).protocols).toMatchObject([
        { name: "ssh" },
      ]);
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
    const oracle = await call("GET", "categories/constraints/?category=database&type=oracle");
    expect(oracle.body.protocols).toMatchObject([{ name: "oracle", port: 1521, default: true }]);
    expect((await call("GET", "categories/constraints/?category=x&type=y")).body).toEqual({});
  });
});
