import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { roleIds } from "../../roles/index.ts";

let product: TestProduct;
let component: TestCaller;
let impostor: TestCaller;
let sessionId: string;

beforeAll(async () => {
  product = await createTestProduct();
  const system_roles = [roleIds.systemComponent];
  const gateway = await product.createUser({ username: "gate", name: "gate", system_roles });
  await sql`update users set is_service_account = true where id = ${gateway.id}`.execute(product.database.db);
  component = await product.signIn(gateway.id);
  impostor = await product.signIn((await product.createUser({ username: "eve", system_roles })).id);
  const { rows } = await product.database.pool.query(
    `insert into sessions (id, org_id, "user", asset, account, account_id, protocol, login_from, date_start)
     values (gen_random_uuid(), '00000000-0000-0000-0000-000000000002', 'Mei(mei)', 'web(192.0.2.1)', 'root(root)', 'a',
       'mysql', 'WT', now()) returning id`,
  );
  sessionId = rows[0].id;
});
afterAll(() => product?.close());

const told = (changes: Record<string, unknown> = {}) => ({
  user: "Mei(mei)",
  asset: "web(192.0.2.1)",
  account: "root(root)",
  input: "select 1",
  output: "1",
  session: sessionId,
  risk_level: 0,
  timestamp: 1_750_000_000,
  org_id: randomUUID(),
  ...changes,
});

const tell = (caller: TestCaller, body: unknown) => caller.call("POST", "terminal/commands/", body);
const list = async (): Promise<Record<string, unknown>[]> =>
  (await product.administrator.call("GET", `terminal/commands/?session_id=${sessionId}&order=timestamp`))
    .body;

test("a component tells commands; the session says whose they are, and people tell none", async () => {
  for (const person of [product.administrator, impostor])
    expect((await tell(person, [told()])).status).toBe(403);
  const long = `${"a".repeat(40)}${"b".repeat(40)}`;
  const answer = await tell(component, [
    told(),
    told({ user: long, input: "x".repeat(2000), timestamp: 1_750_000_001 }),
  ]);
  expect([answer.status, answer.body]).toEqual([201, "ok"]);
  const rows = await list();
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    input: "select 1",
    output: "1",
    org_id: "00000000-0000-0000-0000-000000000002",
  });
  expect(rows[1]).toMatchObject({ user: `${"a".repeat(32)}${"b".repeat(32)}`, input: "x".repeat(128) });
});

test("what is no command is refused as a whole", async () => {
  const before = (await list()).length;
  for (const body of [
    {},
    [1],
    [told({ session: "none" })],
    [told(), told({ risk_level: 3 })],
    [told({ timestamp: "now" })],
    [told({ timestamp: 1e15 })],
    [told({ input: "" })],
    [told({ input: "x".repeat(2049) })],
    [told({ output: "\0" })],
  ]) {
    const answer = await tell(component, body);
    expect([JSON.stringify(body).slice(0, 80), answer.status, Object.keys(answer.body)]).toEqual([
      JSON.stringify(body).slice(0, 80),
      400,
      ["msg"],
    ]);
  }
  expect(await list()).toHaveLength(before);
});

test("refused commands reach the subscribers of such messages", async () => {
  const path = "notifications/system-msg-subscription/CommandAlertMessage/";
  const admin = (await product.administrator.call("GET", "users/profile/")).body.id;
  await product.administrator.call("PATCH", path, { users: [admin], receive_backends: ["site_msg"] });
  const alert = {
    ...told({ input: "drop table people" }),
    cmd_filter_acl: randomUUID(),
    cmd_group: randomUUID(),
  };
  const send = (body: unknown) => component.call("POST", "terminal/commands/insecure-command/", body);
  const unread = async (): Promise<number> =>
    (await product.administrator.call("GET", "notifications/site-messages/unread-total/")).body.total;
  const before = await unread();
  expect((await send([{ ...alert, cmd_group: "x" }])).body).toEqual({ msg: "Invalid command group id" });
  expect((await send([{ ...alert, risk_level: 4 }])).body).toEqual({ msg: "ok" });
  expect(await unread()).toBe(before);
  expect((await send([{ ...alert, risk_level: 5 }])).body).toEqual({ msg: "ok" });
  expect(await unread()).toBe(before + 1);
  // What is watched is told to the reviewers of the rule, and to nobody of another organization's.
  const { status, body: rule } = await product.administrator.call("POST", "acls/command-filter-acls/", {
    name: "Watched",
    action: "warning",
    reviewers: [admin],
    users: { type: "all" },
    assets: { type: "all" },
    accounts: ["@ALL"],
  });
  expect(status).toBe(201);
  const watched = { ...alert, risk_level: 4, cmd_filter_acl: rule.id };
  expect((await send([watched])).body).toEqual({ msg: "ok" });
  expect(await unread()).toBe(before + 2);
  expect((await send([{ ...watched, session: randomUUID() }])).body).toEqual({ msg: "ok" });
  expect(await unread()).toBe(before + 2);
});
