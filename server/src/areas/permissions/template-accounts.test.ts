import { permissionByCode } from "@sallyport/contract/permissions";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { createWorld, type World } from "./testing/world.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const permissions = "perms/asset-permissions/";
let product: TestProduct;
let world: World;
let admin: TestCaller;

beforeAll(async () => {
  product = await createTestProduct();
  admin = product.administrator;
  for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
  world = await createWorld(product.database.db, organizationId);
});
afterAll(() => product?.close());
beforeEach(async () => {
  await world.permit();
  await product.database.pool.query("delete from accounts where source = 'template'");
});

const id = (name: string): string => world.ids[name] as string;
let serial = 0;

async function template(more: object = {}): Promise<string> {
  const name = `template-${++serial}`;
  const body = { name, username: `user-${serial}`, secret: "Templ4te!one", ...more };
  const made = await admin.call("POST", "accounts/account-templates/", body);
  expect(made.status).toBe(201);
  return made.body.id;
}

const made = async () =>
  (
    await product.database.pool.query(
      `select a.name as asset, c.name, c.username, c.source_id from accounts c join assets a on a.id = c.asset_id
       where c.source = 'template' order by 1, 2`,
    )
  ).rows;

const preview = async (body: object) =>
  (await admin.call("POST", "sallyport/permissions/preview/", body)).body;

const draft = (more: object) => ({
  name: `grant-${++serial}`,
  users: [id("mei")],
  actions: ["connect"],
  ...more,
});

test("saving makes the account where it is missing, and grants its user name", async () => {
  const first = await template();
  const known = await template({ username: "admin", name: "Known" });
  const ghost = "ffffffff-ffff-4fff-8fff-ffffffffffff";
  const body = draft({
    nodes: [id("web")],
    accounts: ["@SPEC", "plain", `%${first}`, `%${known.toUpperCase()}`, `%${ghost}`, "%"],
  });
  const saved = await admin.call("POST", permissions, body);
  expect(saved.status).toBe(201);
  const [firstUser] = (
    await product.database.pool.query("select username from account_templates where id = $1", [first])
  ).rows;
  expect(saved.body.accounts).toEqual(["@SPEC", "plain", "admin", firstUser.username]);
  const rows = await made();
  // `front` has an account "admin" already; everything under the node gets the other one.
  expect(rows.filter(({ source_id }) => source_id === first).map(({ asset }) => asset)).toEqual([
    "bridge",
    "front",
    "proxy",
  ]);
  expect(rows.filter(({ source_id }) => source_id === known).map(({ asset }) => asset)).toEqual([
    "bridge",
    "proxy",
  ]);
  expect(rows.find(({ source_id }) => source_id === known).name).toBe("Known-Account template");
  const again = await admin.call("PATCH", `${permissions}${saved.body.id}/`, { accounts: [`%${first}`] });
  expect(again.body.accounts).toEqual([firstUser.username]);
  expect(await made()).toHaveLength(rows.length);
});

test("a change of the accounts alone reaches all the permission covers", async () => {
  const one = await template();
  const saved = await admin.call("POST", permissions, draft({ assets: [id("ledger")], accounts: ["owner"] }));
  expect(await made()).toEqual([]);
  await admin.call("PATCH", `${permissions}${saved.body.id}/`, { accounts: ["owner", `%${one}`] });
  expect(await made()).toMatchObject([{ asset: "ledger" }]);
});

test("the preview counts what the templates add, and makes nothing", async () => {
  const one = await template();
  const off = await template({ is_active: false });
  const body = draft({
    users: [id("mei"), id("tom")],
    assets: [id("front"), id("ledger"), id("asleep")],
    accounts: ["owner", `%${one}`, `%${off}`],
  });
  // Two users, on each: the new account on both active assets, and the owner of the ledger.
  expect(await preview(body)).toMatchObject({ added: 6, removed: 0, users: 2, assets: 2 });
  expect(await made()).toEqual([]);
  const saved = await admin.call("POST", permissions, body);
  expect(saved.status).toBe(201);
  expect(await preview({ ...body, id: saved.body.id })).toMatchObject({ added: 0, removed: 0, changed: 0 });
  expect(await preview({ id: saved.body.id, delete: true })).toMatchObject({ removed: 6 });
  const key = await template({ secret_type: "token", secret: "abc" });
  // None of the assets takes a token.
  expect(await preview({ id: saved.body.id, accounts: ["owner", `%${key}`] })).toMatchObject({ added: 0 });
});

test("takes the right to add accounts and to see templates", async () => {
  const one = await template();
  const codes = ["perms.view_assetpermission", "perms.add_assetpermission", "accounts.view_accounttemplate"];
  const role = await admin.call("POST", "rbac/org-roles/", {
    name: "Granters",
    scope: "org",
    permissions: codes.map((code) => permissionByCode.get(code)?.id ?? code),
  });
  expect(role.status).toBe(201);
  const { id: personId } = await product.createUser({ username: "granter", org_roles: [role.body.id] });
  const granter = await product.signIn(personId);
  const body = draft({ assets: [id("ledger")], accounts: [`%${one}`] });
  for (const path of [permissions, "sallyport/permissions/preview/"]) {
    expect((await granter.call("POST", path, body)).status).toBe(403);
  }
  expect((await granter.call("POST", permissions, { ...body, accounts: ["owner"] })).status).toBe(201);
  expect(await made()).toEqual([]);
});
