import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";

let product: TestProduct;
let user: { readonly id: string; readonly username: string; readonly password: string };
let person: TestCaller;

beforeAll(async () => {
  product = await createTestProduct();
  await product.configure({ AUTH_TEMP_TOKEN: true });
  user = await product.createUser({});
  person = await product.signIn(user.id);
});
afterAll(() => product?.close());

const path = (kind = "") => `sallyport/users/${user.id}/credentials/${kind}`;
const counts = async (): Promise<Record<string, number>> => {
  const { body } = await product.administrator.call("GET", path());
  return Object.fromEntries(body.map((one: { name: string; count: number }) => [one.name, one.count]));
};

test("everything a user can come in with is counted, and nothing of it is told", async () => {
  for (const path of ["authentication/access-keys/", "authentication/temp-tokens/"]) {
    const unproven = await person.call("POST", path, {});
    expect([path, unproven.status, unproven.body.code]).toEqual([path, 400, "password"]);
  }
  await person.call("POST", "authentication/confirm/", {
    confirm_type: "password",
    secret_key: user.password,
  });
  const key = await person.call("POST", "authentication/access-keys/", {});
  const temporary = await person.call("POST", "authentication/temp-tokens/", {});
  const token = await person.call("POST", "sallyport/private-token/", {});
  const bearer = await product.bearer(user.username, user.password);
  expect(
    (
      await product.anonymous.call("GET", "users/profile/", undefined, {
        authorization: `Token ${token.body.token}`,
      })
    ).status,
  ).toBe(200);
  expect(await counts()).toEqual({
    sessions: 1,
    bearer_tokens: 1,
    access_keys: 1,
    private_token: 1,
    temporary_passwords: 1,
    passkeys: 0,
    ssh_certificates: 0,
    connection_tokens: 0,
  });
  const { text, body } = await product.administrator.call("GET", path());
  for (const hidden of [key.body.id, key.body.secret, temporary.body.secret, token.body.token]) {
    if (hidden !== undefined) expect(text).not.toContain(hidden);
  }
  const used = Object.fromEntries(
    body.map((one: { name: string; date_last_used: string | null }) => [one.name, one.date_last_used]),
  );
  expect(used.private_token).toMatch(/^\d{4}\/\d\d\/\d\d /);
  expect(used.access_keys).toBeNull();
  expect((await bearer.call("GET", "users/profile/")).status).toBe(200);
});

test("each kind can be ended, which is written down; those ended open nothing more", async () => {
  const bearer = await product.bearer(user.username, user.password);
  for (const kind of ["bearer_tokens", "access_keys", "private_token", "temporary_passwords", "sessions"]) {
    expect((await product.administrator.call("DELETE", path(`${kind}/`))).status).toBe(204);
    expect((await counts())[kind]).toBe(0);
  }
  expect((await bearer.call("GET", "users/profile/")).status).toBe(401);
  expect((await person.call("GET", "users/profile/")).status).toBe(401);
  const { rows } = await sql<{ action: string }>`
    select action from operate_logs where resource_id = ${user.id} and action = 'delete'
  `.execute(product.database.db);
  expect(rows).toHaveLength(5);
  for (const kind of ["passkeys", "nonsense"]) {
    expect((await product.administrator.call("DELETE", path(`${kind}/`))).status).toBe(404);
  }
});

test("nobody revokes what belongs to somebody who may do more", async () => {
  const helper = await product.createUser({ org_roles: ["00000000-0000-0000-0000-000000000005"] });
  const browser = await product.signIn(helper.id);
  const { body } = await product.administrator.call("GET", "users/profile/");
  const ofAdmin = `sallyport/users/${body.id}/credentials/`;
  expect((await browser.call("DELETE", `${ofAdmin}sessions/`)).status).toBeGreaterThanOrEqual(403);
  expect((await product.administrator.call("GET", "users/profile/")).status).toBe(200);
  expect((await browser.call("GET", path())).status).toBe(200);
  expect((await (await product.signIn(user.id)).call("GET", path())).status).toBe(403);
});

test.each([
  ["disabled", "PATCH", "", { is_active: false }],
  ["over", "PATCH", "", { date_expired: "2001-01-01T00:00:00Z" }],
  ["given another password", "PUT", "password/", { password: "An0ther!one-2" }],
  ["given another password in the form", "PATCH", "", { password: "An0ther!one-2" }],
  ["freed of second factors", "GET", "mfa/reset/", undefined],
] as const)(
  "whoever is %s keeps no session, token or key, and gets none back",
  async (_how, method, at, body) => {
    const held = await product.createUser({});
    const browser = await product.signIn(held.id);
    await product.confirm(browser);
    await browser.call("POST", "authentication/access-keys/", {});
    await browser.call("POST", "authentication/temp-tokens/", {});
    await browser.call("POST", "sallyport/private-token/", {});
    const bearer = await product.bearer(held.username, held.password);
    const target = `users/users/${held.id}/`;
    const count = async (): Promise<number> => {
      const { body: kinds } = await product.administrator.call(
        "GET",
        `sallyport/users/${held.id}/credentials/`,
      );
      return kinds.reduce((sum: number, one: { count: number }) => sum + one.count, 0);
    };
    expect(await count()).toBe(5);
    // What changes nothing about who may come in leaves everything.
    await product.administrator.call("PATCH", target, { comment: "moved", is_active: true });
    expect(await count()).toBe(5);
    expect((await product.administrator.call(method, `${target}${at}`, body)).status).toBe(200);
    expect(await count()).toBe(0);
    const back = { is_active: true, date_expired: "2099-01-01T00:00:00Z" };
    expect((await product.administrator.call("PATCH", target, back)).status).toBe(200);
    expect(await count()).toBe(0);
    for (const caller of [browser, bearer]) {
      expect((await caller.call("GET", "users/profile/")).status).toBe(401);
    }
  },
);
