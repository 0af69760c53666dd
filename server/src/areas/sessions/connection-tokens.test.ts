import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ConnectionGrant, GatewayPorts, GatewayPrincipal } from "../../gateway/ports.ts";
import { createGatewayPorts } from "../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { createWorld, type World } from "../permissions/testing/world.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const path = "authentication/connection-token/";
let product: TestProduct;
let world: World;
let mei: TestCaller;
let tom: TestCaller;
let ports: GatewayPorts;
let person: GatewayPrincipal;

const id = (name: string): string => world.ids[name] as string;

beforeAll(async () => {
  product = await createTestProduct();
  for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
  world = await createWorld(product.database.db, organizationId);
  mei = await product.signIn(id("mei"));
  tom = await product.signIn(id("tom"));
  ports = await createGatewayPorts(product.services);
  const principal = await ports.authenticate({
    headers: { cookie: `a=b; jms_sessionid=${mei.cookies.jms_sessionid}; django_language=ja` },
    url: "/koko/ws/terminal/",
    remoteAddress: "192.0.2.7",
  });
  if (principal === null) throw new Error("mei is not signed in");
  person = principal;
  await product.administrator.call("PATCH", `accounts/accounts/${id("front/admin")}/`, {
    secret: "hunter22",
  });
});
afterAll(() => product.close());
beforeEach(() =>
  world.permit({
    users: ["mei"],
    assets: ["front", "asleep", "wiki"],
    accounts: ["admin", "release", "@INPUT", "@ANON", "mei"],
  }),
);

const requested = (changes: Record<string, unknown> = {}) => ({
  asset: id("front"),
  account: "admin",
  protocol: "ssh",
  connect_method: "web_cli",
  ...changes,
});

