import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";
import { roleIds } from "../../roles/index.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const path = "authentication/super-connection-token/";
let product: TestProduct;
let world: World;
let component: TestCaller;
let impostor: TestCaller;

const id = (name: string): string => world.ids[name] as string;

beforeAll(async () => {
  product = await createTestProduct();
  const db = product.database.db;
  for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
  world = await createWorld(db, organizationId);
  const system_roles = [roleIds.systemComponent];
  const gateway = await product.createUser({ username: "gate", name: "gate", system_roles });
  await sql`update users set is_service_account = true where id = ${gateway.id}`.execute(db);
  component = await product.signIn(gateway.id);
  impostor = await product.signIn((await product.createUser({ username: "eve", system_roles })).id);
  await product.administrator.call("PATCH", `accounts/accounts/${id("front/admin")}/`, {
    secret: "hunter22",
  });
});
afterAll(() => product?.close());
beforeEach(() => world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin", "@INPUT"] }));

const requested = (changes: Record<string, unknown> = {}) => ({
  user: id("mei"),
  asset: id("front"),
  account: "admin",
  protocol: "ssh",
  connect_method: "web_cli",
  ...changes,
});
const make = async (changes: Record<string, unknown> = {}) => {
  const { status, body } = await component.call("POST", path, requested(changes));
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};
const secret = (body: unknown) => component.call("POST", `${path}secret/`, body);

describe("for components alone", () => {
  test.each([
    ["GET", ""],
    ["POST", ""],
    ["PATCH", "renewal/"],
    ["POST", "secret/"],
  ])(
    "%s %s is refused to a system administrator, and to a person with a component's role",
    async (method, end) => {
      const body = method === "GET" ? undefined : { id: (await make()).id };
      for (const person of [product.administrator, impostor]) {
        expect((await person.call(method, `${path}${end}`, body)).status).toBe(403);
      }
    },
  );
});

describe("making one for somebody", () => {
  test("the token is that person's, who sees it among their own", async () => {
    const token = await make();
    expect(token).toMatchObject({
      user: { id: id("mei"), name: "mei" },
      actions: [{ value: "connect" }],
      user_display: "mei(mei)",
    });
    const mei = await product.signIn(id("mei"));
    expect((await mei.call("GET", `authentication/connection-token/${token.id}/`)).status).toBe(200);
    expect((await component.call("GET", `${path}${token.id}/`)).body.id).toBe(token.id);
  });

  test("what the person may not reach, and nobody there is, are refused", async () => {
    const other = await component.call("POST", path, requested({ user: id("tom") }));
    expect([other.status, other.body.code]).toEqual([400, "perm_account_invalid"]);
    const nobody = await component.call(
      "POST",
      path,
      requested({ user: "11111111-1111-4111-8111-111111111111" }),
    );
    expect([nobody.status, Object.keys(nobody.body)]).toEqual([400, ["user"]]);
    expect((await component.call("POST", path, { ...requested(), user: undefined })).body).toHaveProperty(
      "user",
    );
  });
});

describe("turning one into a connection", () => {
  test("everything a component connects with, once", async () => {
    const token = await make({ connect_options: { charset: "utf8" } });
    const { status, body } = await secret({ id: token.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: token.id,
      value: token.value,
      user: { id: id("mei"), name: "mei", username: "mei", email: "mei@example.com" },
      asset: {
        id: id("front"),
        name: "front",
        address: "front.example",
        category: "host",
        type: "linux",
        org_id: organizationId,
        secret_info: {},
        spec_info: {},
      },
      account: {
        id: id("front/admin"),
        name: "admin",
        username: "admin",
        secret_type: { value: "password", label: "Password" },
        secret: "hunter22",
        su_from: null,
        privileged: false,
      },
      gateway: null,
      domain: null,
      command_filter_acls: [],
      protocol: "ssh",
      actions: [{ value: "connect" }],
      connect_method: { value: "web_cli", label: "Web CLI", type: "web", component: "koko" },
      connect_options: { charset: "utf8" },
      from_ticket: null,
      org_id: organizationId,
      org_name: "Default",
    });
    expect(body.platform).toMatchObject({ name: "Test host" });
    expect(body.platform).not.toHaveProperty("automation");
    expect(body.expire_at).toBeGreaterThan(Date.now() / 1000);
    const again = await secret({ id: token.id });
    expect([again.status, again.body.code]).toEqual([403, "token_expired"]);
  });

  test("of many who ask at once one gets it", async () => {
    const { id: one } = await make();
    const answers = await Promise.all(Array.from({ length: 6 }, () => secret({ id: one })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("it stays where that is asked for, and where tokens may be used again", async () => {
    const token = await make();
    for (const _turn of [1, 2]) expect((await secret({ id: token.id, expire_now: false })).status).toBe(200);
    expect((await secret({ id: token.id })).status).toBe(200);
    expect((await secret({ id: token.id })).status).toBe(403);
    await product.configure({ CONNECTION_TOKEN_REUSABLE: true });
    const reusable = await make({ is_reusable: true });
    for (const _turn of [1, 2])
      expect((await secret({ id: reusable.id, expire_now: true })).status).toBe(200);
    await product.configure({ CONNECTION_TOKEN_REUSABLE: false });
  });

  test("what the person typed, and the account one switches from", async () => {
    const typed = await make({ account: "@INPUT", input_username: "root", input_secret: "typed" });
    expect((await secret({ id: typed.id })).body.account).toMatchObject({
      id: null,
      username: "root",
      secret: "typed",
    });
    await sql`update accounts set su_from_id = ${id("front/batch password")} where id = ${id("front/admin")}`.execute(
      product.database.db,
    );
    expect((await secret({ id: (await make()).id })).body.account.su_from).toMatchObject({
      name: "batch password",
      username: "batch",
      secret_type: { value: "password" },
    });
  });

  test("an asset of a domain comes with the gateway it is reached through", async () => {
    const { db } = product.database;
    const domain = await product.administrator.call("POST", "assets/domains/", { name: "Plant" });
    expect(domain.status).toBe(201);
    const gateway = await product.administrator.call("POST", "assets/gateways/", {
      name: "hop",
      address: "10.9.9.9",
      platform: 11,
      domain: domain.body.id,
      protocols: [{ name: "ssh", port: 2022 }],
      accounts: [{ name: "jump", username: "jump", secret: "leap", secret_type: "password" }],
    });
    expect(gateway.status).toBe(201);
    await sql`update assets set domain_id = ${domain.body.id} where id = ${id("front")}`.execute(db);
    const { body } = await secret({ id: (await make()).id });
    expect(body.domain).toEqual({ id: domain.body.id, name: "Plant" });
    expect(body.gateway).toEqual({
      id: gateway.body.id,
      name: "hop",
      address: "10.9.9.9",
      protocols: [{ name: "ssh", port: 2022 }],
      account: {
        name: expect.stringContaining("jump"),
        username: "jump",
        secret_type: { value: "password", label: "Password" },
        secret: "leap",
      },
    });
    await sql`update assets set domain_id = null where id = ${id("front")}`.execute(db);
  });

  test("nothing where a certificate is all there is to sign in with, and that is said", async () => {
    const { db } = product.database;
    const admin = id("front/admin");
    const refused = async (token: { readonly id: string }, language = "en") => {
      const { status, body } = await component.call(
        "POST",
        `${path}secret/`,
        { id: token.id },
        { "accept-language": language },
      );
      return [status, body.code, body.detail];
    };
    await sql`update accounts set by_certificate = true, su_from_id = null where id = ${admin}`.execute(db);
    // A secret that is still stored is what a component gets.
    expect((await secret({ id: (await make()).id })).body.account.secret).toBe("hunter22");
    const { rows } = await sql<{ kept: string }>`
      with former as (select id, secret_sealed from accounts where id = ${admin})
      update accounts a set secret_sealed = null from former where a.id = former.id returning former.secret_sealed as kept
    `.execute(db);
    const token = await make();
    expect(await refused(token)).toEqual([403, "certificate_only", expect.stringContaining("components")]);
    expect((await refused(token, "zh-hans"))[2]).toContain("证书");
    expect((await refused(token, "ja"))[2]).toContain("証明書");
    // What is typed takes its place, and people are told that it is needed.
    const typed = await make({ input_secret: "by hand" });
    expect((await secret({ id: typed.id })).body.account.secret).toBe("by hand");
    const mei = await product.signIn(id("mei"));
    const mine = await mei.call("GET", `perms/users/self/assets/${id("front")}/accounts/`);
    expect(mine.body).toContainEqual(
      expect.objectContaining({ alias: "admin", has_secret: true, certificate_only: true }),
    );
    await sql`update accounts set secret_sealed = ${rows[0]?.kept}, by_certificate = false where id = ${admin}`.execute(
      db,
    );
    // The same token opens once there is a secret: nothing had used it up.
    expect((await secret({ id: token.id })).body.account.secret).toBe("hunter22");

    const from = id("front/batch password");
    await sql`update accounts set su_from_id = ${from} where id = ${admin}`.execute(db);
    await sql`update accounts set by_certificate = true, secret_sealed = null where id = ${from}`.execute(db);
    expect(await refused(await make())).toEqual([
      403,
      "certificate_only",
      expect.stringContaining("batch password"),
    ]);
    await sql`update accounts set su_from_id = null where id = ${admin}`.execute(db);

    await sql`
      update assets set domain_id = (select id from domains where name = 'Plant') where id = ${id("front")}
    `.execute(db);
    await sql`update accounts set by_certificate = true, secret_sealed = null where username = 'jump'`.execute(
      db,
    );
    expect(await refused(await make())).toEqual([
      403,
      "certificate_only",
      expect.stringContaining("gateways"),
    ]);
    await sql`update assets set domain_id = null where id = ${id("front")}`.execute(db);
  });

  test("everything is checked again, and a token that opens nothing is not used up", async () => {
    const token = await make();
    await world.permit();
    const refused = await secret({ id: token.id });
    expect([refused.status, refused.body.code]).toEqual([403, "perm_account_invalid"]);
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
    expect((await secret({ id: token.id })).status).toBe(200);
  });

  test("reading it is written down, without the secret", async () => {
    const token = await make();
    await secret({ id: token.id });
    const { body } = await product.administrator.call("GET", `audits/operate-logs/?resource_id=${token.id}`);
    expect(body.map(({ action }: { action: { value: string } }) => action.value)).toContain("view");
    const { rows } = await sql<{ row: string }>`
      select row_to_json(l)::text as row from operate_logs l`.execute(product.database.db);
    expect(rows.map(({ row }) => row).join()).not.toMatch(/hunter22|typed"/);
  });

  test("bad input is told by field", async () => {
    expect((await secret({})).body).toHaveProperty("id");
    expect((await secret({ id: (await make()).id, expire_now: "yes" })).body).toHaveProperty("expire_now");
  });
});

describe("renewal", () => {
  test("gives a token that holds its time anew, and no other", async () => {
    const token = await make();
    const { db } = product.database;
    await sql`update connection_tokens set date_expired = now() + interval '5 seconds' where id = ${token.id}`.execute(
      db,
    );
    const renewed = await component.call("PATCH", `${path}renewal/`, { id: token.id });
    expect(renewed).toMatchObject({ status: 200, body: { ok: true, msg: expect.any(String) } });
    expect((await component.call("GET", `${path}${token.id}/`)).body.expire_time).toBeGreaterThan(290);
    await sql`update connection_tokens set date_expired = now() where id = ${token.id}`.execute(db);
    expect((await component.call("PATCH", `${path}renewal/`, { id: token.id })).status).toBe(403);
  });
});
