import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";

let product: TestProduct;
let admin: TestCaller;
let mei: TestCaller;
let password: string;

beforeAll(async () => {
  product = await createTestProduct();
  admin = product.administrator;
  const user = await product.createUser({ username: "mei", name: "Mei" });
  password = user.password;
  mei = await product.signIn(user.id);
});
afterAll(() => product.close());

const elsewhere = async (): Promise<Record<string, string>> => {
  const { body } = await admin.call("POST", "orgs/orgs/", { name: "Elsewhere" });
  return { "x-jms-org": body.id };
};

test("a change is told field by field, in the reader's language, to those who may read it", async () => {
  const made = await admin.call("POST", "perms/asset-permissions/", { name: "Ops" });
  await admin.call("PATCH", `perms/asset-permissions/${made.body.id}/`, {
    is_active: false,
    accounts: ["root"],
  });
  const logs = await admin.call("GET", `audits/operate-logs/?resource=Ops&order=datetime`);
  expect(logs.body).toMatchObject([
    {
      user: "Administrator(admin)",
      action: { value: "create", label: "Create" },
      resource_type: "Asset permission",
    },
    { action: { value: "update", label: "Update" }, resource: "Ops", org_name: "Default" },
  ]);
  expect(logs.body[1]).not.toHaveProperty("diff");
  const url = `audits/operate-logs/${logs.body[1].id}/`;
  expect((await admin.call("GET", url)).body).not.toHaveProperty("diff");
  const { diff } = (await admin.call("GET", `${url}?type=action_detail`)).body;
  expect(diff).toContainEqual({ field: "Active", before: "Yes", after: "No" });
  expect(diff).toContainEqual({ field: "Accounts", before: "empty", after: "root" });
  const japanese = await admin.call("GET", `${url}?type=action_detail`, undefined, {
    "accept-language": "ja",
  });
  expect(japanese.body.diff).toContainEqual({ field: "有効", before: "はい", after: "いいえ" });
  const kind = japanese.body.resource_type;
  expect(kind).toMatch(/\p{Script=Katakana}/u);
  const found = async (type: string) => {
    const path = `audits/operate-logs/?resource=Ops&resource_type=${encodeURIComponent(type)}`;
    return (await admin.call("GET", path, undefined, { "accept-language": "ja" })).body.length;
  };
  expect(await Promise.all([kind, "Asset permission", "Asset"].map(found))).toEqual([2, 2, 0]);
  expect((await mei.call("GET", url)).status).toBe(403);
  expect((await admin.call("GET", url, undefined, await elsewhere())).status).toBe(404);
  expect((await admin.call("DELETE", url)).status).toBe(405);
});

test("sign-ins are listed, one's own to everyone", async () => {
  await product.bearer("mei", password);
  await product.anonymous.call("POST", "authentication/auth/", { username: "mei", password: "wrong" });
  await product.anonymous.call("POST", "authentication/auth/", { username: "stranger", password: "wrong" });
  const all = await admin.call("GET", "audits/login-logs/?username=mei&order=datetime");
  expect(all.body).toMatchObject([
    { status: { value: true, label: "Success" }, type: { value: "U" }, backend: "Password" },
    {
      status: { value: false, label: "Failed" },
      reason: "password_failed",
      reason_display: expect.stringMatching(/^Wrong/),
    },
  ]);
  expect(all.body[0]).toMatchObject({ backend_display: "Password", city: "LAN" });
  // What is stored in English is read in the reader's language, and found by what is stored.
  const path = "audits/login-logs/?username=mei&city=LAN&order=datetime";
  const chinese = await admin.call("GET", path, undefined, { "accept-language": "zh" });
  expect(chinese.body[0]).toMatchObject({ backend: "Password", backend_display: "密码", city: "局域网" });
  expect((await admin.call("GET", "audits/login-logs/?username=mei&status=0")).body).toHaveLength(1);
  expect((await admin.call("GET", "audits/login-logs/?username=stranger")).body).toEqual([]);
  expect((await admin.call("GET", "audits/login-logs/?username=stranger&oid=root")).body).toHaveLength(1);
  expect((await mei.call("GET", "audits/login-logs/")).status).toBe(403);
  expect((await mei.call("GET", "audits/my-login-logs/?limit=10")).body.count).toBe(2);
  expect(JSON.stringify(all.body)).not.toContain("wrong");
});