const make = async (changes: Record<string, unknown> = {}) => {
  const { status, body } = await mei.call("POST", path, requested(changes));
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/** For how long a session by a grant is permitted, that began now unless said otherwise. */
const permittedTime = (grant: ConnectionGrant, who: GatewayPrincipal, since = new Date()) =>
  ports.permittedTime(grant, who, { actions: [], since });

const lasting = (expires: Date, ends = expires) => ({ expires, ends });

const redeem = (tokenId: string, who: GatewayPrincipal = person) =>
  ports.redeemConnectionToken(tokenId, who, "web_cli");

describe("making a token", () => {
  test("it stands for asset, account and the actions granted, for five minutes", async () => {
    const token = await make({ connect_options: { charset: "utf8" }, input_username: "ignored" });
    expect(token).toMatchObject({
      user: { id: id("mei"), name: "mei" },
      asset: { id: id("front"), name: "front" },
      account: "admin",
      input_username: "",
      protocol: "ssh",
      connect_method: "web_cli",
      connect_options: { charset: "utf8" },
      actions: [{ value: "connect", label: "Connect (All protocols)" }],
      is_active: true,
      is_reusable: false,
      is_expired: false,
      from_ticket: null,
      from_ticket_info: {},
      user_display: "mei(mei)",
      asset_display: "front(front.example)",
      org_id: organizationId,
    });
    expect(token.value).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(token.expire_time).toBeGreaterThan(290);
    expect(token.expire_time).toBeLessThanOrEqual(300);
    expect(token).not.toHaveProperty("input_secret");
    const { rows } = await sql<{ row: string }>`
      select row_to_json(t)::text as row from connection_tokens t where id = ${token.id}`.execute(
      product.database.db,
    );
    expect(rows[0]?.row).not.toContain(token.value);
  });

  test("only one's own are listed, while they hold", async () => {
    const token = await make();
    expect((await mei.call("GET", path)).body.map((one: { id: string }) => one.id)).toContain(token.id);
    expect((await tom.call("GET", path)).body).toEqual([]);
    expect((await tom.call("GET", `${path}${token.id}/`)).status).toBe(404);
    expect((await tom.call("PATCH", `${path}${token.id}/expire/`)).status).toBe(404);
    expect((await mei.call("PATCH", `${path}${token.id}/expire/`)).status).toBe(204);
    expect((await mei.call("GET", `${path}${token.id}/`)).status).toBe(404);
    expect((await product.anonymous.call("POST", path, requested())).status).toBe(401);
    expect((await mei.call("GET", `users/connection-token/?limit=1`)).body).toHaveProperty("count");
  });

  test.each([
    ["an account of another name", { account: "batch key" }, "perm_account_invalid"],
    ["the user name in place of the account's name", { account: "release" }, "perm_account_invalid"],
    ["an alias a stored account stands for", { account: "@USER" }, "perm_account_invalid"],
    ["an account that is not active", { account: "retired" }, "perm_account_invalid"],
    [
      "an asset that does not exist",
      { asset: "11111111-1111-4111-8111-111111111111" },
      "perm_account_invalid",
    ],
    ["an asset that is not granted", { asset: "ledger" }, "perm_account_invalid"],
    ["an asset that is disabled", { asset: "asleep", account: "@INPUT" }, "asset_inactive"],
    ["nobody in particular on a host", { account: "@ANON" }, "error"],
    ["a protocol the asset lacks", { protocol: "rdp" }, "error"],
    ["a way the product does not have", { connect_method: "mstsc" }, "error"],
  ])("%s is refused", async (_name, changes, code) => {
    const asset = "asset" in changes ? (world.ids[changes.asset as string] ?? changes.asset) : id("front");
    const { status, body } = await mei.call("POST", path, requested({ ...changes, asset }));
    expect([status, body.code]).toEqual([400, code]);
    expect(body.detail).toEqual(expect.any(String));
  });

  test("account names and what was typed decide what is asked of the target", async () => {
    expect((await make({ account: "release key" })).account).toBe("release key");
    const typed = await redeem(
      (await make({ account: "@INPUT", input_username: "root", input_secret: "typed" })).id,
    );
    expect(typed.account).toEqual({
      id: "@INPUT",
      name: "Manual input",
      username: "root",
      secretType: "password",
      secret: "typed",
      switchFrom: null,
    });
    const stored = await redeem((await make({ input_secret: "typed" })).id);
    expect(stored.account).toMatchObject({ username: "admin", secret: "hunter22", secretType: "password" });
    const missing = await redeem((await make({ account: "release key", input_secret: "typed" })).id);
    expect(missing.account).toMatchObject({ username: "release", secret: "typed", secretType: "password" });
  });

  test("bad input is told by field", async () => {
    const { status, body } = await mei.call("POST", path, { asset: 7, account: "", connect_options: [] });
    expect(status).toBe(400);
    expect(Object.keys(body).sort()).toEqual(["account", "asset", "connect_method", "connect_options"]);
  });

  test("no actions, no token; and none once the permission is over", async () => {
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"], actions: 0 });
    expect((await mei.call("POST", path, requested())).body.code).toBe("perm_account_invalid");
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"], expires: -1 });
    expect((await mei.call("POST", path, requested())).body.code).toBe("perm_account_invalid");
  });
});

describe("using a token", () => {
  test("what the gateway gets, in full", async () => {
    const token = await make({ connect_options: { backspaceAsCtrlH: true } });
    expect(person).toMatchObject({ userId: id("mei"), language: "ja", remoteAddress: "192.0.2.7" });
    expect(await redeem(token.id)).toMatchObject({
      tokenId: token.id,
      asset: {
        id: id("front"),
        name: "front",
        address: "front.example",
        port: 22,
        platform: { name: "Test host", type: "linux" },
        organization: { id: organizationId, name: "Default" },
      },
      account: { id: id("front/admin"), secret: "hunter22" },
      protocol: "ssh",
      actions: ["connect"],
      connectOptions: { backspaceAsCtrlH: true },
      userDisplay: "mei(mei)",
      assetDisplay: "front(front.example)",
      accountDisplay: "admin(admin)",
    });
  });

  test("one of many who try at once gets it", async () => {
    const token = await make();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => redeem(token.id)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = tries.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(new Set(refused)).toEqual(new Set(["token_used"]));
  });

  test("another person's, an unknown, an ended and an inactive one are refused", async () => {
    const token = await make();
    await expect(redeem(token.id, { ...person, userId: id("tom") })).rejects.toMatchObject({
      status: 403,
      code: "token_invalid",
    });
    await expect(redeem("nonsense")).rejects.toMatchObject({ code: "token_invalid" });
    await sql`update connection_tokens set is_active = false where id = ${token.id}`.execute(
      product.database.db,
    );
    await expect(redeem(token.id)).rejects.toMatchObject({ code: "token_inactive" });
    const ended = await make();
    await mei.call("PATCH", `${path}${ended.id}/expire/`);
    await expect(redeem(ended.id)).rejects.toMatchObject({ code: "token_expired" });
  });

  test("everything is checked again", async () => {
    const gone = await make();
    await world.permit();
    await expect(redeem(gone.id)).rejects.toMatchObject({ status: 403, code: "perm_account_invalid" });
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"], actions: 2 });
    const uploadOnly = await make();
    await expect(redeem(uploadOnly.id)).rejects.toMatchObject({ code: "perm_account_invalid" });
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
    const disabled = await make();
    await sql`update assets set is_active = false where id = ${id("front")}`.execute(product.database.db);
    await expect(redeem(disabled.id)).rejects.toMatchObject({ code: "asset_inactive" });
    await sql`update assets set is_active = true where id = ${id("front")}`.execute(product.database.db);
  });

  test("a member who left the organization may not use it, nor go on", async () => {
    await world.permit({ users: ["tom"], assets: ["front"], accounts: ["admin"] });
    const made = await tom.call("POST", path, requested());
    expect(made.status).toBe(201);
    const tomPerson = { ...person, userId: id("tom") };
    const grant = await redeem(made.body.id, tomPerson);
    expect(await permittedTime(grant, tomPerson)).toEqual(lasting(grant.permissionExpires));
    const again = await tom.call("POST", path, requested());
    await sql`delete from role_bindings where user_id = ${id("tom")} and org_id is not null`.execute(
      product.database.db,
    );
    await expect(redeem(again.body.id, tomPerson)).rejects.toMatchObject({ status: 403 });
    expect(await permittedTime(grant, tomPerson)).toBeNull();
  });

  test("a running session loses its permission when it is taken away", async () => {
    const grant = await redeem((await make()).id);
    expect(await permittedTime(grant, person)).toEqual(lasting(grant.permissionExpires));
    let changes = 0;
    const leave = ports.onPermissionsChanged(() => {
      changes += 1;
    });
    await product.services.events.ready();
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["release"] });
    await expect.poll(() => changes).toBeGreaterThan(0);
    leave();
    expect(await permittedTime(grant, person)).toBeNull();
  });

  test("a running session goes on when its account gets another name, not when the account is deactivated", async () => {
    const grant = await redeem((await make()).id);
    const change = (column: "name" | "is_active", value: unknown) =>
      sql`update accounts set ${sql.ref(column)} = ${value} where id = ${grant.account.id}`.execute(
        product.database.db,
      );
    await change("name", "renamed");
    expect(await permittedTime(grant, person)).toEqual(lasting(grant.permissionExpires));
    await change("is_active", false);
    expect(await permittedTime(grant, person)).toBeNull();
    await change("is_active", true);
    await change("name", "admin");
  });

  test("a used token can be exchanged for a new one with what was typed", async () => {
    const token = await make({ account: "@INPUT", input_username: "root", input_secret: "typed" });
    await redeem(token.id);
    const { status, body } = await mei.call("POST", `${path}exchange/`, { id: token.id });
    expect(status).toBe(201);
    expect(body.id).not.toBe(token.id);
    expect(body.value).not.toBe(token.value);
    expect((await redeem(body.id)).account).toMatchObject({ username: "root", secret: "typed" });
    expect((await tom.call("POST", `${path}exchange/`, { id: token.id })).status).toBeGreaterThanOrEqual(403);
    expect((await mei.call("POST", `${path}exchange/`, {})).status).toBe(400);
    await world.permit();
    expect((await mei.call("POST", `${path}exchange/`, { id: token.id })).body.code).toBe(
      "perm_account_invalid",
    );
  });

  test("reuse is refused while it is switched off, and works when it is on", async () => {
    const token = await make({ is_reusable: true });
    expect(token.is_reusable).toBe(false);
    const reuse = () => mei.call("PATCH", `${path}${token.id}/reuse/`, { is_reusable: true });
    expect((await reuse()).status).toBe(400);
    await sql`insert into settings (key, value) values ('CONNECTION_TOKEN_REUSABLE', 'true')`.execute(
      product.database.db,
    );
    await expect.poll(async () => (await reuse()).status).toBe(200);
    expect((await reuse()).body).toMatchObject({ id: token.id, is_reusable: true });
    await redeem(token.id);
    await redeem(token.id);
  });

  test("a token stands in for a sign-in on a few reads only", async () => {
    const token = await make();
    const { anonymous } = product;
    expect((await anonymous.call("GET", `users/profile/?token=${token.id}`)).body).toMatchObject({
      username: "mei",
    });
    expect((await anonymous.call("GET", `users/users/?token=${token.id}`)).status).toBe(401);
    await mei.call("PATCH", `${path}${token.id}/expire/`);
    expect((await anonymous.call("GET", `users/profile/?token=${token.id}`)).status).toBe(401);
  });

  test("the sign-in behind a connection is looked at again", async () => {
    expect(await ports.stillValid(person)).toBe(true);
    const other = await product.signIn(id("mei"));
    const principal = await ports.authenticate({
      headers: { cookie: `jms_sessionid=${other.cookies.jms_sessionid}` },
      url: "/",
      remoteAddress: "::1",
    });
    await product.services.sessions.destroyOf(
      id("mei"),
      (await product.services.sessions.load(mei.cookies.jms_sessionid ?? "")) ?? undefined,
    );
    expect(await ports.stillValid(principal as GatewayPrincipal)).toBe(false);
    expect(await ports.stillValid(person)).toBe(true);
    expect(await ports.authenticate({ headers: {}, url: "/", remoteAddress: "::1" })).toBeNull();
  });
});

