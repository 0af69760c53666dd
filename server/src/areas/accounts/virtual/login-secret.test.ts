import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";

const password = "Ledger-keeps-7";
const virtual = "accounts/virtual-accounts/@USER/";

let product: TestProduct;
let user: { readonly id: string; readonly username: string };
let host: string;
beforeAll(async () => {
  product = await createTestProduct();
  user = await product.createUser({ username: "mei", password_strategy: "custom", password });
  await sql`update users set need_update_password = false where id = ${user.id}`.execute(product.database.db);
  const { call } = product.administrator;
  const body = { name: "files", address: "10.6.0.1", platform: 1, protocols: [{ name: "ssh", port: 22 }] };
  host = (await call("POST", "assets/hosts/", body)).body.id;
  const grant = { name: "As oneself", users: [user.id], assets: [host], accounts: ["@USER"] };
  await call("POST", "perms/asset-permissions/", grant);
});
afterAll(() => product?.close());
beforeEach(async () => {
  await product.configure({ CACHE_LOGIN_PASSWORD_ENABLED: true, CACHE_LOGIN_PASSWORD_TTL: 86_400 });
  await product.administrator.call("PATCH", virtual, { secret_from_login: true });
});

type Cookies = Record<string, string>;

/** A browser that signs in by the form, as far as the guard lets it. */
async function signIn(): Promise<Cookies> {
  const cookies: Cookies = {};
  const visit = async (method: "GET" | "POST", url: string, form?: URLSearchParams) => {
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    const answer = await product.app.fastify.inject({
      method,
      url,
      headers: {
        cookie,
        ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(form === undefined ? {} : { payload: form.toString() }),
    });
    for (const { name, value } of answer.cookies) cookies[name] = value;
    return answer;
  };
  const page = await visit("GET", "/core/auth/login/");
  const form = new URLSearchParams({ username: user.username, password });
  for (const [, tag = ""] of page.body.matchAll(/<input\b([^>]*type="hidden"[^>]*)>/g)) {
    const [name, value] = ["name", "value"].map((key) => new RegExp(`${key}="([^"]*)"`).exec(tag)?.[1]);
    if (name !== undefined && !form.has(name)) form.set(name, value ?? "");
  }
  let { headers, statusCode } = await visit("POST", "/core/auth/login/", form);
  for (let hop = 0; statusCode === 302 && hop < 3; hop += 1) {
    if (String(headers.location) === "/") break;
    ({ headers, statusCode } = await visit("GET", String(headers.location)));
  }
  return cookies;
}

const ask = async (cookies: Cookies, method: "GET" | "POST", path: string, body?: object) => {
  const answer = await product.app.fastify.inject({
    method,
    url: `/api/v1/${path}`,
    headers: {
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; "),
      "x-csrftoken": cookies.jms_csrftoken ?? "",
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
};

const hasSecret = async (cookies: Cookies): Promise<boolean> => {
  const { status, body } = await ask(cookies, "GET", `perms/users/self/assets/${host}/accounts/`);
  expect([status, body.length, body[0]?.alias]).toEqual([200, 1, "@USER"]);
  return body[0].has_secret;
};

/** What a connection of theirs is signed in with. */
async function tokenSecret(cookies: Cookies, typed = ""): Promise<string | null> {
  const requested = {
    asset: host,
    account: "@USER",
    protocol: "ssh",
    connect_method: "web_cli",
    input_secret: typed,
  };
  const { status, body } = await ask(cookies, "POST", "authentication/connection-token/", requested);
  expect([status, JSON.stringify(body)]).toEqual([201, expect.not.stringContaining(password)]);
  const { rows } = await product.database.pool.query(
    "select input_secret_sealed as sealed from connection_tokens where id = $1",
    [body.id],
  );
  const context = `connection_tokens.input_secret:${body.id}`;
  return rows[0].sealed === null ? null : product.services.secrets.open(rows[0].sealed, context);
}

const keptAnywhere = async (): Promise<number> =>
  (await product.database.pool.query("select 1 from http_sessions where data ? 'login_secret'")).rows.length;

test("the dynamic user signs in with the password of the sign-in, which only this session can open", async () => {
  const cookies = await signIn();
  expect(await hasSecret(cookies)).toBe(true);
  expect(await tokenSecret(cookies)).toBe(password);
  expect(await tokenSecret(cookies, "typed instead")).toBe("typed instead");
  const { rows } = await product.database.pool.query("select data::text from http_sessions");
  expect(JSON.stringify(rows)).not.toContain(password);
  // What is kept does not open in another session of the same person.
  const other = await product.signIn(user.id);
  await product.database.pool.query(
    `update http_sessions set data = (select data from http_sessions where data ? 'login_secret' limit 1)
     where user_id = $1 and not data ? 'login_secret'`,
    [user.id],
  );
  expect(await hasSecret({ ...other.cookies })).toBe(false);
});

test("nothing is kept where nobody wants it, the installation does not allow it, or it is too old", async () => {
  const wanted = await signIn();
  await product.configure({ CACHE_LOGIN_PASSWORD_TTL: 0 });
  expect([await hasSecret(wanted), await tokenSecret(wanted)]).toEqual([false, null]);
  await product.configure({ CACHE_LOGIN_PASSWORD_ENABLED: false });
  expect(await hasSecret(wanted)).toBe(false);
  const before = await keptAnywhere();
  await signIn();
  expect(await keptAnywhere()).toBe(before);
  await product.administrator.call("PATCH", virtual, { secret_from_login: false });
  // Once no organization wants them, those that are kept go.
  expect([before > 0, await keptAnywhere()]).toEqual([true, 0]);
  await product.configure({ CACHE_LOGIN_PASSWORD_ENABLED: true, CACHE_LOGIN_PASSWORD_TTL: 86_400 });
  const unwanted = await signIn();
  expect([await keptAnywhere(), await hasSecret(unwanted)]).toEqual([0, false]);
});

test("it goes with the sign-out", async () => {
  const cookies = await signIn();
  expect(await keptAnywhere()).toBeGreaterThan(0);
  const kept = await keptAnywhere();
  await product.app.fastify.inject({
    url: "/core/auth/logout/",
    headers: { cookie: `jms_sessionid=${cookies.jms_sessionid}` },
  });
  expect(await keptAnywhere()).toBe(kept - 1);
});
