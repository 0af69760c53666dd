import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";

const auditorRole = "00000000-0000-0000-0000-000000000006";
const root = "00000000-0000-0000-0000-000000000000";
let product: TestProduct;
let mine: string;
let auditor: TestCaller;

const run = (statement: string, parameters: readonly unknown[]) =>
  product.database.pool.query(statement, [...parameters]);

const list = async (query = "", organization = mine, caller = product.administrator, language = "en") => {
  const { status, body } = await caller.call("GET", `audits/job-logs/${query}`, undefined, {
    "x-jms-org": organization,
    "accept-language": language,
  });
  expect(status).toBe(200);
  return body as { material: string; created_by: string; is_success: boolean }[];
};

beforeAll(async () => {
  product = await createTestProduct();
  const { administrator } = product;
  const organization = async (name: string) =>
    (await administrator.call("POST", "orgs/orgs/", { name }, { "x-jms-org": root })).body.id;
  mine = await organization("Mine");
  const other = await organization("Other");
  const { id } = await product.createUser({ username: "ada" });
  await administrator.call(
    "POST",
    "users/users/invite/",
    { users: [id], org_roles: [auditorRole] },
    { "x-jms-org": mine },
  );
  auditor = await product.signIn(id);
  await run("delete from task_executions", []);
  const name = "ops.tasks.clean_task_executions_period";
  const task = await run(
    "insert into tasks (name) values ($1) on conflict (name) do update set name = excluded.name returning id",
    [name],
  );
  const add = (org: string | null, user: string, state: string, start: string | null) =>
    run(
      `insert into task_executions (task_id, org_id, "user", kwargs, state, date_published, date_start, date_finished)
       values ($1, $2, $3, '{"assets": ["seen-by-no-auditor"]}', $4, '2026-01-01T00:00:00Z', $5,
         case when $4 in ('SUCCESS', 'FAILURE') then $5::timestamptz + interval '1.5 seconds' end)`,
      [task.rows[0].id, org, user, state, start],
    );
  await add(mine, "Ada Lovelace(ada)", "SUCCESS", "2026-01-02T00:00:00Z");
  await add(mine, "Bob(bob)", "FAILURE", "2026-01-03T00:00:00Z");
  await add(mine, "", "PENDING", null);
  await add(other, "Eve(eve)", "SUCCESS", "2026-01-02T00:00:00Z");
  await add(null, "", "RUNNING", "2026-01-02T00:00:00Z");
});
afterAll(() => product.close());

test("a run is told with the fields of the contract, and without what it worked on", async () => {
  const [row, ...others] = await list("?creator__name=Ada");
  expect(others).toEqual([]);
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(Object.entries(row ?? {})).toEqual([
    ["id", id],
    ["material", expect.stringMatching(/\w/)],
    ["time_cost", 1.5],
    ["date_start", "2026/01/02 00:00:00 +0000"],
    ["date_finished", "2026/01/02 00:00:01 +0000"],
    ["date_created", "2026/01/01 00:00:00 +0000"],
    ["is_finished", true],
    ["is_success", true],
    ["created_by", "Ada Lovelace(ada)"],
    ["task_id", (row as unknown as { id: string }).id],
  ]);
  expect(JSON.stringify(await list("", root))).not.toContain("seen-by-no-auditor");
});

test("an organization has its own runs, and the root one all of them", async () => {
  expect(await list()).toHaveLength(3);
  expect(await list("", root)).toHaveLength(5);
  expect(await list("", mine, auditor)).toEqual(await list());
  expect((await auditor.call("GET", "audits/job-logs/", undefined, { "x-jms-org": root })).status).toBe(403);
  const plain = await product.signIn((await product.createUser({ username: "eve" })).id);
  expect((await plain.call("GET", "audits/job-logs/")).status).toBe(403);
});

test("runs are found by who started them and by the name of the task, as the reader reads it", async () => {
  const [{ material } = { material: "" }] = await list("", mine, auditor, "zh");
  for (const term of [material, material.slice(1, 3)]) {
    const query = encodeURIComponent(term);
    expect(await list(`?material=${query}`, mine, auditor, "zh")).toHaveLength(3);
    expect(await list(`?search=${query}`, mine, auditor, "zh")).toHaveLength(3);
    expect(await list(`?material=${query}`, mine, auditor, "en")).toHaveLength(0);
  }
  expect(await list(`?search=${encodeURIComponent(material)},bob`, mine, auditor, "zh")).toHaveLength(1);
  expect(await list("?search=nothing")).toEqual([]);
  expect(await list("?creator__name=LOVELACE")).toHaveLength(1);
  expect(await list("?creator__name=%25")).toEqual([]);
});

test("dates are of when it began, or was asked for where it has not; newest first", async () => {
  expect(await list("?date_from=2026-01-02T00:00:00Z")).toHaveLength(2);
  expect(await list("?date_to=2026-01-01T12:00:00Z")).toHaveLength(1);
  expect((await list("?date_from=2026-01-02T00:00:00Z")).map((row) => row.is_success)).toEqual([false, true]);
  expect(await list("?state=PENDING")).toHaveLength(1);
});
