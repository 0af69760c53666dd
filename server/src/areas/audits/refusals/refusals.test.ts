import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createRefusalLog, type Refusal } from "../../../engine/audit/index.ts";
import { literal } from "../../../engine/i18n/index.ts";
import type { GatewayPorts, GatewayPrincipal } from "../../../gateway/ports.ts";
import { createGatewayPorts } from "../../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const list = "sallyport/refusals/";

let product: TestProduct;
let admin: TestCaller;
let mei: TestCaller;
let world: World;
let ports: GatewayPorts;
let person: GatewayPrincipal;
const id = (name: string): string => world.ids[name] as string;

beforeAll(async () => {
  product = await createTestProduct();
  admin = product.administrator;
  const user = await product.createUser({ username: "mei", name: "Mei" });
  mei = await product.signIn(user.id);
  world = await createWorld(product.database.db, organizationId);
  ports = await createGatewayPorts(product.services);
  await admin.call("PATCH", `accounts/accounts/${id("front/admin")}/`, { secret: "quiet-harbour-41" });
  await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
  person = {
    ...{ userId: user.id, name: "Mei", username: "mei", language: "en", signInId: null },
    remoteAddress: "192.0.2.7",
  };
});
afterAll(() => product?.close());
beforeEach(async () => {
  await product.services.refusals.flush();
  await sql`delete from refusals`.execute(product.database.db);
});

const logged = async (query = "", headers: Record<string, string> = {}) => {
  await product.services.refusals.flush();
  const { status, body } = await admin.call("GET", `${list}${query}`, undefined, headers);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

describe("what is refused over HTTP", () => {
  test("is told by whom, from where, what, and which permissions were missing", async () => {
    expect((await mei.call("GET", `users/users/${id("tom")}/?secret=hunter22`)).status).toBe(403);
    const [row, ...more] = await logged();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      user: "Mei(mei)",
      user_id: person.userId,
      remote_addr: "127.0.0.1",
      channel: { value: "web", label: "Web" },
      kind: { value: "right", label: "Missing permission" },
      code: "permission_denied",
      reason: "You do not have permission to do this.",
      target: `GET /api/v1/users/users/${id("tom")}/`,
      rights: "users.view_user",
      count: 1,
      org_id: organizationId,
    });
    expect(JSON.stringify(row)).not.toContain("hunter22");
    const [japanese] = await logged("", { "accept-language": "ja" });
    expect(japanese).toMatchObject({
      kind: { label: "権限不足" },
      reason: "この操作を行う権限がありません。",
    });
  });

  test("is folded: equal ones are one row with a count, also over several writes", async () => {
    for (let time = 0; time < 3; time += 1) await mei.call("GET", "users/users/");
    await product.services.refusals.flush();
    for (let time = 0; time < 2; time += 1) await mei.call("GET", "users/users/");
    expect(await logged()).toMatchObject([{ count: 5 }]);
  });

  test("says nothing of who is not signed in, of what does not exist and of wrong input", async () => {
    await product.anonymous.call("GET", "users/users/");
    await admin.call("GET", `users/users/${id("front")}/`);
    await admin.call("POST", "users/users/", {});
    expect(await logged()).toEqual([]);
  });
});