test("connect methods are what really connects", async () => {
  const method = {
    component: "koko",
    type: "web",
    endpoint_protocol: "http",
    value: "web_cli",
    label: "Web CLI",
  };
  const native = { component: "koko", type: "native", endpoint_protocol: "ssh" };
  const client = { ...native, value: "ssh_client", label: "SSH Client" };
  const guide = { ...native, value: "ssh_guide", label: "SSH Guide" };
  const list = "terminal/components/connect-methods/";
  const files = { ...native, value: "sftp_client", label: "SFTP Client" };
  const page = { ...method, value: "web_sftp", label: "Web SFTP" };
  const all = [method, client, guide];
  for (const os of ["windows", "mac", "linux"]) {
    const { body } = await mei.call("GET", `${list}?os=${os}`);
    expect(body).toEqual({ ssh: all, telnet: all, sftp: [page, files] });
  }
  const phone = [method, guide];
  for (const query of ["?os=unknown", ""]) {
    const { body } = await mei.call("GET", `${list}${query}`);
    expect(body).toEqual({ ssh: phone, telnet: phone, sftp: [page, files] });
  }
  const agents: Readonly<Record<string, readonly unknown[]>> = {
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140": all,
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605": all,
    "Mozilla/5.0 (X11; Linux x86_64) Firefox/140": all,
    "Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile": phone,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)": phone,
  };
  for (const [agent, expected] of Object.entries(agents)) {
    expect((await mei.call("GET", list, undefined, { "user-agent": agent })).body.ssh).toEqual(expected);
  }
  expect((await mei.call("GET", `${list}?flat=1`)).body).toEqual([...all, page, files]);
  await product.configure({ TERMINAL_KOKO_SSH_ENABLED: false });
  expect((await mei.call("GET", list)).body).toEqual({
    ssh: [method],
    telnet: [method],
    sftp: [page],
  });
  await product.configure({ TERMINAL_KOKO_SSH_ENABLED: true });
});

