import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { publishDue } from "../../../engine/tasks/schedules.ts";
import { tasksByName } from "../../../engine/tasks/start-tasks.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { settleExecutionsJob } from "./execution-rows.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product?.close());

const call = (method: string, path: string, body?: unknown) => product.administrator.call(method, path, body);
const plans = "accounts/gather-account-automations/";
const executions = "accounts/gather-account-executions/";
let serial = 0;
const make = async (more: object = {}) =>
  (await call("POST", plans, { name: `look-${++serial}`, accounts: ["root"], comment: "nightly", ...more }))
    .body;
const ended = (id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await call("GET", `${executions}${id}/`);
      expect(body.date_finished).not.toBeNull();
      return body;
    },
    { timeout: 20_000, interval: 50 },
  );
const due = (where: ReturnType<typeof sql<boolean>>) =>
  sql`update task_schedules set next_run_at = now() - interval '1 second' where ${where}`.execute(
    product.database.db,
  );
const publish = () => {
  const { services, areas } = product.product;
  return publishDue(services, tasksByName(areas.flatMap(({ tasks }) => tasks ?? [])));
};

describe("an execution", () => {
  it("is there, pending, when it was asked for, and shows the plan as it was", async () => {
    const { id, name } = await make();
    const { status, body } = await call("POST", executions, { automation: id });
    expect([status, Object.keys(body)]).toEqual([201, ["task"]]);
    await call("PATCH", `${plans}${id}/`, { name: `${name} later` });
    expect((await call("GET", `${executions}${body.task}/`)).body).toMatchObject({
      id: body.task,
      automation: id,
      trigger: { value: "manual" },
      status: "pending",
      date_finished: null,
      snapshot: {
        type: { value: "gather_accounts" },
        name,
        comment: "nightly",
        accounts: ["root"],
        node_amount: 0,
        asset_amount: 0,
      },
    });
    expect((await call("GET", `${plans}${id}/`)).body.executed_amount).toBe(1);
    for (const query of [
      `automation_id=${id}`,
      `automation__name=${name}`,
      `search=${name}`,
      "trigger=manual",
    ]) {
      const found = (await call("GET", `${executions}?${query}`)).body;
      expect([query, found.map((row: { id: string }) => row.id)]).toEqual([query, [body.task]]);
    }
    expect((await call("GET", `${executions}?trigger=timing`)).body).toEqual([]);
    await call("DELETE", `${plans}${id}/`);
    expect((await call("GET", `${executions}${body.task}/`)).status).toBe(200);
  });

  it("takes a plan of its kind that is active", async () => {
    const { id } = await make({ is_active: false });
    const ghost = "ffffffff-ffff-4fff-8fff-ffffffffffff";
    for (const body of [{}, { automation: "x" }, { automation: ghost }, { automation: id }]) {
      const answer = await call("POST", executions, body);
      expect([answer.status, Object.keys(answer.body)]).toMatchObject([
        400,
        expect.arrayContaining(["automation"]),
      ]);
    }
    const { id: active } = await make();
    expect((await call("POST", "accounts/push-account-executions/", { automation: active })).status).toBe(
      400,
    );
  });

  it("that was stopped, or whose worker died, is told to have failed", async () => {
    const { id } = await make();
    const { task } = (await call("POST", executions, { automation: id })).body;
    await sql`
      update task_executions set state = 'FAILURE', date_finished = now() where id = ${task}::uuid
    `.execute(product.database.db);
    await settleExecutionsJob.run(product.services, null, {
      number: 1,
      isLast: true,
      signal: new AbortController().signal,
    });
    expect((await call("GET", `${executions}${task}/`)).body).toMatchObject({ status: "failed" });
  });
});

describe("a schedule", () => {
  it("publishes a thousand plans that are due, each once and in one go", async () => {
    const { id } = await make();
    await sql`
      insert into task_schedules (name, task, org_id, kwargs, every_seconds, next_run_at)
      select 'many-' || n, s.task, s.org_id, s.kwargs, 3600, now() - interval '1 second'
      from generate_series(1, 1000) n, task_schedules s where s.name like ${`%${id}`}
    `.execute(product.database.db);
    await Promise.all([publish(), publish()]);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from task_executions where kwargs ->> 'automation' = ${id}
    `.execute(product.database.db);
    expect(rows).toEqual([{ count: 1000 }]);
    await sql`delete from task_schedules where name like 'many-%'`.execute(product.database.db);
    await sql`delete from task_executions where kwargs ->> 'automation' = ${id}`.execute(product.database.db);
    await sql`delete from graphile_worker._private_jobs`.execute(product.database.db);
  }, 60_000);

  it("runs a plan for its organization, and forgets one that is gone", async () => {
    const { id } = await make({ crontab: "0 2 * * *" });
    const ofPlan = sql<boolean>`name like ${`%${id}`}`;
    await due(ofPlan);
    await publish();
    await product.work();
    const [execution] = await vi.waitFor(
      async () => {
        const { body } = await call("GET", `${executions}?automation_id=${id}`);
        expect(body).toHaveLength(1);
        return body;
      },
      { timeout: 20_000, interval: 50 },
    );
    // It names no assets: there is nothing that could succeed.
    expect(await ended(execution.id)).toMatchObject({ trigger: { value: "timing" }, status: "failed" });
    const again = await call("GET", `${plans}${id}/`);
    expect(again.body.next_runs).toHaveLength(5);

    await sql`delete from account_automations where id = ${id}::uuid`.execute(product.database.db);
    await due(ofPlan);
    await publish();
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select 1 from task_schedules where ${ofPlan}`.execute(product.database.db);
        expect(rows).toEqual([]);
      },
      { timeout: 20_000, interval: 50 },
    );
  }, 60_000);
});