describe("connections that are refused", () => {
  const token = (values: Record<string, string>) =>
    mei.call("POST", "authentication/connection-token/", {
      ...{ asset: id("front"), account: "admin", protocol: "ssh", connect_method: "web_cli" },
      ...values,
    });

  test("name the asset and the account, whatever somebody was told", async () => {
    expect((await token({ asset: id("proxy") })).body.code).toBe("perm_account_invalid");
    expect(await logged()).toMatchObject([
      {
        ...{ asset_id: id("proxy"), account: "admin", protocol: "ssh", org_id: organizationId },
        channel: { value: "web" },
        kind: { value: "permission", label: "No access granted" },
        asset: expect.stringMatching(/^proxy\(/),
        code: "perm_account_invalid",
      },
    ]);
  });

  test("by a rule say so", async () => {
    const made = await admin.call("POST", "acls/login-asset-acls/", {
      ...{ name: "Nobody", users: { type: "all" }, assets: { type: "all" }, accounts: ["@ALL"], rules: {} },
      action: "reject",
    });
    expect(made.status, made.text).toBe(201);
    expect((await token({})).body.code).toBe("acl_reject");
    const decision = await ports.decide(person, {
      ...{ asset: "front", account: "admin", protocol: null, way: "shell" },
    });
    expect(decision.outcome).toBe("refused");
    expect(await logged("?kind=rule&order=channel")).toMatchObject([
      { channel: { value: "ssh" }, code: "acl_reject", remote_addr: "192.0.2.7" },
      { channel: { value: "web" }, code: "acl_reject", remote_addr: "127.0.0.1" },
    ]);
    await admin.call("DELETE", `acls/login-asset-acls/${made.body.id}/`);
  });

  test("over SSH find the asset that was named but not granted; what nobody has stays as it was typed", async () => {
    const files = await ports.decide(person, { asset: "front", account: null, protocol: "rdp", way: "sftp" });
    expect(files.outcome).toBe("refused");
    expect(await logged("?channel=files")).toMatchObject([{ code: "protocol_unsupported" }]);
    for (const asset of ["proxy", "no-such-host\u001b[31m"]) {
      const decision = await ports.decide(person, { asset, account: null, protocol: null, way: "shell" });
      expect(decision).toMatchObject({ outcome: "refused", code: "asset_missing" });
    }
    const found = await logged(`?asset_id=${id("proxy")}`);
    expect(found).toMatchObject([
      {
        ...{ code: "asset_missing", reason: "No asset with this name is available to you." },
        org_id: organizationId,
      },
    ]);
    expect(await logged("?search=no-such")).toMatchObject([{ asset: "no-such-host [31m", asset_id: null }]);
    expect(await logged(`?user_id=${person.userId}`)).toHaveLength(3);
  });

  test("with a token that is used up or gone are told to its person", async () => {
    const made = await token({});
    expect(made.status).toBe(201);
    const redeem = () => ports.redeemConnectionToken(made.body.id, person, "web_cli");
    await redeem();
    await expect(redeem()).rejects.toMatchObject({ code: "token_used" });
    expect(await logged()).toMatchObject([
      { channel: { value: "token" }, kind: { value: "state" }, code: "token_used", asset_id: id("front") },
    ]);
  });
});

describe("the log of refusals", () => {
  test("is of the organization it happened in, and read by who reads operate logs", async () => {
    await mei.call("GET", "users/users/");
    expect((await mei.call("GET", list)).status).toBe(403);
    const { body: other } = await admin.call("POST", "orgs/orgs/", { name: "Elsewhere" });
    expect(await logged("", { "x-jms-org": other.id })).toEqual([]);
    const all = await logged("?oid=root&order=datetime");
    expect(all).toMatchObject([{ target: "GET /api/v1/users/users/" }, { target: `GET /api/v1/${list}` }]);
    const detail = await admin.call("GET", `${list}${all[0].id}/`, undefined, { "x-jms-org": other.id });
    expect(detail.status).toBe(404);
    expect((await admin.call("DELETE", `${list}${all[0].id}/`)).status).toBe(405);
  });

  test("goes to files, and takes odd questions", async () => {
    await mei.call("GET", "users/users/");
    await product.services.refusals.flush();
    const csv = await admin.call("GET", `${list}?format=csv`);
    expect(csv.status).toBe(200);
    expect(csv.text).toContain("Mei(mei)");
    for (const query of [
      "date_from=1000-01-01T00:00:00Z&date_to=9999-12-31T00:00:00Z",
      "search=%25_%27%22%5C%00&limit=5",
      "search=拒绝&limit=5",
      `ids=${"x,".repeat(1500)}`,
    ]) {
      expect((await admin.call("GET", `${list}?${query}`)).status, query).toBe(200);
    }
    const reversed = "date_from=2030-01-01T00:00:00Z&date_to=2020-01-01T00:00:00Z";
    expect(await logged(`?${reversed}`)).toEqual([]);
  });

  test("neither grows nor fills the disk with what one person tries, and loses nothing at an orderly stop", async () => {
    const { db } = product.database;
    let now = new Date("2026-03-01T10:00:00Z");
    const log = createRefusalLog(db, () => now);
    const refusal = (serial: number, username: string): Refusal => ({
      person: { id: id("mei"), name: "Mei", username },
      ...{ remoteAddress: "192.0.2.9", channel: "ssh", kind: "permission", code: "asset_missing" },
      ...{ reason: literal("No."), asset: `host-${serial}`, organizationId },
    });
    for (let serial = 0; serial < 5_000; serial += 1) log.note(refusal(serial, "mei"));
    await log.flush();
    const rows = async () => {
      const { body } = await admin.call("GET", `${list}?remote_addr=192.0.2.9&order=count`);
      return body.map(({ count, code }: { count: number; code: string }) => `${code} ${count}`);
    };
    // What is told together belongs to no organization: it may be of several.
    expect(new Set(await rows())).toEqual(new Set(["asset_missing 1"]));
    expect(await rows()).toHaveLength(50);
    const { rows: others } = await sql<{ count: number; code: string }>`
      select count, code from refusals where code = 'many_refusals'
    `.execute(db);
    expect(others).toEqual([{ code: "many_refusals", count: 4_950 }]);
    now = new Date("2026-03-01T10:10:00Z");
    log.note(refusal(1, "mei"));
    await log.close();
    log.note(refusal(2, "mei"));
    expect(await rows()).toHaveLength(51);
  });
});
