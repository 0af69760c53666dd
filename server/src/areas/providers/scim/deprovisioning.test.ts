import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import {
  createDirectory,
  type Directory,
  defaultOrganization,
  directoryWith,
} from "./scim-caller.fixture.ts";

let product: TestProduct;
let directory: Directory;

beforeAll(async () => {
  product = await createTestProduct();
  await product.configure({ AUTH_TEMP_TOKEN: true });
  directory = await createDirectory(product);
});
afterAll(() => product?.close());

const userOf = async (username: string) => {
  const { body } = await product.administrator.call("GET", `users/users/?username=${username}`);
  return body[0];
};
const counts = async (userId: string): Promise<number> => {
  const { body } = await product.administrator.call("GET", `sallyport/users/${userId}/credentials/`);
  return body.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
};
const off = { op: "replace", path: "active", value: false };
const on = { op: "replace", path: "active", value: true };

/** Somebody of the directory with a browser, a key, a token, and a temporary password. */
async function withCredentials(username: string, by = directory) {
  const id = await by.add(username);
  const user = await userOf(username);
  const browser = await product.signIn(user.id);
  await product.confirm(browser);
  await browser.call("POST", "authentication/access-keys/", {});
  await browser.call("POST", "authentication/temp-tokens/", {});
  const token = await browser.call("POST", "sallyport/private-token/", {});
  const program = () =>
    product.anonymous.call("GET", "users/profile/", undefined, {
      authorization: `Token ${token.body.token}`,
    });
  expect((await browser.call("GET", "users/profile/")).status).toBe(200);
  expect((await program()).status).toBe(200);
  expect(await counts(user.id)).toBe(4);
  return { id, user, browser, program };
}

test("whoever is deactivated is out at once, with all they held, and gets none of it back", async () => {
  const { id, user, browser, program } = await withCredentials("leaver");
  expect((await directory.patch(`/Users/${id}`, off)).body.active).toBe(false);
  expect((await browser.call("GET", "users/profile/")).status).toBe(401);
  expect((await program()).status).toBe(401);
  expect(await counts(user.id)).toBe(0);
  expect((await directory.patch(`/Users/${id}`, on)).body.active).toBe(true);
  expect((await userOf("leaver")).is_active).toBe(true);
  expect(await counts(user.id)).toBe(0);
  expect((await browser.call("GET", "users/profile/")).status).toBe(401);
  expect((await program()).status).toBe(401);
});

test("whoever is deleted is disabled and unlinked, keeps no group, and is the same user when they come back", async () => {
  const { id, user, browser } = await withCredentials("deleted");
  const group = await directory.call("POST", "/Groups", { displayName: "Left", members: [{ value: id }] });
  expect((await directory.call("DELETE", `/Users/${id}`)).status).toBe(204);
  expect((await browser.call("GET", "users/profile/")).status).toBe(401);
  expect((await userOf("deleted")).is_active).toBe(false);
  expect((await userOf("deleted")).groups).toEqual([]);
  expect(await counts(user.id)).toBe(0);
  const links = await product.administrator.call("GET", `sallyport/source-links/?user=${user.id}`);
  expect(links.body).toEqual([]);
  expect((await directory.call("GET", `/Users/${id}`)).status).toBe(404);
  expect((await directory.call("GET", `/Groups/${group.body.id}`)).body.members).toEqual([]);
  await directory.add("deleted");
  expect(await userOf("deleted")).toMatchObject({ id: user.id, is_active: true });
  expect(await counts(user.id)).toBe(0);
});

test("whoever is deleted is removed where that was arranged", async () => {
  const removing = await createDirectory(product, { on_delete: "remove" });
  const { id, browser } = await withCredentials("removed", removing);
  expect((await removing.call("DELETE", `/Users/${id}`)).status).toBe(204);
  expect(await userOf("removed")).toBeUndefined();
  expect((await browser.call("GET", "users/profile/")).status).toBe(401);
});