// Last, because it ends the sign-ins of the others' person.
describe("a token opens nothing and stands in for nobody", () => {
  const past = "2020-01-01 00:00:00 +0000";
  const future = "2099-01-01 00:00:00 +0000";
  const change = async (values: object): Promise<void> => {
    const { status } = await product.administrator.call("PATCH", `users/users/${id("mei")}/`, values);
    expect(status).toBe(200);
  };
  const expire = async (when: string): Promise<void> => {
    await sql`update users set date_expired = ${when}::timestamptz where id = ${id("mei")}::uuid`.execute(
      product.database.db,
    );
  };

  test.each([
    ["is disabled", () => change({ is_active: false }), () => change({ is_active: true }), "token_expired"],
    [
      "is expired",
      () => change({ date_expired: past }),
      () => change({ date_expired: future }),
      "token_expired",
    ],
    ["has no time left", () => expire(past), () => expire(future), "user_invalid"],
  ])("whose user %s", async (_name, end, back, code) => {
    const { body } = await (await product.signIn(id("mei"))).call("POST", path, requested());
    const profile = () => product.anonymous.call("GET", `users/profile/?token=${body.id}`);
    expect((await profile()).status).toBe(200);
    await end();
    await expect(redeem(body.id)).rejects.toMatchObject({ status: 403, code });
    expect((await profile()).status).toBe(401);
    await back();
  });
});
