import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../../engine/json.ts";
import {
  administratorPassword,
  createTestProduct,
  type TestCaller,
  type TestProduct,
} from "../../../testing/product.ts";

const temporary = "authentication/temp-tokens/";
const privateToken = "sallyport/private-token/";

let product: TestProduct;
let admin: TestCaller;

beforeAll(async () => {
  product = await createTestProduct();
  admin = product.administrator;
});
afterAll(() => product?.close());

const set = (key: string, value: Json) => product.configure({ [key]: value });

const tokenOf = (username: string, password: string) =>
  product.anonymous.call("POST", "authentication/auth/", { username, password });

const profileWith = async (authorization: string): Promise<number> =>
  (await product.anonymous.call("GET", "users/profile/", undefined, { authorization })).status;

/** A user with a session, and a temporary password they made. */
const withTemporary = async (username: string) => {
  const user = await product.createUser({ username });
  const session = await product.signIn(user.id);
  await product.confirm(session);
  const { status, body } = await session.call("POST", temporary, {});
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { ...user, session, token: body };
};

describe("a temporary password", () => {
  beforeAll(() => set("AUTH_TEMP_TOKEN", true));

  it("opens one sign-in of its owner, by API or page, and is kept sealed", async () => {
    const { username, session, token, password } = await withTemporary("once");
    expect(token).toMatchObject({ username, verified: false, is_valid: true, date_verified: null });
    expect(token.secret).toHaveLength(36);
    const { rows } = await sql<{ text: string }>`
      select string_agg(t::text, '') as text from (
        select row_to_json(k)::text as t from temporary_tokens k union all select row_to_json(o)::text from operate_logs o
      ) all_rows
    `.execute(product.database.db);
    expect(rows[0]?.text).toContain(token.id);
    expect(rows[0]?.text).not.toContain(token.secret);
    expect((await tokenOf("admin", token.secret)).body.error).toBe("password_failed");
    expect((await tokenOf(username, token.secret)).status).toBe(201);
    expect((await tokenOf(username, token.secret)).body.error).toBe("password_failed");
    expect((await tokenOf(username, password)).status).toBe(201);
    const { body } = await session.call("GET", temporary);
    expect(body[0]).toMatchObject({ id: token.id, verified: true, is_valid: false });
    expect(body[0].date_verified).not.toBeNull();
    const { rows: logs } = await sql<{ backend: string }>`
      select backend from login_logs where username = 'once' and status order by datetime
    `.execute(product.database.db);
    expect(logs.map(({ backend }) => backend)).toEqual(["Temporary token", "Password"]);
  });

  it("is one of several at once that gets in", async () => {
    const { username, token } = await withTemporary("raced");
    const answers = await Promise.all(Array.from({ length: 4 }, () => tokenOf(username, token.secret)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it("ends when its owner ends it, after five minutes, and with the password it was made under", async () => {
    const ended = await withTemporary("ended");
    expect((await ended.session.call("PATCH", `${temporary}${ended.token.id}/expire/`)).status).toBe(204);
    expect((await tokenOf("ended", ended.token.secret)).status).toBe(400);
    const late = await withTemporary("late");
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from date_expired - now())::int as seconds from temporary_tokens where id = ${late.token.id}
    `.execute(product.database.db);
    expect(rows[0]?.seconds).toBeGreaterThan(290);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(300);
    await sql`
      update temporary_tokens set date_expired = now() - interval '1 second' where id = ${late.token.id}
    `.execute(product.database.db);
    expect((await tokenOf("late", late.token.secret)).status).toBe(400);
    const changed = await withTemporary("changed");
    await admin.call("PUT", `users/users/${changed.id}/password/`, { password: "An0ther!one-2" });
    expect((await tokenOf("changed", changed.token.secret)).status).toBe(400);
  });

  it("does not help a disabled owner, nor while it is switched off, nor where only sources count", async () => {
    const disabled = await withTemporary("disabled");
    await admin.call("PATCH", `users/users/${disabled.id}/`, { is_active: false });
    expect((await tokenOf("disabled", disabled.token.secret)).status).toBe(400);
    expect((await tokenOf("disabled", disabled.password)).body.error).toBe("user_inactive");
    const waiting = await withTemporary("waiting");
    const isValid = async () => (await waiting.session.call("GET", temporary)).body[0].is_valid;
    expect(await isValid()).toBe(true);
    await set("ONLY_ALLOW_AUTH_FROM_SOURCE", true);
    expect(await isValid()).toBe(false);
    expect((await tokenOf("waiting", waiting.token.secret)).status).toBe(400);
    await set("ONLY_ALLOW_AUTH_FROM_SOURCE", false);
    await set("AUTH_TEMP_TOKEN", false);
    expect(await isValid()).toBe(false);
    expect((await tokenOf("waiting", waiting.token.secret)).status).toBe(400);
    await set("AUTH_TEMP_TOKEN", true);
    expect(await isValid()).toBe(true);
    expect((await tokenOf("waiting", waiting.token.secret)).status).toBe(201);
  });

  it("is no password for who is in already: nothing is confirmed or changed with it", async () => {
    const { session, token } = await withTemporary("climber");
    const verify = await session.call("POST", "authentication/password/verify/", { password: token.secret });
    expect(verify.status).toBe(400);
    const confirmed = await session.call("POST", "authentication/confirm/", {
      confirm_type: "password",
      secret_key: token.secret,
    });
    expect(confirmed.status).toBe(400);
    const changed = await session.call("PUT", "users/profile/password/", {
      old_password: token.secret,
      new_password: "Taken!0ver1",
      new_password_again: "Taken!0ver1",
    });
    expect(changed.status).toBe(400);
  });

  it("is its owner's alone", async () => {
    const { token } = await withTemporary("owner");
    expect((await admin.call("GET", `${temporary}${token.id}/`)).status).toBe(404);
    expect((await admin.call("PATCH", `${temporary}${token.id}/expire/`)).status).toBe(404);
    expect((await admin.call("DELETE", `${temporary}${token.id}/`)).status).toBe(405);
  });
});

describe("a private token", () => {
  const confirmed = async (username: string) => {
    const user = await product.createUser({ username });
    const session = await product.signIn(user.id);
    const unconfirmed = await session.call("POST", privateToken, {});
    expect([unconfirmed.status, unconfirmed.body.code]).toEqual([400, "password"]);
    await session.call("POST", "authentication/confirm/", {
      confirm_type: "password",
      secret_key: user.password,
    });
    const { status, body } = await session.call("POST", privateToken, {});
    expect(status).toBe(201);
    return { ...user, session, token: String(body.token) };
  };

  it("opens everything its owner may, is told once, and noted when it is used", async () => {
    const { session, token } = await confirmed("private");
    expect(await profileWith(`Token ${token}`)).toBe(200);
    const { body, text } = await session.call("GET", privateToken);
    expect(body.date_created).not.toBeNull();
    expect(body.date_last_used).not.toBeNull();
    expect(text).not.toContain(token);
    const { rows } = await sql<{ text: string }>`
      select row_to_json(p)::text as text from private_tokens p
    `.execute(product.database.db);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("is replaced by a new one, and gone when it is deleted", async () => {
    const { session, token } = await confirmed("renewer");
    const { body } = await session.call("POST", privateToken, {});
    expect(await profileWith(`Token ${token}`)).toBe(401);
    expect(await profileWith(`Token ${body.token}`)).toBe(200);
    expect((await session.call("DELETE", privateToken)).status).toBe(204);
    expect(await profileWith(`Token ${body.token}`)).toBe(401);
    expect((await session.call("DELETE", privateToken)).status).toBe(404);
    expect((await session.call("GET", privateToken)).body).toEqual({
      date_created: null,
      date_last_used: null,
    });
  });

  it("dies with its owner, and stands under no other name", async () => {
    const { id, token } = await confirmed("mortal");
    for (const wrong of [`Bearer ${token}`, `Token ${token} x`, `Token ${token.toUpperCase()}`, "Token"]) {
      expect(await profileWith(wrong), wrong).toBe(401);
    }
    await admin.call("PATCH", `users/users/${id}/`, { is_active: false });
    expect(await profileWith(`Token ${token}`)).toBe(401);
    await admin.call("PATCH", `users/users/${id}/`, {
      is_active: true,
      date_expired: "2020-01-01 00:00:00 +0000",
    });
    expect(await profileWith(`Token ${token}`)).toBe(401);
  });
});

describe("a bearer token", () => {
  const bearerOf = async (username: string, password: string, remoteAddress: string): Promise<string> => {
    const { statusCode, body } = await product.app.fastify.inject({
      method: "POST",
      url: "/api/v1/authentication/auth/",
      payload: { username, password },
      remoteAddress,
    });
    if (statusCode !== 201) throw new Error(body);
    return JSON.parse(body).token;
  };

  it("is the same for a user and an address, and another elsewhere", async () => {
    const first = await bearerOf("admin", administratorPassword, "192.0.2.1");
    expect(await bearerOf("admin", administratorPassword, "192.0.2.1")).toBe(first);
    expect(await bearerOf("admin", administratorPassword, "192.0.2.2")).not.toBe(first);
  });

  it("ends with its time, its password and its owner", async () => {
    const user = await product.createUser({ username: "holder" });
    const token = await bearerOf("holder", user.password, "192.0.2.3");
    expect(await profileWith(`Bearer ${token}`)).toBe(200);
    await admin.call("PATCH", `users/users/${user.id}/`, { is_active: false });
    expect(await profileWith(`Bearer ${token}`)).toBe(401);
    await admin.call("PATCH", `users/users/${user.id}/`, { is_active: true });
    expect(await profileWith(`Bearer ${token}`)).toBe(401);
    const second = await bearerOf("holder", user.password, "192.0.2.3");
    expect(await profileWith(`Bearer ${second}`)).toBe(200);
    await admin.call("PUT", `users/users/${user.id}/password/`, { password: "An0ther!one-2" });
    expect(await profileWith(`Bearer ${second}`)).toBe(401);
    const fresh = await bearerOf("holder", "An0ther!one-2", "192.0.2.3");
    expect(fresh).not.toBe(token);
    await sql`update bearer_tokens set date_expired = now() where user_id = ${user.id}`.execute(
      product.database.db,
    );
    expect(await profileWith(`Bearer ${fresh}`)).toBe(401);
  });
});