test("whom an administrator shut out, the directory does not let in", async () => {
  const id = await directory.add("barred");
  const { id: userId } = await userOf("barred");
  await product.administrator.call("PATCH", `users/users/${userId}/`, { is_active: false });
  await directory.patch(`/Users/${id}`, on);
  await directory.patch(`/Users/${id}`, off);
  await directory.patch(`/Users/${id}`, on);
  expect((await userOf("barred")).is_active).toBe(false);
});

test("users who are here are taken over only where that was arranged, and administrators never", async () => {
  const { body: organization } = await product.administrator.call("POST", "orgs/orgs/", { name: "Other" });
  const local = await product.createUser({ username: "local" });
  await product.createUser({ username: "saml", source: "saml2" });
  const boss = await product.createUser({
    username: "boss",
    org_roles: ["00000000-0000-0000-0000-000000000005"],
  });
  const linking = await createDirectory(product, { links_existing: true });
  const foreign = await createDirectory(product, { links_existing: true, organization: organization.id });
  const post = async (by: Directory, userName: string) => {
    const { status } = await by.call("POST", "/Users", {
      userName,
      emails: [{ value: `${userName}@example.com` }],
    });
    return status;
  };
  expect(await post(directory, "local")).toBe(409);
  expect(await post(foreign, "local")).toBe(409);
  expect(await post(foreign, "saml")).toBe(409);
  for (const name of ["admin", "boss"]) expect([name, await post(linking, name)]).toEqual([name, 409]);
  // Their own kind of user is theirs without more.
  expect(await post(directory, "saml")).toBe(201);
  expect(await post(linking, "local")).toBe(201);
  expect(await post(linking, "saml")).toBe(409);
  expect((await userOf("local")).id).toBe(local.id);
  // Found here, so not removed from here.
  await product.administrator.call("PATCH", `sallyport/scim-sources/${linking.sourceId}/`, {
    on_delete: "remove",
  });
  const { body } = await linking.call("GET", '/Users?filter=userName%20eq%20"local"');
  expect((await linking.call("DELETE", `/Users/${body.Resources[0].id}`)).status).toBe(204);
  expect(await userOf("local")).toMatchObject({ id: local.id, is_active: false });
  expect((await userOf("boss")).id).toBe(boss.id);
});

test("the last administrator cannot be deactivated or deleted", async () => {
  const id = await directory.add("chief");
  const { id: userId } = await userOf("chief");
  const { db } = product.database;
  await sql`insert into role_bindings (user_id, role_id, scope) values (${userId}::uuid, '00000000-0000-0000-0000-000000000001', 'system')`.execute(
    db,
  );
  const { body: profile } = await product.administrator.call("GET", "users/profile/");
  const expire = (date: string) =>
    sql`update users set date_expired = ${date}::timestamptz where id = ${profile.id}::uuid`.execute(db);
  await expire("2001-01-01");
  const patched = await directory.patch(`/Users/${id}`, off);
  const deleted = await directory.call("DELETE", `/Users/${id}`);
  await expire("2099-01-01");
  expect([patched.status, deleted.status]).toEqual([400, 400]);
  expect((await userOf("chief")).is_active).toBe(true);
  // With another one left it is an ordinary leaver.
  expect((await directory.patch(`/Users/${id}`, off)).status).toBe(200);
});

