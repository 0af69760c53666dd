import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer, TestCaller, TestProduct } from "../../../testing/product.ts";
import { type KeyCaller, keyPaths, type Sent, startKeyCaller } from "../testing/key-caller.ts";
import { signedHeaders, type TestKey } from "../testing/sign.ts";

const run = promisify(execFile);
const example = join(import.meta.dirname, "../../../../../docs/examples/sign-request.mjs");
const { keys, groups, profile } = keyPaths;

let caller: KeyCaller;
let product: TestProduct;
let origin: string;
let admin: TestCaller;
let key: TestKey;

beforeAll(async () => {
  caller = await startKeyCaller();
  ({ product, key } = caller);
  ({ origin } = caller);
  admin = product.administrator;
});
afterAll(() => product?.close());

const ask = (who: TestKey, sent?: Sent): Promise<TestAnswer> => caller.ask(who, sent);
const makeKey = (owner?: TestCaller, fields?: object): Promise<TestKey> => caller.makeKey(owner, fields);
const reasonsOf = (username: string): Promise<string[]> => caller.reasonsOf(username);

describe("access keys", () => {
  it("are made by the server, one's own, and cannot be chosen", async () => {
    const chosen = {
      id: "11111111-1111-4111-8111-111111111111",
      secret: "22222222-2222-4222-8222-222222222222",
    };
    const { status, body } = await admin.call("POST", keys, chosen);
    expect(status).toBe(201);
    expect(body).toMatchObject({ is_active: true, ip_group: ["*"], date_last_used: null });
    expect(body.id).not.toBe(chosen.id);
    expect(body.secret).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(body.secret).not.toBe(chosen.secret);
    const list = await admin.call("GET", keys);
    expect(list.body[0]).toEqual(body);
    const changed = await admin.call("PATCH", `${keys}${body.id}/`, {
      secret: chosen.secret,
      is_active: false,
    });
    expect(changed.body).toEqual({ ...body, is_active: false });
    const mei = await product.signIn((await product.createUser({ username: "mei" })).id);
    expect((await mei.call("GET", keys)).body).toEqual([]);
    for (const [method, sent] of [["GET"], ["PATCH", {}], ["PUT", {}], ["DELETE"]] as const) {
      expect((await mei.call(method, `${keys}${body.id}/`, sent)).status, method).toBe(404);
    }
    expect((await admin.call("DELETE", `${keys}${body.id}/`)).status).toBe(204);
  });

  it("are kept sealed, and neither the operate log nor a file tells the secret", async () => {
    const made = await makeKey();
    const { rows } = await sql<{ text: string }>`
      select string_agg(t::text, '') as text from (
        select row_to_json(k)::text as t from access_keys k union all select row_to_json(o)::text from operate_logs o
      ) all_rows
    `.execute(product.database.db);
    expect(rows[0]?.text).toContain(made.id);
    expect(rows[0]?.text).not.toContain(made.secret);
    const file = await admin.call("GET", `${keys}?format=csv`);
    expect(file.text).toContain(made.id);
    expect(file.text).not.toContain(made.secret);
    const { rows: readings } = await sql<{ action: string }>`
      select action from operate_logs where resource_type = 'Access key' and resource_id in (${made.id}, '')
    `.execute(product.database.db);
    expect(readings.map(({ action }) => action)).toEqual(expect.arrayContaining(["create", "view"]));
  });

  it("take addresses, networks, ranges and *; an empty list is everywhere", async () => {
    const made = await makeKey(admin, { ip_group: ["10.0.0.0/8", "192.0.2.5-192.0.2.9", "2001:db8::/32"] });
    const { body } = await admin.call("PATCH", `${keys}${made.id}/`, { ip_group: [] });
    expect(body.ip_group).toEqual(["*"]);
    for (const entry of [
      "10.0.0.0/33",
      "10.0.0.9-10.0.0.1",
      "10.0.0.1-::1",
      "host.example",
      "10.0.0.0/",
      "-",
    ]) {
      const { status } = await admin.call("PATCH", `${keys}${made.id}/`, { ip_group: [entry] });
      expect(status, entry).toBe(400);
    }
  });
});

