import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";

const path = "sallyport/getting-started/";
let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

const ask = async (organization?: string) => {
  const headers = organization === undefined ? {} : { "x-jms-org": organization };
  const { status, body } = await product.administrator.call("GET", path, undefined, headers);
  expect(status).toBe(200);
  return body;
};

async function make(url: string, body: object, organization?: string) {
  const headers = organization === undefined ? {} : { "x-jms-org": organization };
  const answer = await product.administrator.call("POST", url, body, headers);
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return answer.body;
}

const host = (name: string, accounts: readonly object[]) => ({
  name,
  address: "192.0.2.7",
  platform: { pk: 1 },
  protocols: [{ name: "ssh", port: 22 }],
  accounts,
});
const account = { name: "root", username: "root", secret_type: "password", secret: "x", push_now: false };

/** A session as the gateway leaves it. */
async function session(organization: string, asset: string, isRecorded: boolean): Promise<string> {
  const id = randomUUID();
  await product.database.pool.query(
    `insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, login_from,
       date_start, date_end, is_finished, has_replay, recording_path)
     values ($1, $2, 'Administrator(admin)', $3, 'web', $4, 'root(root)', $5, 'ssh', 'WT', now(), case when $6 then now() end, $6, $6,
       case when $6 then 'a/path' end)`,
    [id, organization, randomUUID(), asset, randomUUID(), isRecorded],
  );
  return id;
}

test("the first steps are read from what is there, and are over for good when all are done", async () => {
  const organization = (await make("orgs/orgs/", { name: "From nothing" })).id;
  const me = (await product.administrator.call("GET", "users/profile/")).body.id;
  const steps = async () => (await ask(organization)).steps;
  const role = "00000000-0000-0000-0000-000000000005";
  await make("users/users/invite/", { users: [me], org_roles: [role] }, organization);
  const nothing = { asset: false, permission: false, session: false, replay: false };
  expect(await ask(organization)).toEqual({
    steps: nothing,
    is_completed: false,
    has_sample: false,
    asset: null,
    session: null,
  });
  // A machine that nothing can sign in to is none yet.
  await make("assets/hosts/?platform=1", host("bare", []), organization);
  expect(await steps()).toEqual(nothing);
  const asset = await make("assets/hosts/?platform=1", host("web", [account]), organization);
  const found = await ask(organization);
  expect(found.steps).toEqual({ ...nothing, asset: true });
  expect(found.asset).toEqual({ id: asset.id, name: "web", may_connect: false });

  // A permission that names nobody gives nobody anything.
  const grant = { name: "for me", assets: [{ pk: asset.id }], accounts: ["@ALL"], actions: ["connect"] };
  const permission = await make("perms/asset-permissions/", { ...grant, name: "for nobody" }, organization);
  expect((await steps()).permission).toBe(false);
  const named = await product.administrator.call(
    "PATCH",
    `perms/asset-permissions/${permission.id}/`,
    { users: [{ pk: me }] },
    { "x-jms-org": organization },
  );
  expect([named.status, named.text]).toEqual([200, expect.anything()]);
  const granted = await ask(organization);
  expect(granted.steps).toEqual({ ...nothing, asset: true, permission: true });
  expect(granted.asset.may_connect).toBe(true);

  await session(organization, asset.id, false);
  expect(await ask(organization)).toMatchObject({ steps: { session: true, replay: false }, session: null });
  const recorded = await session(organization, asset.id, true);
  expect(await ask(organization)).toMatchObject({ is_completed: false, session: { id: recorded } });

  await product.database.pool.query(
    `insert into operate_logs (user_display, action, resource_type, resource, resource_id, remote_addr, org_id)
     values ('Administrator(admin)', 'view', 'Session recording', 'web', $1, '127.0.0.1', $2)`,
    [recorded, organization],
  );
  expect(await ask(organization)).toMatchObject({ steps: { replay: true }, is_completed: true });
  await product.database.pool.query("delete from sessions where org_id = $1", [organization]);
  expect(await ask(organization)).toMatchObject({ steps: { replay: false }, is_completed: true });
  // What one organization did is nothing another did.
  expect((await ask()).steps).toEqual(nothing);
});

test("what a demonstration made up counts for nothing", async () => {
  const organization = (await make("orgs/orgs/", { name: "Made up" })).id;
  const before = await make("assets/hosts/?platform=1", host("made-up", [account]), organization);
  await session(organization, before.id, true);
  await product.database.pool.query(
    // What was made in the same millisecond was made before.
    "insert into getting_started (org_id, counts_from) values ($1, clock_timestamp() + interval '1 ms')",
    [organization],
  );
  expect(await ask(organization)).toMatchObject({
    steps: { asset: false, session: false },
    has_sample: true,
    asset: null,
    session: null,
  });
  const own = await make("assets/hosts/?platform=1", host("own", [account]), organization);
  // What is made up may well be changed afterwards.
  await product.administrator.call(
    "PATCH",
    `assets/hosts/${before.id}/`,
    { comment: "changed" },
    { "x-jms-org": organization },
  );
  expect(await ask(organization)).toMatchObject({ steps: { asset: true }, asset: { id: own.id } });
});

test("only those who may take the steps are told of them", async () => {
  const user = await product.createUser({});
  const caller = await product.signIn(user.id);
  expect((await caller.call("GET", path)).status).toBe(403);
  expect((await product.anonymous.call("GET", path)).status).toBe(401);
  expect((await product.anonymous.call("GET", "sallyport/preferences/")).status).toBe(401);
});

test("preferences are each person's own, and take known values alone", async () => {
  const url = "sallyport/preferences/";
  const user = await product.createUser({});
  const caller = await product.signIn(user.id);
  expect((await caller.call("GET", url)).body).toEqual({});
  expect((await caller.call("PATCH", url, { getting_started: "closed" })).body).toEqual({
    getting_started: "closed",
  });
  expect((await caller.call("GET", url)).body).toEqual({ getting_started: "closed" });
  expect((await product.administrator.call("GET", url)).body).toEqual({});
  for (const wrong of [
    { getting_started: "x" },
    { getting_started: 1 },
    { other: "open" },
    { toString: "open" },
    { terminal_font_size: "61" },
    { terminal_colors: "pink" },
  ]) {
    const refused = await caller.call("PATCH", url, { getting_started: "open", ...wrong });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, Object.keys(wrong)]);
  }
  expect((await caller.call("GET", url)).body).toEqual({ getting_started: "closed" });
  expect((await caller.call("PATCH", url, { getting_started: null })).body).toEqual({});
  const look = { terminal_font_size: "5", terminal_colors: "auto", terminal_backspace: "control-h" };
  expect((await caller.call("PATCH", url, look)).body).toEqual(look);
  const { body: described } = await caller.call("OPTIONS", url);
  expect(described.actions.GET.terminal_font_size.choices.at(-1)).toEqual({ value: "60", label: "60" });
  expect(described.actions.GET.terminal_colors).toMatchObject({ label: "Terminal colors" });
});
