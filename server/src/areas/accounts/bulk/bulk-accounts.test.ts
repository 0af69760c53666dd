import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AssetAreas,
  type CallOptions,
  startAssetAreas,
  testOrganizationIds,
  testPerson,
} from "../../../testing/asset-areas.ts";
import { openAccountSecret } from "../index.ts";

let areas: AssetAreas;
beforeAll(async () => {
  areas = await startAssetAreas([
    testPerson(1, "boss", "*"),
    testPerson(2, "adder", { [testOrganizationIds.default]: ["accounts.add_account"] }),
    testPerson(3, "viewer", { [testOrganizationIds.default]: ["accounts.view_account"] }),
  ]);
});
afterAll(() => areas.close());

const bulk = (body: unknown, options: CallOptions = {}) =>
  areas.call("POST", "accounts/accounts/bulk/", { ...options, body });

let counter = 0;
async function addAsset(more: Record<string, unknown> = {}): Promise<string> {
  counter++;
  const body = { name: `host-${counter}`, address: `10.3.0.${counter}`, platform: 1, ...more };
  return (await areas.call("POST", "assets/hosts/", { body })).body.id;
}

const addAccount = async (body: Record<string, unknown>) =>
  (await areas.call("POST", "accounts/accounts/", { body })).body;

async function addTemplate(more: Record<string, unknown> = {}): Promise<string> {
  const body = { name: `template-${++counter}`, username: "deploy", secret: "Templ4te!one", ...more };
  return (await areas.call("POST", "accounts/account-templates/", { body })).body.id;
}

async function accountsOf(asset: string) {
  const { rows } = await areas.database.pool.query(
    "select * from accounts where asset_id = $1 order by username, secret_type",
    [asset],
  );
  return await Promise.all(
    rows.map(async (row) => ({ ...row, secret: await openAccountSecret(areas.services, row) })),
  );
}

const historyOf = async (id: string) =>
  (
    await areas.database.pool.query(
      "select version from account_histories where account_id = $1 order by version",
      [id],
    )
  ).rows.map(({ version }) => version);

const logged = async (id: string) =>
  (
    await areas.database.pool.query(
      "select action, diff from operate_logs where resource_id = $1 order by datetime, id",
      [id],
    )
  ).rows;