describe("a signed request", () => {
  it("is made by the example of the documentation, reading and writing", async () => {
    const env = { PATH: process.env.PATH, SALLYPORT_KEY_ID: key.id, SALLYPORT_KEY_SECRET: key.secret };
    const read = await run(process.execPath, [example, "GET", `${origin}${profile}?fields=username,name`], {
      env,
    });
    expect(JSON.parse(read.stdout)).toMatchObject({ username: "admin" });
    const made = await run(
      process.execPath,
      [example, "POST", `${origin}${groups}`, '{"name":"by script"}'],
      { env },
    );
    expect(JSON.parse(made.stdout)).toMatchObject({ name: "by script" });
    const wrong = { ...env, SALLYPORT_KEY_SECRET: key.id };
    const refused = await run(process.execPath, [example, "GET", `${origin}${profile}`], {
      env: wrong,
    }).catch((error: { code: number; stdout: string }) => error);
    expect(refused).toMatchObject({ code: 1 });
    expect(JSON.parse(refused.stdout)).toMatchObject({ code: "authentication_failed" });
  });

  it("is made by hand with openssl and curl", async () => {
    const script = `
      date=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')
      text=$(printf '(request-target): get %s\\ndate: %s' '${profile}' "$date")
      signature=$(printf %s "$text" | openssl dgst -sha256 -hmac '${key.secret}' -binary | base64)
      curl -s -H "Date: $date" -H "Authorization: Signature keyId=\\"${key.id}\\",algorithm=\\"hmac-sha256\\",headers=\\"(request-target) date\\",signature=\\"$signature\\"" '${origin}${profile}'
    `;
    const { stdout } = await run("sh", ["-c", script]);
    expect(JSON.parse(stdout)).toMatchObject({ username: "admin" });
  });

  it("needs no CSRF token, works in the organization it names, and is noted once a minute", async () => {
    const made = await makeKey();
    const other = await admin.call("POST", "orgs/orgs/", { name: "Signed elsewhere" });
    const extra = { "x-jms-org": other.body.id as string };
    const { status, body } = await ask(made, {
      method: "POST",
      target: groups,
      body: '{"name":"there"}',
      extra,
    });
    expect([status, body.org_id]).toEqual([201, other.body.id]);
    const used = async () => (await admin.call("GET", `${keys}${made.id}/`)).body.date_last_used;
    const first = await used();
    expect(first).not.toBeNull();
    await ask(made);
    expect(await used()).toBe(first);
    // Later uses are written with those of other keys, within seconds.
    await product.database.pool.query(
      "update access_keys set date_last_used = now() - interval '1 day' where id = $1",
      [made.id],
    );
    const before = await used();
    await ask(made);
    await expect.poll(used, { timeout: 10_000, interval: 200 }).not.toBe(before);
  });

  it("is the same in other spellings of the standard", async () => {
    const target = `${profile}?a=%20b&c=d`;
    expect((await ask(key, { target })).status).toBe(200);
    expect((await ask(key, { target: "/api/v1/users/groups.json" })).status).toBe(200);
    const signed = ["date", "accept", "(request-target)", "host"];
    const headers = { accept: "*/*", host: "gate.example" };
    expect((await ask(key, { signed, headers })).status).toBe(200);
    expect((await ask(key, { algorithm: "HMAC-SHA256" })).status).toBe(200);
    const plain = signedHeaders(key, "GET", profile);
    const spaced = plain.authorization?.replaceAll(",", " , ").replace("Signature", "signature ");
    expect((await ask(key, { extra: { ...plain, authorization: `${spaced},unknown="x"` } })).status).toBe(
      200,
    );
  });

  it("with a date of another time is refused, before and after", async () => {
    const at = (seconds: number) => ({ date: new Date(Date.now() + seconds * 1000) });
    expect((await ask(key, at(-290))).status).toBe(200);
    expect((await ask(key, at(290))).status).toBe(200);
    for (const seconds of [-310, 310, -86_400]) {
      const { status, body } = await ask(key, at(seconds));
      expect([status, body.code]).toEqual([401, "authentication_failed"]);
      expect(body.detail).toContain("300 seconds");
    }
    const iso = { date: new Date().toISOString() };
    expect((await ask(key, { headers: iso })).status).toBe(401);
  });

  it.each<[string, Sent]>([
    ["another path", { sentTarget: "/api/v1/users/users/" }],
    ["another query", { target: `${profile}?a=1`, sentTarget: `${profile}?a=2` }],
    ["a query added", { sentTarget: `${profile}?fields=id` }],
    ["the path in another spelling", { sentTarget: "/api/v1/users/%70rofile/" }],
    ["another date", { extra: { date: new Date(Date.now() - 5_000).toUTCString() } }],
    [
      "a signed header changed",
      {
        signed: ["(request-target)", "date", "x-jms-org"],
        headers: { "x-jms-org": "a" },
        extra: { "x-jms-org": "b" },
      },
    ],
    ["no date signed", { signed: ["(request-target)"] }],
    ["no target signed", { signed: ["date"] }],
    ["a name signed twice", { signed: ["(request-target)", "date", "date"] }],
    ["(created) signed", { signed: ["(request-target)", "date", "(created)"] }],
    ["another algorithm", { algorithm: "hmac-sha1" }],
    ["no algorithm at all", { algorithm: "none" }],
  ])("with %s is refused", async (_name, sent) => {
    const { status, body } = await ask(key, sent);
    expect([status, body.code]).toEqual([401, "authentication_failed"]);
  });

  it("under another method is refused", async () => {
    const signed = signedHeaders(key, "GET", groups);
    const { statusCode } = await product.app.fastify.inject({
      method: "DELETE",
      url: groups,
      headers: signed,
    });
    expect(statusCode).toBe(401);
  });

  it("with a header that cannot be read is refused", async () => {
    const { authorization = "" } = signedHeaders(key, "GET", profile);
    const [, , , signature = ""] = authorization.split(",");
    for (const value of [
      "Signature",
      "Signature ,",
      "Signature keyId",
      authorization.replace('keyId="', 'keyId="x",keyId="'),
      authorization.replace('algorithm="', 'algorithm="hmac-sha256",algorithm="'),
      authorization.replace(`,${signature}`, ""),
      authorization.replace(signature, 'signature=""'),
      authorization.replace(signature, 'signature="%%"'),
      authorization.replace(/keyId="[^"]*"/, 'keyId=""'),
      authorization.replace(/keyId="[^"]*"/, 'keyId="nobody"'),
      authorization.replace("(request-target) date", "(request-target)  date"),
      `${authorization} trailing`,
      `${authorization},${"x".repeat(5000)}="y"`,
    ]) {
      const { status, body } = await ask(key, { extra: { authorization: value } });
      expect([status, body.code], value).toEqual([401, "authentication_failed"]);
    }
  });

  it("of an unknown key and with a wrong signature are told in the same words", async () => {
    const unknown = await ask({ ...key, id: "11111111-1111-4111-8111-111111111111" });
    const wrong = await ask({ ...key, secret: "guess" });
    expect(unknown.status).toBe(401);
    expect(unknown.text).toBe(wrong.text);
    const disabled = await makeKey(admin, { is_active: false });
    expect((await ask({ ...disabled, secret: "guess" })).text).toBe(wrong.text);
  });
});

