import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AssetAreas, startAssetAreas, testPerson } from "../../../testing/asset-areas.ts";

let areas: AssetAreas;
beforeAll(async () => {
  areas = await startAssetAreas([testPerson(1, "boss", "*")]);
});
afterAll(() => areas.close());

const call = (method: string, path: string, body?: unknown) =>
  areas.call(method, `assets/${path}`, body === undefined ? {} : { body });

let counter = 0;
async function addPlatform(protocols: unknown, type = "linux", category = "host") {
  counter++;
  return call("POST", "platforms/", { name: `Own-${counter}`, category, type, protocols });
}

describe("the protocols of a platform", () => {
  it("have the settings of their protocol, with defaults, and nothing else", async () => {
    const { body } = await addPlatform([
      { name: "rdp", port: 3389, setting: { console: "true", alien: 1 } },
      { name: "sftp", port: 22 },
      { name: "ssh", port: 22, setting: { sftp_enabled: true } },
    ]);
    expect(body.protocols.map(({ setting }: { setting: unknown }) => setting)).toEqual([
      { console: true, security: "any", ad_domain: "" },
      { sftp_home: "/tmp" },
      { sftp_enabled: true },
    ]);
  });

  it.each([
    [
      [{ name: "rdp", port: 3389, setting: { security: "none" } }],
      { setting: { security: expect.anything() } },
    ],
    [
      [{ name: "rdp", port: 3389, setting: { console: "perhaps" } }],
      { setting: { console: expect.anything() } },
    ],
    [[{ name: "rdp", port: 3389, setting: "x" }], { setting: expect.anything() }],
    [
      [{ name: "sftp", port: 22, setting: { sftp_home: "h".repeat(4097) } }],
      { setting: { sftp_home: expect.anything() } },
    ],
    [[{ name: "mysql", port: 3306 }], { name: [expect.stringContaining("ssh, sftp, telnet, vnc, rdp")] }],
    [[{ name: "ssh", port: -1 }], { port: [expect.any(String)] }],
    [[{ name: "ssh", port: 65536 }], { port: [expect.any(String)] }],
    [[{ name: "ssh", port: "22.5" }], { port: [expect.any(String)] }],
    [[{ name: "ssh" }], { port: [expect.any(String)] }],
    [[{ port: 22 }], { name: [expect.any(String)] }],
    [["ssh"], [expect.any(String)]],
  ])("refuse %j in its place", async (protocols, error) => {
    expect(await addPlatform(protocols)).toMatchObject({ status: 400, body: { protocols: [error] } });
  });

  it("take an autofill script as steps or as their JSON", async () => {
    const script = [{ step: 1, command: "type", target: "name=user", value: "{USERNAME}" }];
    for (const written of [script, JSON.stringify(script)]) {
      const { body } = await addPlatform(
        [{ name: "http", port: 80, setting: { script: written } }],
        "website",
        "web",
      );
      expect(body.protocols[0].setting).toMatchObject({ autofill: "basic", script });
    }
    for (const bad of [
      "{",
      "{}",
      [1],
      [{ step: 1 }],
      [{ step: 1, command: "rm" }],
      [{ step: "x", command: "click" }],
    ]) {
      expect(
        await addPlatform([{ name: "http", port: 80, setting: { script: bad } }], "website", "web"),
      ).toMatchObject({
        status: 400,
        body: { protocols: [{ setting: { script: expect.anything() } }] },
      });
    }
  });

  it("are known by id, else by name; keep what an item leaves out; and may change names", async () => {
    const { body } = await addPlatform([
      { name: "ssh", port: 2222 },
      { name: "rdp", port: 3389, default: true, setting: { security: "tls" } },
    ]);
    const path = `platforms/${body.id}/`;
    const [ssh, rdp] = body.protocols;
    const kept = await call("PATCH", path, { protocols: [{ name: "ssh" }, { id: rdp.id, port: 3390 }] });
    expect(kept.body.protocols).toEqual([ssh, { ...rdp, port: 3390 }]);
    const swapped = await call("PATCH", path, {
      protocols: [
        { id: ssh.id, name: "rdp", port: 1, setting: {} },
        { id: rdp.id, name: "ssh", port: 2, setting: {} },
      ],
    });
    expect(swapped.body.protocols).toMatchObject([
      { id: ssh.id, name: "rdp", primary: true, setting: { security: "any" } },
      { id: rdp.id, name: "ssh", port: 2 },
    ]);
    const other = await addPlatform([{ name: "ssh", port: 22 }]);
    const stolen = await call("PATCH", path, {
      protocols: [{ id: other.body.protocols[0].id, name: "vnc", port: 5900 }],
    });
    expect(stolen.body.protocols).toMatchObject([{ name: "vnc", primary: true }]);
    expect((await call("GET", `platforms/${other.body.id}/`)).body.protocols).toEqual(other.body.protocols);
  });
});

