import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";

const roles = {
  admin: "00000000-0000-0000-0000-000000000005",
  auditor: "00000000-0000-0000-0000-000000000006",
};
const root = "00000000-0000-0000-0000-000000000000";
const home = "00000000-0000-0000-0000-000000000002";
const path = "sallyport/user-sessions/";
let product: TestProduct;
let mine: string;
let ids: Readonly<Record<"keeper" | "auditor" | "member" | "stranger", string>>;
let keeper: TestCaller;
let auditor: TestCaller;

const here = (organization: string) => ({ "x-jms-org": organization });
const list = async (caller: TestCaller, organization: string, query = "") => {
  const { status, body } = await caller.call("GET", `${path}${query}`, undefined, here(organization));
  expect(status).toBe(200);
  return body as { id: string; user: string; user_id: string; is_current: boolean }[];
};
const end = async (caller: TestCaller, id: string, organization = mine) =>
  (await caller.call("DELETE", `${path}${id}/`, undefined, here(organization))).status;

beforeAll(async () => {
  product = await createTestProduct();
  const { administrator } = product;
  mine = (await administrator.call("POST", "orgs/orgs/", { name: "Mine" }, here(root))).body.id;
  const person = async (username: string, role: string) => {
    const { id } = await product.createUser({ username });
    const invitation = { users: [id], org_roles: [role] };
    await administrator.call("POST", "users/users/invite/", invitation, here(mine));
    return id;
  };
  ids = {
    keeper: await person("keeper", roles.admin),
    auditor: await person("auditor-of-mine", roles.auditor),
    member: await person("member", roles.auditor),
    stranger: await person("stranger", roles.auditor),
  };
  // Belongs to this organization alone, so that its administrators look after them.
  await product.administrator.call("POST", `users/users/${ids.member}/remove/`, undefined, here(home));
  keeper = await product.signIn(ids.keeper);
  auditor = await product.signIn(ids.auditor);
});
afterAll(() => product.close());

test("tells who is signed in, from where, to those who read sign-ins, of their organization alone", async () => {
  const { pool } = product.database;
  await product.signIn(ids.member);
  await product.signIn(ids.stranger);
  await pool.query("update http_sessions set remote_addr = '192.0.2.9' where user_id = $1", [ids.member]);
  const seen = await list(auditor, mine);
  expect(new Set(seen.map(({ user_id }) => user_id))).toEqual(new Set(Object.values(ids)));
  expect(seen.filter(({ is_current }) => is_current).map(({ user_id }) => user_id)).toEqual([ids.auditor]);
  expect((await list(product.administrator, root)).length).toBeGreaterThan(seen.length);
  expect((await list(auditor, mine, "?search=192.0.2.9")).map(({ user }) => user)).toEqual([
    "member(member)",
  ]);
  expect(await list(auditor, mine, `?user_id=${ids.member}`)).toHaveLength(1);
  // No key, no cookie, nothing a session could be taken over with.
  expect(Object.keys(seen[0] ?? {})).toEqual([
    "id",
    "user",
    "user_id",
    "remote_addr",
    "user_agent",
    "is_current",
    "date_start",
    "date_last",
    "date_expired",
  ]);
  const plain = await product.signIn((await product.createUser({ username: "eve" })).id);
  expect((await plain.call("GET", path)).status).toBe(403);
});

test("who looks after somebody signs them out, and that is recorded", async () => {
  const member = await product.signIn(ids.member);
  expect((await member.call("GET", "users/profile/")).status).toBe(200);
  const sessions = await list(auditor, mine, `?user_id=${ids.member}`);
  // An auditor looks on; nobody ends what they cannot see, or someone above them.
  expect(await end(auditor, sessions[0]?.id ?? "")).toBe(403);
  const [stranger] = await list(auditor, mine, `?user_id=${ids.stranger}`);
  expect(await end(keeper, stranger?.id ?? "")).toBe(403);
  const [administrator] = await list(product.administrator, root, `?search=admin`);
  expect(await end(keeper, administrator?.id ?? "")).toBe(404);
  for (const wrong of ["x", ids.member, "%00"])
    expect([wrong, await end(keeper, wrong)]).toEqual([wrong, 404]);
  for (const { id } of sessions) expect(await end(keeper, id)).toBe(204);
  expect((await member.call("GET", "users/profile/")).status).toBe(401);
  expect(await list(auditor, mine, `?user_id=${ids.member}`)).toEqual([]);
  const { body: logs } = await keeper.call(
    "GET",
    "audits/operate-logs/?action=delete&resource=member(member)",
    undefined,
    here(mine),
  );
  expect(logs).toHaveLength(sessions.length);
});

test("a session that is over, or whose sign-in is not complete, is not there", async () => {
  const { pool } = product.database;
  await product.signIn(ids.member);
  await pool.query("update http_sessions set date_expired = now() where user_id = $1", [ids.member]);
  await product.services.sessions.create(null, {}, { remoteAddress: "203.0.113.5", userAgent: "x" });
  const all = await list(product.administrator, root);
  expect(all.some(({ user_id }) => user_id === ids.member)).toBe(false);
  expect(await list(product.administrator, root, "?remote_addr=203.0.113.5")).toEqual([]);
});
