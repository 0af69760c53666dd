import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { startVault, type TestVault } from "../../../testing/vault-server.ts";
import { openAccountSecret, openFormerSecret } from "../secrets.ts";
import { openTemplateSecret } from "../templates.ts";
import { removeDeletedSecrets } from "./remove-deleted-secrets.ts";

let product: TestProduct;
let vault: TestVault;
let asset: string;

beforeAll(async () => {
  vault = await startVault();
  product = await createTestProduct({ SALLYPORT_VAULT_ENABLED: "true" });
  const saved = await call("PATCH", "settings/setting/?category=vault", {
    VAULT_ENABLED: false,
    VAULT_HCP_HOST: vault.origin,
    VAULT_HCP_TOKEN: vault.token,
  });
  expect(saved).toMatchObject({ status: 200, body: { VAULT_ENABLED: true, VAULT_HCP_HOST: vault.origin } });
  await vi.waitFor(async () =>
    expect(await product.services.settings.get("VAULT_HCP_TOKEN")).toBe(vault.token),
  );
  await product.configure({ SECURITY_VIEW_AUTH_NEED_MFA: false });
  const host = await call("POST", "assets/hosts/", { name: "vaulted", address: "10.1.1.1", platform: 1 });
  asset = host.body.id;
}, 60_000);

afterEach(() => {
  vault.state = "ready";
  vault.fault = () => undefined;
});

afterAll(async () => {
  await product?.close();
  await vault?.close();
});

const call = (method: string, path: string, body?: unknown) => product.administrator.call(method, path, body);

let counter = 0;
function unique(): string {
  counter += 1;
  return `vaulted-${counter}`;
}

async function account(secret: string, more: Readonly<Record<string, unknown>> = {}) {
  const name = unique();
  const made = await call("POST", "accounts/accounts/", { asset, name, username: name, secret, ...more });
  expect(made.status, made.text).toBe(201);
  return made.body;
}

const kept = async (id: string, table = "accounts") =>
  (await product.database.pool.query(`select * from ${table} where id = $1`, [id])).rows[0];

const former = async (id: string) =>
  (
    await product.database.pool.query(
      "select account_id, version, secret_sealed from account_histories where account_id = $1 order by version",
      [id],
    )
  ).rows;

const secretOf = async (id: string) => openAccountSecret(product.services, await kept(id));

