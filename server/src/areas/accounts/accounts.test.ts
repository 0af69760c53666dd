import { generateKeyPairSync } from "node:crypto";
import ssh2 from "ssh2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrganizationIds } from "../../testing/asset-areas.ts";
import { activeAccountsOf } from "./index.ts";
import { type AccountsBed, openAccountsBed } from "./testing/accounts-bed.ts";

let stage: AccountsBed;
let areas: AccountsBed["areas"];
let asset: string;
beforeAll(async () => {
  stage = await openAccountsBed();
  ({ areas, asset } = stage);
});
afterAll(() => areas?.close());

const call: AccountsBed["call"] = (...request) => stage.call(...request);
const addAsset: AccountsBed["addAsset"] = (...more) => stage.addAsset(...more);
const secretOf: AccountsBed["secretOf"] = (id) => stage.secretOf(id);

/** An OpenSSH key with a passphrase. ssh2 spoils one Ed25519 key in 256, so the curve is another. */
const sealedKey = (passphrase: string): string =>
  ssh2.utils.generateKeyPairSync("ecdsa", { bits: 256, passphrase, cipher: "aes256-ctr", rounds: 4 }).private;

const histories = async (id: string) =>
  (
    await areas.database.pool.query(
      "select * from account_histories where account_id = $1 order by version",
      [id],
    )
  ).rows;