test("activity puts together what happened to one object", async () => {
  const { rows } = await sql<{ id: string }>`select id from users where username = 'mei'`.execute(
    product.database.db,
  );
  const user = rows[0]?.id;
  const { body } = await admin.call("GET", `audits/activities/?resource_id=${user}`);
  expect(body.map(({ r_type }: { r_type: string }) => r_type).sort()).toEqual(["L", "L", "O"]);
  expect(body.find(({ r_type }: { r_type: string }) => r_type === "O").content).toBe(
    'Administrator (admin) created "Mei" from 127.0.0.1.',
  );
  expect(body[0].timestamp).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect((await admin.call("GET", "audits/activities/")).status).toBe(400);
  expect((await admin.call("GET", "audits/activities/?resource_id=%00nobody")).body).toEqual([]);
  expect((await mei.call("GET", `audits/activities/?resource_id=${user}`)).status).toBe(403);
});

test("each password that is set is told, to those who may read it, of members alone", async () => {
  const { body: user } = await admin.call("GET", "users/users/?username=mei");
  const changed = await admin.call("PATCH", `users/users/${user[0].id}/password/`, {
    password: "An0ther-one-for-mei",
  });
  expect(changed.status).toBe(200);
  const list = "audits/password-change-logs/?search=mei&limit=1";
  const { body } = await admin.call("GET", list);
  expect(body.results).toMatchObject([
    { user: expect.stringMatching(/\(mei\)$/), change_by: "Administrator(admin)", remote_addr: "127.0.0.1" },
  ]);
  expect(Object.keys(body.results[0])).toEqual(["id", "user", "change_by", "remote_addr", "datetime"]);
  const { body: branch } = await admin.call("POST", "orgs/orgs/", { name: "Passwords" });
  expect((await admin.call("GET", list, undefined, { "x-jms-org": branch.id })).body.count).toBe(0);
  expect((await admin.call("GET", `${list}&oid=root`)).body.count).toBe(body.count);
  expect((await admin.call("GET", "audits/password-change-logs/?change_by=nobody")).body).toEqual([]);
  const owner = await product.signIn(user[0].id);
  expect((await owner.call("GET", list)).status).toBe(403);
});

test("a log is searched by two Chinese characters, and asked about any range of years", async () => {
  const { pool } = product.database;
  for (const resource of ["数据库-1", "据数-2", "数-据"]) {
    await pool.query(
      `insert into operate_logs (org_id, user_display, action, resource_type, resource, resource_id, remote_addr)
       values ('00000000-0000-0000-0000-000000000002', '王磊(lei)', 'update', 'Host', $1, '', '')`,
      [resource],
    );
  }
  const found = async (query: string) => {
    const { body } = await admin.call("GET", `audits/operate-logs/?order=resource&${query}`);
    return body.map(({ resource }: { resource: string }) => resource);
  };
  const searched = (term: string) => found(`search=${encodeURIComponent(term)}`);
  expect(await searched("数据")).toEqual(["数据库-1"]);
  expect(await searched("数")).toHaveLength(3);
  expect(await searched("王磊")).toHaveLength(3);
  expect(await searched("据库 王磊")).toEqual(["数据库-1"]);
  expect(await searched("磊王")).toEqual([]);
  const term = `search=${encodeURIComponent("数据")}`;
  for (const [dates, count] of [
    ["date_from=1000-01-01T00:00:00Z&date_to=9999-12-31T00:00:00Z", 1],
    ["date_from=9999-12-31T00:00:00Z", 0],
    ["date_to=1000-01-01T00:00:00Z", 0],
    // The wrong way round: nothing lies between.
    ["date_from=9999-12-31T00:00:00Z&date_to=1000-01-01T00:00:00Z", 0],
  ] as const) {
    expect([dates, (await found(`${term}&${dates}`)).length]).toEqual([dates, count]);
    for (const log of ["login-logs", "password-change-logs", "ftp-logs", "job-logs"]) {
      const { status, body } = await admin.call("GET", `audits/${log}/?limit=1&${dates}`);
      expect([log, dates, status, typeof body.count]).toEqual([log, dates, 200, "number"]);
    }
  }
});
