import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";

describe("assets that were just made", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct({ SALLYPORT_CHECK_NEW_ASSETS: "true" });
  });
  afterAll(() => product?.close());

  let made = 0;
  const host = () => {
    made += 1;
    return { name: `new-${made}`, address: "192.0.2.1", platform: 1, protocols: [{ name: "ssh", port: 22 }] };
  };
  const make = async (path: string, body: unknown) => {
    const answer = await product.administrator.call("POST", path, body);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  const waiting = async () => {
    const { rows } = await sql<{ at: Date }>`
      select run_at as at from graphile_worker.jobs where task_identifier = 'automation.new-assets'
    `.execute(product.database.db);
    return rows;
  };
  const executions = async () => {
    const { rows } = await sql<{ name: string; assets: number }>`
      select t.name, jsonb_array_length(e.kwargs -> 'assets') as assets
      from task_executions e join tasks t on t.id = e.task_id order by t.name
    `.execute(product.database.db);
    return rows;
  };

  it("gather for some seconds, and are tested and described by one execution each", async () => {
    await make("assets/hosts/", host());
    const [first, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(first?.at.getTime()).toBeGreaterThan(Date.now());
    await make("assets/hosts/", [host(), host(), host()]);
    // Further ones put nothing off.
    expect(await waiting()).toEqual([first]);
    await make("assets/gateways/", { ...host(), platform: 11 });
    expect(await executions()).toEqual([]);
    await product.work();
    await expect.poll(executions, { timeout: 30_000, interval: 200 }).toEqual([
      { name: "assets.tasks.gather_facts.gather_assets_facts_task", assets: 4 },
      { name: "assets.tasks.ping.test_assets_connectivity_task", assets: 4 },
    ]);
    const { rows } = await sql`select 1 from new_assets`.execute(product.database.db);
    expect(rows).toEqual([]);
  }, 60_000);
});