describe("accounts", () => {
  it("keeps a password sealed and never shows it", async () => {
    const made = await call("POST", "", { asset, username: "root", secret: "S3cret!pass", privileged: true });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: "root",
        username: "root",
        secret_type: { value: "password", label: "Password" },
        spec_info: {},
        asset: {
          id: asset,
          platform: { id: 1, name: "Linux" },
          category: { value: "host", label: "Host" },
          type: { value: "linux", label: "Linux" },
          auto_config: { su_enabled: true, ping_enabled: true },
        },
        su_from: null,
        version: 1,
        source: { value: "local", label: "Local" },
        has_secret: true,
        connectivity: { value: "-", label: "Unknown" },
      },
    });
    const { id } = made.body;
    const seen = JSON.stringify([
      made.body,
      (await call("GET", "")).body,
      (await call("GET", `${id}/`)).body,
    ]);
    expect(seen).not.toContain("S3cret!pass");
    for (const key of ["secret", "passphrase", "template", "push_now", "on_invalid", "params"]) {
      expect(made.body).not.toHaveProperty(key);
    }
    const logs = await areas.database.pool.query(
      "select diff::text from operate_logs where resource_id = $1",
      [id],
    );
    expect(logs.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(logs.rows)).not.toContain("S3cret!pass");
    const { rows } = await areas.database.pool.query("select * from accounts where id = $1", [id]);
    expect(JSON.stringify(rows)).not.toContain("S3cret!pass");
    expect(await secretOf(id)).toBe("S3cret!pass");
    expect((await call("GET", "?limit=1")).body.results[0]).not.toHaveProperty("has_secret");
  });

  it("counts versions and remembers every secret", async () => {
    const { body } = await call("POST", "", { asset, username: "versions", secret: "one" });
    const change = (more: unknown) => call("PATCH", `${body.id}/`, more);
    expect((await change({ secret: "two" })).body.version).toBe(2);
    expect((await change({ secret: "two" })).body.version).toBe(2);
    expect((await change({ comment: "only" })).body).toMatchObject({ version: 2, comment: "only" });
    expect((await change({ secret: "", username: "ignored" })).body).toMatchObject({
      version: 2,
      username: "versions",
    });
    expect((await call("PATCH", "clear-secret/", { account_ids: [body.id] })).status).toBe(200);
    expect((await call("GET", `${body.id}/`)).body).toMatchObject({ version: 3, has_secret: false });
    expect(await secretOf(body.id)).toBeNull();
    const kept = await histories(body.id);
    expect(kept.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(areas.services.secrets.open(kept[0].secret_sealed, `account_histories.secret:${body.id}:1`)).toBe(
      "one",
    );
    expect(kept[2].secret_sealed).toBeNull();
    expect((await call("GET", "?has_secret=0&username=versions")).body).toHaveLength(1);
  });

  it.each([
    [
      "rsa",
      generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs1", format: "pem" }),
      "",
    ],
    [
      "pkcs8 with a passphrase",
      generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
        type: "pkcs8",
        format: "pem",
        cipher: "aes-256-cbc",
        passphrase: "open sesame",
      }),
      "open sesame",
    ],
    ["openssh with a passphrase", sealedKey("open sesame"), "open sesame"],
  ])("stores private keys decrypted: %s", async (name, key, passphrase) => {
    const body = { asset, username: `key ${name}`, secret_type: "ssh_key", secret: key };
    const made = await call("POST", "", { ...body, passphrase });
    expect(made).toMatchObject({
      status: 201,
      body: { spec_info: { ssh_key_fingerprint: expect.stringMatching(/^MD5(:[0-9a-f]{2}){16}$/) } },
    });
    const stored = (await secretOf(made.body.id)) ?? "";
    expect(stored).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----\n/);
    const parsed = ssh2.utils.parseKey(stored);
    if (parsed instanceof Error) throw parsed;
    const original = ssh2.utils.parseKey(String(key), passphrase);
    if (!(original instanceof Error)) expect(parsed.getPublicSSH()).toEqual(original.getPublicSSH());
    const signature = parsed.sign("challenge");
    expect(parsed.verify("challenge", signature)).toBe(true);
    expect((await call("PATCH", `${made.body.id}/`, { secret: stored })).body.version).toBe(1);
    if (passphrase === "") return;
    expect(await call("POST", "", { ...body, username: "wrong", passphrase: "no" })).toMatchObject({
      status: 400,
      body: { secret: [expect.any(String)] },
    });
  });

  it.each([
    ["x{{y", "secret"],
    ["x{%y", "secret"],
    ["it's", "secret"],
    ['say "x"', "secret"],
  ])("refuses the password %s", async (secret, field) => {
    expect(await call("POST", "", { asset, username: "u", secret })).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    });
  });

  it("refuses what is wrong, naming the field", async () => {
    const post = (body: unknown) => call("POST", "", body);
    expect((await post({ username: "x" })).body).toHaveProperty("asset");
    expect((await post({ asset: "00000000-0000-4000-8000-000000000000", username: "x" })).body).toEqual({
      asset: ["Asset not found"],
    });
    expect((await post({ asset, username: "x", template: asset })).body).toEqual({
      template: "Template not found",
    });
    expect((await post({ asset, username: "x", secret_type: "magic" })).body).toHaveProperty("secret_type");
    expect(
      (await post({ asset, username: "x", secret_type: "ssh_key", secret: "not a key" })).body,
    ).toHaveProperty("secret");
    expect((await post({ asset, username: "x".repeat(129) })).body).toHaveProperty("username");
    expect((await post({ asset, username: "x", on_invalid: "maybe" })).body).toHaveProperty("on_invalid");
    const { body } = await post({ asset, username: "typed", secret: "p" });
    expect((await call("PATCH", `${body.id}/`, { secret_type: "token" })).body).toHaveProperty("secret");
    expect(
      (await call("PATCH", `${body.id}/`, { secret_type: "token", secret: "{{t}}" })).body,
    ).toMatchObject({ version: 2 });
  });

  it("settles accounts that are there already", async () => {
    const first = await call("POST", "", { asset, username: "twice", secret: "a" });
    const again = { asset, username: "twice", secret: "b" };
    expect(await call("POST", "", again)).toMatchObject({ status: 400, body: ["Account already exists"] });
    expect(await call("POST", "", { ...again, on_invalid: "error" })).toMatchObject({
      status: 400,
      body: { non_field_errors: ["Account already exists"] },
    });
    const skipped = await call("POST", "", { ...again, on_invalid: "skip" });
    expect(skipped).toMatchObject({ status: 201, body: { id: first.body.id, version: 1 } });
    expect(await secretOf(first.body.id)).toBe("a");
    const updated = await call("POST", "", { ...again, on_invalid: "update", comment: "new" });
    expect(updated).toMatchObject({ status: 201, body: { id: first.body.id, version: 2, comment: "new" } });
    expect(await secretOf(first.body.id)).toBe("b");
    const same = await call("POST", "", { ...again, on_invalid: "update" });
    expect(same).toMatchObject({ status: 201, body: { id: first.body.id, version: 2 } });
    const self = { ...again, on_invalid: "update", su_from: first.body.id };
    expect((await call("POST", "", self)).body).toHaveProperty("su_from");
    const token = await call("POST", "", { asset, username: "twice", secret_type: "token", secret: "t" });
    expect(token.body.name).toMatch(/^twice_[0-9a-f]{4}$/);
    expect(await call("POST", "", [{ asset, username: "list" }, again])).toMatchObject({
      status: 400,
      body: [{}, [expect.any(String)]],
    });
    expect((await call("GET", "?username=list")).body).toEqual([]);
  });

  it("switches only between accounts of one asset, never in a circle", async () => {
    const low = (await call("POST", "", { asset, username: "low" })).body;
    const high = (await call("POST", "", { asset, username: "high", su_from: low.id })).body;
    expect(high.su_from).toEqual({ id: low.id, name: "low", username: "low" });
    expect((await call("PATCH", `${low.id}/`, { su_from: high.id })).body).toHaveProperty("su_from");
    expect((await call("PATCH", `${low.id}/`, { su_from: low.id })).body).toHaveProperty("su_from");
    const elsewhere = (await addAsset()).id;
    expect(
      (await call("POST", "", { asset: elsewhere, username: "x", su_from: low.id })).body,
    ).toHaveProperty("su_from");
    const names = async (query: string) =>
      (await call("GET", `su-from-accounts/?${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names(`account=${low.id}`)).not.toContain("low");
    expect(await names(`account=${low.id}`)).not.toContain("high");
    expect(await names(`account=${high.id}&fields_size=mini`)).toContain("low");
    expect(await names(`asset=${asset}`)).toContain("high");
    expect(await names("")).toEqual([]);
    await call("DELETE", `${low.id}/`);
    expect((await call("GET", `${high.id}/`)).body.su_from).toBeNull();
  });

  it("filters and suggests", async () => {
    const made = await addAsset({ name: "filtered", address: "10.9.9.9", nodes_display: ["/F/G"] });
    for (const username of ["zed", "administrator", "abe"])
      await call("POST", "", { asset: made.id, username });
    const count = async (query: string) => (await call("GET", `?${query}`)).body.length;
    expect(await count(`asset=${made.id}`)).toBe(3);
    expect(await count("address=10.9.9.9")).toBe(3);
    expect(await count("ip=10.9.9.9")).toBe(3);
    expect(await count(`node_id=${made.nodes[0].id}`)).toBe(3);
    expect(await count("hostname=zed")).toBe(1);
    expect(await count("search=filtered")).toBe(3);
    expect(await count("category=database")).toBe(0);
    expect((await call("GET", "?asset=nonsense")).status).toBe(400);
    expect((await call("GET", "?secret_type=nonsense")).status).toBe(400);
    const suggest = async (body: unknown, as = "viewer") =>
      (await call("POST", "username-suggestions/", body, { as })).body;
    expect(await suggest({ assets: [made.id] }, "nobody")).toEqual([]);
    expect(await suggest({ assets: [made.id] })).toEqual(["administrator", "abe", "zed"]);
    expect(await suggest({ nodes: made.nodes.map(({ id }: { id: string }) => id), username: "Z" })).toEqual([
      "zed",
    ]);
    expect((await activeAccountsOf([made.id], areas.database.db)).map(({ username }) => username)).toEqual([
      "abe",
      "administrator",
      "zed",
    ]);
  });

  it("keeps organizations apart and asks for permission", async () => {
    const { body } = await call("POST", "", { asset, username: "walled", secret: "w" });
    const other = { organization: testOrganizationIds.other };
    expect((await call("GET", `${body.id}/`, undefined, other)).status).toBe(404);
    expect((await call("POST", "", { asset, username: "y" }, other)).body).toHaveProperty("asset");
    expect((await call("PATCH", "clear-secret/", { account_ids: [body.id] }, other)).status).toBe(200);
    expect(await secretOf(body.id)).toBe("w");
    expect((await call("GET", `su-from-accounts/?asset=${asset}`, undefined, other)).body).toEqual([]);
    expect((await call("POST", "username-suggestions/", { username: "walled" }, other)).body).toEqual([]);
    expect((await call("GET", "", undefined, { as: "viewer" })).status).toBe(200);
    expect((await call("POST", "", { asset, username: "z" }, { as: "viewer" })).status).toBe(403);
    expect((await call("PATCH", `${body.id}/`, {}, { as: "viewer" })).status).toBe(403);
    expect((await call("DELETE", `${body.id}/`, undefined, { as: "viewer" })).status).toBe(403);
    expect((await call("PATCH", "clear-secret/", {}, { as: "viewer" })).status).toBe(403);
    expect((await call("GET", "", undefined, { as: "nobody" })).status).toBe(403);
  });
});