test("rules of the sign-in method give roles and groups, as far as they stay in the organization", async () => {
  const { body: organization } = await product.administrator.call("POST", "orgs/orgs/", { name: "Far" });
  const { body: near } = await product.administrator.call("POST", "users/groups/", { name: "Near" });
  const auditor = "00000000-0000-0000-0000-000000000006";
  const rule = (more: object) =>
    product.administrator.call("POST", "sallyport/source-rules/", { source: "oauth2", ...more });
  const red = { attribute: "department", value: "red" };
  for (const more of [
    { ...red, group: near.id },
    { ...red, role: auditor, organization: defaultOrganization },
    { ...red, role: auditor, organization: organization.id },
    { ...red, role: "00000000-0000-0000-0000-000000000001" },
  ]) {
    expect((await rule(more)).status).toBe(201);
  }
  const ruled = await createDirectory(product, { user_source: "oauth2" });
  const extension = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
  const id = await ruled.add("ruled", { [extension]: { department: "Red" } });
  const held = async () => {
    const { id: userId } = await userOf("ruled");
    const { rows } = await sql<{ held: string }>`
      select concat_ws(' ', right(role_id::text, 1), org_id) as held from role_bindings where user_id = ${userId}::uuid order by 1
    `.execute(product.database.db);
    const { body } = await product.administrator.call("GET", `users/users/${userId}/`);
    return [rows.map((row) => row.held), body.groups.map(({ name }: { name: string }) => name)];
  };
  expect(await held()).toEqual([["3", `6 ${defaultOrganization}`, `7 ${defaultOrganization}`], ["Near"]]);
  await ruled.patch(`/Users/${id}`, { op: "replace", path: `${extension}:department`, value: "Blue" });
  expect(await held()).toEqual([["3", `7 ${defaultOrganization}`], []]);
});

test("tokens are shown once, stored as hashes, replaced, revoked, run out, and hold for their addresses", async () => {
  const mine = await createDirectory(product);
  const path = `sallyport/scim-sources/${mine.sourceId}/`;
  const { administrator } = product;
  const status = async (by = mine) => (await by.call("GET", "/Users?count=0")).status;
  expect(await status()).toBe(200);
  const { text } = await administrator.call("GET", path);
  expect(text).not.toContain(mine.token);
  const { rows } = await sql<{ row: string }>`
    select s::text as row from scim_sources s where id = ${mine.sourceId}::uuid
  `.execute(product.database.db);
  expect(rows[0]?.row).not.toContain(mine.token);
  const issued = await administrator.call("POST", `${path}token/`, {});
  const next = directoryWith(product, mine.sourceId, issued.body.token);
  expect([await status(), await status(next)]).toEqual([401, 200]);
  for (const [change, expected] of [
    [{ ip_group: ["10.0.0.0/8"] }, 401],
    [{ ip_group: ["127.0.0.1"] }, 200],
    [{ date_expired: "2001-01-01T00:00:00Z" }, 401],
    [{ date_expired: null }, 200],
    [{ is_active: false }, 401],
    [{ is_active: true }, 200],
  ] as const) {
    expect((await administrator.call("PATCH", path, change)).status).toBe(200);
    expect([change, await status(next)]).toEqual([change, expected]);
  }
  expect((await administrator.call("DELETE", `${path}token/`)).status).toBe(204);
  expect(await status(next)).toBe(401);
  for (const change of [{ user_source: "cas" }, { organization: "00000000-0000-0000-0000-000000000004" }])
    expect((await administrator.call("PATCH", path, change)).status).toBe(400);
  expect((await administrator.call("PATCH", path, { ip_group: ["here"] })).status).toBe(400);
});

test("a source that is removed leaves its people here, and nobody comes with its token", async () => {
  const gone = await createDirectory(product);
  await gone.add("stays");
  const { id } = await userOf("stays");
  expect(
    (await product.administrator.call("DELETE", `sallyport/scim-sources/${gone.sourceId}/`)).status,
  ).toBe(204);
  expect((await gone.call("GET", "/Users")).status).toBe(401);
  expect(await userOf("stays")).toMatchObject({ id, is_active: true });
  const links = await product.administrator.call("GET", `sallyport/source-links/?user=${id}`);
  expect(links.body).toEqual([]);
});

test("who guesses tokens is slowed down", async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 40; guess += 1) {
    const { statusCode, headers } = await product.app.fastify.inject({
      url: "/scim/v2/Users",
      remoteAddress: "192.0.2.7",
      headers: { authorization: "Bearer scim_nothing" },
    });
    statuses.push(statusCode);
    if (statusCode === 429) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  expect(statuses).toContain(429);
  expect((await directory.call("GET", "/Users?count=0")).status).toBe(200);
});