describe("one account on many assets", () => {
  it("is made on each, with a secret, a first version and a log entry of its own", async () => {
    const assets = [await addAsset(), await addAsset()];
    const made = await bulk({
      assets,
      name: "Deployer",
      username: "deploy",
      secret: "B0lk!pass",
      privileged: true,
    });
    expect(made).toEqual({
      status: 200,
      body: assets.map(() => ({
        asset: expect.stringMatching(/^host-\d+\(10\.3/),
        state: "created",
        changed: true,
      })),
    });
    const [one] = await accountsOf(assets[0] as string);
    const [other] = await accountsOf(assets[1] as string);
    expect(one).toMatchObject({
      name: "Deployer",
      username: "deploy",
      secret: "B0lk!pass",
      privileged: true,
      is_active: true,
      version: 1,
      source: "local",
      created_by: "boss",
    });
    expect(one.secret_sealed).not.toBe(other.secret_sealed);
    expect(await historyOf(one.id)).toEqual([1]);
    const [entry, ...more] = await logged(one.id);
    expect([entry.action, more]).toEqual(["create", []]);
    expect(JSON.stringify(entry)).not.toContain("B0lk!pass");
  });

  it("leaves what is there, changes it, or makes nothing at all, as the policy says", async () => {
    const [taken, free] = [await addAsset(), await addAsset()];
    const there = await addAccount({ asset: taken, username: "ops", secret: "first", privileged: true });
    const body = { assets: [taken, free], username: "ops", secret: "second" };

    const refused = await bulk(body);
    expect(refused).toEqual({
      status: 400,
      body: [{ asset: expect.stringContaining("host-"), state: "error", error: "Account already exists" }],
    });
    expect(await accountsOf(free)).toEqual([]);

    const skipped = await bulk({ ...body, on_invalid: "skip" });
    expect(skipped.body.map(({ state }: { state: string }) => state)).toEqual(["skipped", "created"]);
    expect(await accountsOf(taken)).toMatchObject([{ secret: "first", version: 1 }]);

    const updated = await bulk({ ...body, on_invalid: "update" });
    expect(updated.body.map(({ state }: { state: string }) => state)).toEqual(["skipped", "updated"]);
    expect(await accountsOf(taken)).toMatchObject([
      // What was not said stays.
      { id: there.id, secret: "second", version: 2, privileged: true },
    ]);
    expect(await historyOf(there.id)).toEqual([1, 2]);
    expect((await logged(there.id)).map(({ action }) => action)).toEqual(["create", "update"]);
  });

  it("tells which assets do not take the kind of secret", async () => {
    const assets = [await addAsset(), await addAsset()];
    const token = { assets, username: "token", secret_type: "token", secret: "abc" };
    const error = "Asset does not support this secret type: token";
    const answer = assets.map(() => ({ asset: expect.stringContaining("host-"), state: "error", error }));
    expect(await bulk(token)).toEqual({ status: 400, body: answer });
    expect(await bulk({ ...token, on_invalid: "skip" })).toEqual({ status: 200, body: answer });
    expect(await accountsOf(assets[0] as string)).toEqual([]);
  });

  it("keeps clear of names that are taken", async () => {
    const asset = await addAsset();
    await addAccount({ asset, name: "same", username: "else" });
    await bulk({ assets: [asset], name: "same", username: "new" });
    expect(await accountsOf(asset)).toMatchObject([
      { name: "same" },
      { name: expect.stringMatching(/^same-[0-9a-f]{4}$/) },
    ]);
  });

  it("comes from a template, and switches as it does", async () => {
    const source = await addTemplate({ username: "jump" });
    const template = await addTemplate({ username: "deploy", su_from: source });
    const asset = await addAsset();
    await bulk({ assets: [asset], template: source });
    expect((await bulk({ assets: [asset], template, on_invalid: "update" })).status).toBe(200);
    const [deploy, jump] = await accountsOf(asset);
    expect(deploy).toMatchObject({
      source: "template",
      source_id: template,
      secret: "Templ4te!one",
      su_from_id: jump.id,
    });
  });

  it("switches from the account of a user name", async () => {
    const asset = await addAsset();
    const jump = await addAccount({ asset, username: "jump" });
    await bulk({ assets: [asset], username: "app", su_from_username: "jump" });
    const [app] = await accountsOf(asset);
    expect(app.su_from_id).toBe(jump.id);
  });

  it("refuses what is no request", async () => {
    const asset = await addAsset();
    expect((await bulk({ username: "x" })).body).toHaveProperty("assets");
    expect((await bulk({ assets: [], username: "x" })).body).toHaveProperty("assets");
    expect((await bulk({ assets: [asset] })).body).toHaveProperty("username");
    expect((await bulk({ assets: [asset], username: "x", secret: "it's" })).body).toHaveProperty("secret");
    const ghost = "ffffffff-ffff-4fff-8fff-ffffffffffff";
    expect((await bulk({ assets: [ghost], username: "x" })).body).toHaveProperty("assets");
    expect((await bulk({ assets: [asset], template: ghost })).body).toEqual({
      template: "Template not found",
    });
    const pushed = { assets: [asset], username: "x", push_now: true };
    expect((await bulk(pushed, { as: "adder" })).status).toBe(403);
    expect((await bulk({ assets: [asset], username: "x" }, { as: "viewer" })).status).toBe(403);
    // A template is for those who may see templates.
    const template = await addTemplate();
    expect((await bulk({ assets: [asset], template }, { as: "adder" })).status).toBe(403);
    const root = { organization: testOrganizationIds.root };
    expect((await bulk({ assets: [asset], username: "x" }, root)).status).toBe(400);
    expect(await accountsOf(asset)).toEqual([]);
  });
});