describe("protocol-settings/", () => {
  it("lists, changes and deletes rows of one's own platforms", async () => {
    const platform = (
      await addPlatform(
        [
          { name: "rdp", port: 3389 },
          { name: "ssh", port: 22 },
        ],
        "windows",
      )
    ).body;
    const [rdp, ssh] = platform.protocols;
    const found = await call("GET", `protocol-settings/?platform__name=${platform.name}&name=rdp`);
    expect(found.body).toEqual([rdp]);
    const changed = await call("PATCH", `protocol-settings/${rdp.id}/`, { setting: { console: true } });
    expect(changed.body.setting).toEqual({ console: true, security: "any", ad_domain: "" });
    const again = await call("PATCH", `protocol-settings/${rdp.id}/`, { setting: { security: "nla" } });
    expect(again.body.setting).toMatchObject({ console: true, security: "nla" });
    expect(await call("PATCH", `protocol-settings/${rdp.id}/`, { setting: { security: "x" } })).toMatchObject(
      {
        status: 400,
        body: { setting: { security: expect.anything() } },
      },
    );
    expect(await call("PATCH", `protocol-settings/${rdp.id}/`, { name: "mysql" })).toMatchObject({
      status: 400,
      body: { name: expect.anything() },
    });
    expect(await call("PATCH", `protocol-settings/${rdp.id}/`, { name: "ssh" })).toMatchObject({
      status: 400,
      body: { name: expect.anything() },
    });
    expect((await call("PATCH", `protocol-settings/${rdp.id}/`, { primary: false })).body.primary).toBe(true);
    // One of a platform is primary: the one that was made so last.
    await call("PATCH", `protocol-settings/${ssh.id}/`, { primary: true });
    expect((await call("GET", `protocol-settings/${rdp.id}/`)).body.primary).toBe(false);
    await call("PATCH", `protocol-settings/${rdp.id}/`, { primary: true });
    expect((await call("GET", `protocol-settings/${ssh.id}/`)).body.primary).toBe(false);
    expect((await call("DELETE", `protocol-settings/${rdp.id}/`)).status).toBe(204);
    expect((await call("GET", `protocol-settings/${ssh.id}/`)).body.primary).toBe(true);
    expect(await call("DELETE", `protocol-settings/${ssh.id}/`)).toMatchObject({
      status: 400,
      body: { code: "error" },
    });
    expect((await call("POST", "protocol-settings/", { name: "vnc", port: 1 })).status).toBe(400);
  });

  it("leaves built-in platforms alone", async () => {
    const [row] = (await call("GET", "protocol-settings/?platform__name=Linux&name=ssh")).body;
    for (const [method, body] of [
      ["PATCH", { port: 1 }],
      ["PUT", { name: "ssh", port: 1 }],
      ["DELETE", undefined],
    ] as const) {
      expect((await call(method, `protocol-settings/${row.id}/`, body)).status).toBe(403);
    }
    expect((await call("GET", `protocol-settings/${row.id}/`)).body).toEqual(row);
  });

  it("describes the settings of the protocol that is asked for", async () => {
    const children = async (name: string) =>
      (await call("OPTIONS", `protocol-settings/?name=${name}`)).body.actions.POST.setting.children;
    expect(Object.keys(await children("telnet"))).toEqual([
      "username_prompt",
      "password_prompt",
      "success_prompt",
    ]);
    expect((await children("chatgpt")).api_mode.choices).toHaveLength(4);
    expect(await children("ssh")).toBeUndefined();
    expect(await children("no-such")).toBeUndefined();
  });
});

describe("categories", () => {
  it("are paged when a limit is given", async () => {
    expect((await call("GET", "categories/?limit=2&offset=1")).body).toMatchObject({
      count: 6,
      results: [{ value: "device" }, { value: "database" }],
      next: expect.stringContaining("offset=3"),
    });
    expect((await call("GET", "categories/types/?limit=1")).body).toMatchObject({
      results: [{ value: "linux" }],
    });
  });
});
