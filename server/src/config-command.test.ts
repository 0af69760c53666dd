import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configCommand } from "./config-command.ts";
import { databaseUrlOf } from "./testing/database-url.ts";
import { createTestProduct, type TestProduct } from "./testing/product.ts";

let first: TestProduct;
let second: TestProduct;
const folder = mkdtempSync(join(tmpdir(), "sallyport-config-"));

/** Runs the command on an installation; answers the lines it said. */
async function run(product: TestProduct, given: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { dataFolder } = product.services.config;
  const said: string[] = [];
  const environment = {
    SALLYPORT_DATA: dataFolder,
    SALLYPORT_DATABASE_URL: databaseUrlOf(product.database),
    ...more,
  };
  await configCommand(given, environment, (line) => said.push(line));
  return said;
}

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function made(product: TestProduct, path: string, body: object) {
  const answer = await product.administrator.call("POST", path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** What both installations have that a file refers to by name. */
async function prepare(product: TestProduct) {
  await product.createUser({ username: "mei", name: "Mei" });
  const [linux] = (await product.administrator.call("GET", "assets/platforms/?name=Linux")).body;
  await made(product, "assets/hosts/", { name: "web-1", address: "127.0.0.1", platform: linux.id });
}

beforeAll(async () => {
  [first, second] = await Promise.all([createTestProduct(), createTestProduct()]);
  await Promise.all([prepare(first), prepare(second)]);
});
afterAll(() => Promise.all([first?.close(), second?.close()]));

describe("config", () => {
  const exported = join(folder, "first.yaml");

  it("writes what was configured, by names and without what comes with the product", async () => {
    const user = (await first.administrator.call("GET", "users/users/?username=mei")).body[0];
    const asset = (await first.administrator.call("GET", "assets/assets/?name=web-1")).body[0];
    await first.configure({ SECURITY_MFA_AUTH: 2, EMAIL_HOST: "mail.corp.test" });
    await made(first, "orgs/orgs/", { name: "Berlin", comment: "the branch" });
    await made(first, "rbac/roles/", { name: "Watcher", scope: "org", permissions: [5] });
    await made(first, "assets/platforms/", {
      ...{ name: "Router-x", category: "device", type: "router", charset: "utf-8" },
      protocols: [{ name: "ssh", port: 2222, primary: true }],
    });
    await made(first, "perms/asset-permissions/", {
      ...{ name: "web", users: [user.id], assets: [asset.id] },
      ...{ accounts: ["@SPEC", "root"], actions: ["connect"] },
    });
    const group = await made(first, "acls/command-groups/", { name: "dangerous", content: "rm\nreboot" });
    await made(first, "acls/command-filter-acls/", {
      ...{ name: "no-rm", users: { type: "ids", ids: [user.id] }, accounts: ["@ALL"], action: "reject" },
      assets: { type: "attrs", attrs: [{ name: "name", match: "contains", value: "web" }] },
      command_groups: [group.id],
    });
    await run(first, ["export", exported]);
    const text = readFileSync(exported, "utf8");
    expect(text).toContain("EMAIL_HOST: mail.corp.test");
    expect(text).not.toContain("EMAIL_HOST_PASSWORD");
    expect(text).not.toContain("SECURITY_LOGIN_LIMIT_COUNT");
    expect(text).not.toMatch(/name: (Linux|OrgAdmin|SYSTEM)\b/);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(text).toMatch(/name: Watcher\n(?: {4}.*\n)*? {4}permissions:\n {6}- accounts\.view_account/);
    expect(text).toMatch(/users:\n +- mei\n/);
    const all = (await run(first, ["export", "--all"])).join("\n");
    expect(all).toContain("SECURITY_LOGIN_LIMIT_COUNT");
    // A picture is a file, whose address says nothing elsewhere.
    expect(all).toContain("AUTH_OAUTH2_PROVIDER");
    expect(all).not.toContain("AUTH_OAUTH2_LOGO_PATH");
  });

  it("finds nothing to change where it was written", async () => {
    expect(await run(first, ["plan", exported])).toEqual([
      "Nothing to change: the installation is as the file says.",
    ]);
  });

  it("shows what another installation lacks, changes nothing by that, and brings it there once", async () => {
    const planned = await run(second, ["plan", exported]);
    expect(planned).toContain('+ organization "Berlin"');
    expect(planned).toContain("    SECURITY_MFA_AUTH: 0 -> 2");
    expect(planned.at(-1)).toMatch(/^Changes: \d\. Nothing was changed\.$/);
    expect((await second.administrator.call("GET", "orgs/orgs/?name=Berlin")).body).toEqual([]);
    const applied = await run(second, ["apply", exported]);
    expect(applied.slice(0, -1)).toEqual(planned.slice(0, -1));
    expect(await run(second, ["apply", exported])).toEqual([
      "Nothing to change: the installation is as the file says.",
    ]);
    const again = join(folder, "second.yaml");
    await run(second, ["export", again]);
    // The dates of a permission are those of the file as well.
    expect(readFileSync(again, "utf8")).toBe(readFileSync(exported, "utf8"));
    const [rule] = (await second.administrator.call("GET", "acls/command-filter-acls/")).body;
    const [mei] = (await second.administrator.call("GET", "users/users/?username=mei")).body;
    expect(rule.users).toEqual({ type: "ids", ids: [mei.id] });
  });

  it("changes only what a file names, and says who did it in the log", async () => {
    const file = write(
      "part.yaml",
      [
        "sallyport: 1",
        "in_organization:",
        "  Default:",
        "    permissions:",
        "      - name: web",
        "        actions: [upload, connect]",
      ].join("\n"),
    );
    expect(await run(second, ["apply", file])).toEqual([
      '~ Default: permission "web"',
      '    actions: ["connect"] -> ["upload","connect"]',
      "Changes made: 1.",
    ]);
    const [permission] = (await second.administrator.call("GET", "perms/asset-permissions/?name=web")).body;
    expect(permission.actions.map(({ value }: { value: string }) => value).toSorted()).toEqual([
      "connect",
      "upload",
    ]);
    const { body } = await second.administrator.call("GET", "audits/operate-logs/?limit=1&offset=0");
    expect(body.results[0]).toMatchObject({ user: "Administrator(admin)", action: { value: "update" } });
  });

  it("sets secrets from where the file refers to, when asked to, and keeps them out of what it says", async () => {
    writeFileSync(join(folder, "mail-password"), "hush-hush\n");
    const file = write(
      "secrets.yaml",
      "sallyport: 1\nsettings:\n  EMAIL_HOST_PASSWORD: !file mail-password\n  VAULT_HCP_TOKEN: !env TOKEN\n",
    );
    expect(await run(second, ["plan", file])).toEqual([
      "Nothing to change: the installation is as the file says.",
    ]);
    await expect(run(second, ["apply", "--secrets", file])).rejects.toThrow("!env TOKEN: there is no value.");
    expect(await second.services.settings.get("EMAIL_HOST_PASSWORD")).toBe("");
    const said = await run(second, ["apply", "--secrets", file], { TOKEN: "s.token-1" });
    expect(said.join("\n")).not.toMatch(/hush-hush|s\.token-1/);
    expect(said).toContain("    EMAIL_HOST_PASSWORD: !file mail-password");
    await expect.poll(() => second.services.settings.get("EMAIL_HOST_PASSWORD")).toBe("hush-hush");
    await expect.poll(() => second.services.settings.get("VAULT_HCP_TOKEN")).toBe("s.token-1");
  });

  it("deletes what is not in the file when asked to, of the kinds that are", async () => {
    const file = write(
      "pruned.yaml",
      "sallyport: 1\nplatforms: [{ name: Other }, { name: Windows2016 }]\nin_organization: { Default: {} }\n",
    );
    expect(await run(second, ["plan", file])).toHaveLength(1);
    expect(await run(second, ["apply", "--prune", file])).toEqual([
      '- platform "Router-x"',
      "Changes made: 1.",
    ]);
    expect((await second.administrator.call("GET", "assets/platforms/?name=Linux")).body).toHaveLength(1);
    expect((await second.administrator.call("GET", "perms/asset-permissions/")).body).toHaveLength(1);
  });

  it.each([
    ["sallyport: 2", /version of its format/],
    ["sallyport: 1\nplaces: []", /places: unknown here/],
    ["sallyport: 1\nroles:\n  - comment: x", /roles\[0\]: a name is missing/],
    ["sallyport: 1\nroles:\n  - name: A\n  - name: A", /"A" is there twice/],
    ["sallyport: 1\nsettings:\n  NO_SUCH: 1", /settings\.NO_SUCH: there is no such setting/],
    ["sallyport: 1\nsettings:\n  EMAIL_HOST_PASSWORD: plain", /is a secret\. Write "!env NAME"/],
    ["sallyport: 1\nroles:\n  - name: Watcher\n    scope: system", /scope cannot be changed/],
    ["sallyport: 1\nroles:\n  - name: Watcher\n    builtin: true", /"builtin" is no field that can be set/],
    ["sallyport: 1\nin_organization:\n  Nowhere:\n    permissions: []", /no organization "Nowhere"/],
    ["sallyport: 1\nsettings: {a: &a [1, 2], b: [*a, *a", /./],
    [
      "sallyport: 1\nroles:\n  - name: B\n    scope: org\n    permissions: [no.such]",
      /no permission "no\.such"/,
    ],
    ["sallyport: 1\nsettings:\n  SECURITY_LOGIN_LIMIT_COUNT: many", /SECURITY_LOGIN_LIMIT_COUNT: /],
    [
      "sallyport: 1\nin_organization:\n  Default:\n    permissions:\n      - name: p\n        users: [nobody]",
      /users: /,
    ],
  ])("refuses %j with the reason", async (text, reason) => {
    await expect(run(first, ["apply", write("wrong.yaml", text)])).rejects.toThrow(reason);
  });

  it("has changed nothing by what it refused", async () => {
    expect(await run(first, ["plan", exported])).toHaveLength(1);
  });

  it("works for system administrators alone", async () => {
    await expect(run(first, ["plan", "--as", "mei", exported])).rejects.toThrow("no system administrator");
    await expect(run(first, ["plan", "--as", "nobody", exported])).rejects.toThrow("no active user");
    await expect(run(first, ["plan"])).rejects.toThrow("Usage: config export");
  });
});