describe("an access key", () => {
  it("that is disabled or deleted opens nothing, from the next request on", async () => {
    const made = await makeKey();
    expect((await ask(made)).status).toBe(200);
    await admin.call("PATCH", `${keys}${made.id}/`, { is_active: false });
    const { status, body } = await ask(made);
    expect([status, body.detail]).toEqual([401, expect.stringContaining("disabled")]);
    await admin.call("PATCH", `${keys}${made.id}/`, { is_active: true });
    expect((await ask(made)).status).toBe(200);
    await admin.call("DELETE", `${keys}${made.id}/`);
    expect((await ask(made)).status).toBe(401);
  });

  it("is good from its addresses only, whatever a header claims", async () => {
    const made = await makeKey(admin, { ip_group: ["192.0.2.0/24"] });
    expect((await ask(made, { remoteAddress: "192.0.2.77" })).status).toBe(200);
    for (const extra of [
      {},
      { "x-forwarded-for": "192.0.2.77" },
      { "x-real-ip": "192.0.2.77", forwarded: "for=192.0.2.77" },
    ]) {
      const { status, body } = await ask(made, { remoteAddress: "203.0.113.9", extra });
      expect([status, body.detail]).toEqual([401, expect.stringContaining("address")]);
    }
  });

  it("dies with its owner: disabled, expired, deleted; and leaves an organization with them", async () => {
    const user = await product.createUser({
      username: "leaver",
      org_roles: ["00000000-0000-0000-0000-000000000005"],
    });
    const path = `users/users/${user.id}/`;
    const own = { target: groups };
    const good = async (): Promise<TestKey> => {
      const key = await makeKey(await product.signIn(user.id));
      expect([(await ask(key)).status, (await ask(key, own)).status]).toEqual([200, 200]);
      return key;
    };
    const disabled = await good();
    await admin.call("PATCH", path, { is_active: false });
    expect((await ask(disabled)).status).toBe(401);
    await admin.call("PATCH", path, { is_active: true });
    expect((await ask(disabled)).status).toBe(401);
    // Whose time runs out by itself gets in again with more of it.
    const made = await good();
    const expires = (at: string) =>
      sql`update users set date_expired = ${at}::timestamptz where id = ${user.id}`.execute(
        product.database.db,
      );
    await expires("2020-01-01");
    expect((await ask(made)).status).toBe(401);
    await expires("2099-01-01");
    expect((await ask(made)).status).toBe(200);
    await admin.call("POST", `${path}remove/`);
    expect((await ask(made, own)).status).toBe(403);
    // Nobody is deleted in the view over all organizations.
    await admin.call("POST", "users/users/invite/", { users: [user.id] });
    expect((await admin.call("DELETE", path)).status).toBe(204);
    expect((await ask(made)).status).toBe(401);
  });

  it("is told of in the owner's login log when it is refused, once a minute for each reason", async () => {
    const user = await product.createUser({ username: "watched" });
    const made = await makeKey(await product.signIn(user.id));
    for (let time = 0; time < 3; time += 1) await ask({ ...made, secret: "guess" });
    await ask(made, { date: new Date(0) });
    const { rows } = await sql<{ text: string }>`
      select string_agg(row_to_json(l)::text, '') as text from login_logs l where username = 'watched'
    `.execute(product.database.db);
    expect(await reasonsOf("watched")).toEqual(["signature_invalid", "signature_expired"]);
    expect(rows[0]?.text).not.toContain(made.secret);
  });

  it("that is guessed too often from one address makes that address wait, and nobody with a good one", async () => {
    const { signInLimit } = product.services.config;
    const remoteAddress = "198.51.100.4";
    let last = 0;
    for (let time = 0; time <= signInLimit * 2 && last !== 429; time += 1) {
      last = (await ask({ ...key, secret: "guess" }, { remoteAddress })).status;
    }
    expect(last).toBe(429);
    expect((await ask(key, { remoteAddress })).status).toBe(200);
  });
});