describe("secrets of accounts in the vault", () => {
  it("lie there and nowhere else, with their former ones", async () => {
    const { id } = await account("first-One-1");
    const path = `orgs/${(await kept(id)).org_id}/assets/${asset}/accounts/${id}`;
    expect((await kept(id)).secret_sealed).toMatch(new RegExp(`^vault:1:${path}:`));
    expect(vault.secretAt(path)).toBe("first-One-1");
    expect(vault.entries.get(path)?.notes).toMatchObject({ secret_type: "password" });
    expect((await call("PATCH", `accounts/accounts/${id}/`, { secret: "second-One-2" })).status).toBe(200);
    expect(await secretOf(id)).toBe("second-One-2");
    expect(
      await Promise.all((await former(id)).map((one) => openFormerSecret(product.services, one))),
    ).toEqual(["first-One-1", "second-One-2"]);
    const shown = await call("GET", `accounts/account-secrets/${id}/`);
    expect(shown.body.secret).toBe("second-One-2");
    const listed = await call("GET", `accounts/account-secrets/?asset=${asset}`);
    expect(listed.body.find((one: { id: string }) => one.id === id).secret).toBe("second-One-2");
    const histories = await call("GET", `accounts/account-secrets/${id}/histories/`);
    expect(histories.body.map((one: { secret: string }) => one.secret)).toEqual(["first-One-1"]);
    // The very same again is no change.
    await call("PATCH", `accounts/accounts/${id}/`, { secret: "second-One-2" });
    expect((await kept(id)).version).toBe(2);
  });

  it("are many at once, from a template, and passed on by it", async () => {
    const template = await call("POST", "accounts/account-templates/", {
      name: unique(),
      username: "deploy",
      secret: "Templ4te-1",
    });
    expect(template.status).toBe(201);
    const kinds = await kept(template.body.id, "account_templates");
    expect(kinds.secret_sealed).toMatch(/^vault:1:orgs\/.*\/account-templates\//);
    const hosts = await call(
      "POST",
      "assets/hosts/",
      Array.from({ length: 30 }, () => ({
        name: unique(),
        address: "10.1.1.2",
        platform: 1,
        accounts: [{ template: template.body.id }],
      })),
    );
    expect(hosts.status).toBe(201);
    const changed = await call("PATCH", `accounts/account-templates/${template.body.id}/`, {
      secret: "Templ4te-2",
      is_sync_account: true,
    });
    expect(changed.status).toBe(200);
    const { rows } = await product.database.pool.query(
      "select id, secret_sealed from accounts where source_id = $1",
      [template.body.id],
    );
    expect(rows).toHaveLength(30);
    const secrets = await Promise.all(rows.map((row) => openAccountSecret(product.services, row)));
    expect(new Set(secrets)).toEqual(new Set(["Templ4te-2"]));
    const now = await kept(template.body.id, "account_templates");
    expect(await openTemplateSecret(product.services, now.id, now.secret_sealed)).toBe("Templ4te-2");
    const sealed = await product.database.pool.query(
      "select count(*)::int as count from account_histories where secret_sealed like 'v2.%'",
    );
    expect(sealed.rows[0].count).toBe(0);
  });

  it("are not acknowledged when the vault did not take them, and nothing is changed", async () => {
    const { id } = await account("before-1");
    const faults = [
      ["vault_sealed", { status: 503, body: { errors: ["Vault is sealed"] } }],
      ["vault_denied", { status: 403, body: { errors: ["permission denied"] } }],
      ["vault_failed", { status: 500 }],
    ] as const;
    for (const [code, fault] of faults) {
      vault.fault = ({ path }) => (path.includes("/data/") ? fault : undefined);
      const refused = await call("PATCH", `accounts/accounts/${id}/`, { secret: "after-2", comment: "x" });
      expect(refused).toMatchObject({ status: 503, body: { code, detail: expect.any(String) } });
      expect(refused.text).not.toContain("after-2");
      const name = unique();
      expect(
        (await call("POST", "accounts/accounts/", { asset, name, username: name, secret: "n" })).status,
      ).toBe(503);
      expect((await call("GET", `accounts/accounts/?asset=${asset}&search=${name}`)).body).toEqual([]);
      vault.fault = () => undefined;
      expect(await secretOf(id)).toBe("before-1");
      expect((await call("GET", `accounts/accounts/${id}/`)).body).toMatchObject({ version: 1, comment: "" });
    }
    // What needs no secret works while the vault is away.
    vault.fault = () => "drop";
    expect((await call("PATCH", `accounts/accounts/${id}/`, { comment: "y" })).status).toBe(200);
    const reading = await call("GET", `accounts/account-secrets/${id}/`);
    expect(reading).toMatchObject({ status: 503, body: { code: "vault_unreachable" } });
  });

  it("stay what they were when the database takes a change back", async () => {
    const { id } = await account("steady-1");
    const other = await account("steady-2");
    // The second of the array is refused by a rule, after the first was written.
    const changed = await call("PATCH", "accounts/accounts/", [
      { id, secret: "moved-on" },
      { id: other.id, name: (await call("GET", `accounts/accounts/${id}/`)).body.name },
    ]);
    expect(changed.status).toBe(400);
    expect(await secretOf(id)).toBe("steady-1");
    expect(await secretOf(other.id)).toBe("steady-2");
  });

  it("do not open from another row", async () => {
    const [one, other] = [await account("own-1"), await account("others-2")];
    const { secret_sealed: pointer } = await kept(other.id);
    await product.database.pool.query("update accounts set secret_sealed = $1 where id = $2", [
      pointer,
      one.id,
    ]);
    await expect(secretOf(one.id)).rejects.toMatchObject({ code: "vault_misplaced" });
  });

  it("can be set anew when the vault lost them", async () => {
    const { id } = await account("lost-1");
    const path = (await kept(id)).secret_sealed.split(":")[2];
    (vault.entries as Map<string, unknown>).delete(path);
    await expect(secretOf(id)).rejects.toMatchObject({ code: "vault_secret_missing" });
    expect((await call("PATCH", `accounts/accounts/${id}/`, { secret: "found-2" })).status).toBe(200);
    expect(await secretOf(id)).toBe("found-2");
    // The vault counts anew; what the account had before is gone for good, and nothing else stands for it.
    const [first] = await former(id);
    await expect(openFormerSecret(product.services, first)).rejects.toMatchObject({
      code: "vault_secret_missing",
    });
  });

  it("are taken out when their account is deleted or cleared for good, and not before", async () => {
    const { id } = await account("gone-1");
    const path = (await kept(id)).secret_sealed.split(":")[2];
    await call("PATCH", "accounts/accounts/clear-secret/", { account_ids: [id] });
    expect((await kept(id)).secret_sealed).toBeNull();
    await removeDeletedSecrets(product.services);
    expect(vault.secretAt(path)).toBe("gone-1");
    expect((await call("DELETE", `accounts/accounts/${id}/`)).status).toBe(204);
    vault.fault = () => "drop";
    await expect(removeDeletedSecrets(product.services)).rejects.toMatchObject({ code: "vault_unreachable" });
    vault.fault = () => undefined;
    await removeDeletedSecrets(product.services);
    expect(vault.entries.has(path)).toBe(false);
    const { rows } = await product.database.pool.query("select path from vault_removals");
    expect(rows).toEqual([]);
  });
});

describe("the settings of the vault", () => {
  const settings = "settings/setting/?category=vault";

  it("never answer the token, and do not send it to another address", async () => {
    const read = await call("GET", settings);
    expect(Object.keys(read.body)).toEqual([
      "VAULT_ENABLED",
      "VAULT_HCP_HOST",
      "VAULT_HCP_MOUNT_POINT",
      "VAULT_HCP_NAMESPACE",
      "VAULT_HCP_CA_CERTIFICATE",
    ]);
    const moved = { VAULT_HCP_HOST: "https://elsewhere.example" };
    const again = { status: 400, body: { VAULT_HCP_TOKEN: [expect.stringContaining("Enter the token")] } };
    expect(await call("PATCH", settings, moved)).toMatchObject(again);
    expect(await call("POST", "settings/vault/testing/", moved)).toMatchObject(again);
    for (const wrong of [
      { VAULT_HCP_HOST: "ftp://x" },
      { VAULT_HCP_HOST: "https://u:p@vault.example" },
      { VAULT_HCP_HOST: "https://vault.example/path" },
      { VAULT_HCP_MOUNT_POINT: "../sys" },
      { VAULT_HCP_MOUNT_POINT: "" },
      { VAULT_HCP_TOKEN: "a\r\nb" },
      { VAULT_HCP_NAMESPACE: "a b" },
      { VAULT_HCP_CA_CERTIFICATE: "not one" },
      { VAULT_HCP_CA_CERTIFICATE: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" },
    ]) {
      expect((await call("PATCH", settings, wrong)).body).toEqual({
        [Object.keys(wrong)[0] ?? ""]: [expect.any(String)],
      });
    }
  });

  it("are tested as they stand in the form, the saved ones where that is empty", async () => {
    const test = (body: object = {}) => call("POST", "settings/vault/testing/", body);
    const reached = {
      status: 200,
      body: { msg: expect.stringContaining("written to the vault and read back") },
    };
    expect(await test()).toMatchObject(reached);
    expect(
      await test({ VAULT_HCP_HOST: "", VAULT_HCP_TOKEN: "", VAULT_HCP_MOUNT_POINT: null }),
    ).toMatchObject(reached);
    expect(await test({ VAULT_HCP_MOUNT_POINT: "nowhere" })).toMatchObject({
      status: 400,
      body: { code: "vault_no_engine", msg: expect.stringContaining("no version 2 key/value engine") },
    });
    expect(await test({ VAULT_HCP_TOKEN: "wrong" })).toMatchObject({
      status: 400,
      body: { code: "vault_not_authenticated" },
    });
    vault.state = "sealed";
    expect(await test()).toMatchObject({ status: 400, body: { code: "vault_sealed" } });
  });

  it("tell where secrets lie", async () => {
    const { body } = await call("GET", "sallyport/vault/");
    expect(body).toMatchObject({ enabled: true, in_database: 0 });
    expect(body.in_vault).toBeGreaterThan(30);
    expect((await call("GET", "settings/public/")).body.VAULT_ENABLED).toBe(true);
  });
});
