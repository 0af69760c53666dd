import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AssetAreas,
  type CallOptions,
  startAssetAreas,
  testOrganizationIds,
  testPerson,
} from "../../testing/asset-areas.ts";
import { openAccountSecret } from "./index.ts";

let areas: AssetAreas;
beforeAll(async () => {
  areas = await startAssetAreas([
    testPerson(1, "boss", "*"),
    testPerson(2, "viewer", { [testOrganizationIds.default]: ["accounts.view_accounttemplate"] }),
    testPerson(3, "nobody", {}),
  ]);
});
afterAll(() => areas.close());

const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  areas.call(method, `accounts/account-templates/${path}`, {
    ...options,
    ...(body === undefined ? {} : { body }),
  });

let counter = 0;
const unique = (): string => `template-${++counter}`;

async function template(more: Record<string, unknown> = {}) {
  const made = await call("POST", "", {
    name: unique(),
    username: "deploy",
    secret: "Templ4te!one",
    ...more,
  });
  expect(made.status).toBe(201);
  return made.body;
}

/** An asset with an account made from each template. */
async function assetWith(...templates: readonly string[]) {
  const { body } = await areas.call("POST", "assets/hosts/", {
    body: {
      name: unique(),
      address: "10.9.0.1",
      platform: 1,
      accounts: templates.map((one) => ({ template: one })),
    },
  });
  const { rows } = await areas.database.pool.query(
    "select * from accounts where asset_id = $1 order by date_created, name",
    [body.id],
  );
  return rows;
}

const account = async (id: string) =>
  (await areas.database.pool.query("select * from accounts where id = $1", [id])).rows[0];

const secretOf = (row: { id: string; secret_sealed: string | null }) =>
  openAccountSecret(areas.services, row);

describe("account templates", () => {
  it("are made, listed and never show their secret", async () => {
    const made = await template({ privileged: true, comment: "for releases" });
    expect(made).toMatchObject({
      username: "deploy",
      secret_type: { value: "password", label: "Password" },
      privileged: true,
      is_active: true,
      su_from: null,
      org_name: "default",
    });
    for (const hidden of ["secret", "passphrase", "is_sync_account"]) expect(made).not.toHaveProperty(hidden);
    const list = await call("GET", `?search=${made.name}`);
    expect(list.body).toHaveLength(1);
    expect(JSON.stringify(list.body)).not.toContain("Templ4te!one");
    expect((await call("GET", `${made.id}/`)).body.has_secret).toBe(true);
    const twice = await call("POST", "", { name: made.name });
    expect(twice).toMatchObject({ status: 400, body: { name: [expect.any(String)] } });
    expect((await call("DELETE", `${made.id}/`)).status).toBe(204);
  });

  it("hold to the rules of secrets", async () => {
    const { privateKey } = generateKeyPairSync("ed25519", {
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    });
    const keyed = await template({ secret_type: "ssh_key", secret: privateKey });
    expect(keyed.spec_info.ssh_key_fingerprint).toMatch(/^MD5:/);
    for (const secret of ["it's", 'say "x"', "{{ x }}"]) {
      expect(await call("POST", "", { name: unique(), secret })).toMatchObject({
        status: 400,
        body: { secret: [expect.any(String)] },
      });
    }
    expect(await call("PATCH", `${keyed.id}/`, { secret_type: "password" })).toMatchObject({
      status: 400,
      body: { secret: [expect.stringContaining("Enter the new secret")] },
    });
  });

  it("give accounts what they are, and a new secret to all of them when asked", async () => {
    const made = await template();
    const [first] = await assetWith(made.id);
    const [second] = await assetWith(made.id);
    expect(first).toMatchObject({ username: "deploy", source: "template", source_id: made.id, version: 1 });
    expect(await secretOf(first)).toBe("Templ4te!one");
    await areas.call("PATCH", `accounts/accounts/${second.id}/`, { body: { secret: "its own now" } });

    expect((await call("PATCH", `${made.id}/`, { secret: "Templ4te!two" })).status).toBe(200);
    expect(await secretOf(await account(first.id))).toBe("Templ4te!one");
    await call("PATCH", `${made.id}/`, { secret: "Templ4te!three", is_sync_account: true });
    expect(await account(first.id)).toMatchObject({
      version: 2,
      updated_by: expect.stringContaining("boss"),
    });
    expect(await secretOf(await account(first.id))).toBe("Templ4te!three");
    // An account whose secret was changed is its own.
    expect(await secretOf(await account(second.id))).toBe("its own now");
    const { rows } = await areas.database.pool.query(
      "select version from account_histories where account_id = $1 order by version",
      [first.id],
    );
    expect(rows.map(({ version }) => version)).toEqual([1, 2]);
    await call("PATCH", `${made.id}/`, { secret: "Templ4te!three", is_sync_account: true });
    expect((await account(first.id)).version).toBe(2);
  });

  it("that are for somebody else now let their accounts go", async () => {
    const made = await template();
    const [one] = await assetWith(made.id);
    await call("PATCH", `${made.id}/`, { username: "other", secret: "Templ4te!four", is_sync_account: true });
    expect(await account(one.id)).toMatchObject({ source_id: null, username: "deploy", version: 1 });
  });

  it("that are removed leave their accounts", async () => {
    const made = await template();
    const [one] = await assetWith(made.id);
    expect((await call("DELETE", `${made.id}/`)).status).toBe(204);
    expect(await secretOf(await account(one.id))).toBe("Templ4te!one");
  });

  it("switch from one another, never in a circle", async () => {
    const below = await template({ username: "below" });
    const above = await template({ username: "above", su_from: below.id });
    expect(above.su_from).toEqual({ id: below.id, name: below.name, username: "below" });
    expect(await call("PATCH", `${below.id}/`, { su_from: above.id })).toMatchObject({
      status: 400,
      body: { su_from: [expect.stringContaining("loop")] },
    });
    const offered = await call("GET", `su-from-account-templates/?template_id=${below.id}`);
    const ids = offered.body.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(below.id);
    expect(ids).not.toContain(above.id);
    const rows = await assetWith(below.id, above.id);
    const of = (username: string) => rows.find((row) => row.username === username);
    expect(of("above").su_from_id).toBe(of("below").id);
  });

  it("are found by the protocols that take their kind of secret", async () => {
    const token = await template({ secret_type: "token", secret: "abc" });
    const found = async (protocols: string) =>
      (await call("GET", `?protocols=${protocols}`)).body.map(({ id }: { id: string }) => id);
    expect(await found("k8s")).toContain(token.id);
    expect(await found("ssh,rdp")).not.toContain(token.id);
    expect(await found("unheard-of")).not.toContain(token.id);
  });

  it("are their organization's, and for those who may", async () => {
    const made = await template();
    expect((await call("GET", "", undefined, { as: "viewer" })).status).toBe(200);
    expect((await call("PATCH", `${made.id}/`, { comment: "x" }, { as: "viewer" })).status).toBe(403);
    expect((await call("GET", "", undefined, { as: "nobody" })).status).toBe(403);
    const other = { organization: testOrganizationIds.other };
    expect((await call("GET", `${made.id}/`, undefined, other)).status).toBe(404);
    const foreign = await areas.call("POST", "assets/hosts/", {
      ...other,
      body: { name: unique(), address: "10.9.0.2", platform: 1, accounts: [{ template: made.id }] },
    });
    expect(foreign).toMatchObject({ status: 400 });
    const secrets = await areas.call("GET", `accounts/account-template-secrets/${made.id}/`, {
      as: "viewer",
    });
    expect(secrets.status).toBe(403);
  });
});
