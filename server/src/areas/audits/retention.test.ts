import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { resolveRecording } from "../../transport/recording/path.ts";
import { retentionTask } from "./retention.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
let product: TestProduct;

beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product?.close());

/** A session that began so many days ago; returns the file of its recording. */
async function session(days: number, isFinished: boolean): Promise<{ id: string; file: string }> {
  const id = randomUUID();
  const recording = `recordings/2026-01-01/${id}.rec`;
  const file = resolveRecording(product.services.config.dataFolder, recording);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "recorded");
  await product.database.pool.query(
    `insert into sessions (id, org_id, "user", asset, account, account_id, protocol, login_from, is_finished,
       date_start, date_end, recording_path, has_replay)
     values ($1, $2, 'Mei(mei)', 'web(192.0.2.1)', 'root(root)', 'a', 'ssh', 'WT', $3,
       now() - make_interval(days => $4), case when $3 then now() end, $5, true)`,
    [id, organizationId, isFinished, days, recording],
  );
  return { id, file };
}

const count = async (query: string): Promise<number> => {
  const { rows } = await product.database.pool.query(query);
  return Number(rows[0].count);
};

test("what happened longer ago than is wished is forgotten, with its recordings, and nothing else", async () => {
  const old = await session(31, true);
  const young = await session(29, true);
  const live = await session(31, false);
  const { pool } = product.database;
  await pool.query(
    `insert into login_logs (username, type, ip, status, datetime)
     select 'old', 'W', '192.0.2.1', true, now() - interval '11 days' from generate_series(1, 6000)`,
  );
  await pool.query(
    `insert into login_logs (username, type, ip, status, datetime) values ('young', 'W', '192.0.2.1', true,
       now() - interval '9 days')`,
  );
  const saved = await product.administrator.call("PATCH", "settings/setting/?category=clean", {
    TERMINAL_SESSION_KEEP_DURATION: 30,
    LOGIN_LOG_KEEP_DAYS: 10,
  });
  expect(saved.status).toBe(200);
  await expect.poll(() => product.services.settings.get("LOGIN_LOG_KEEP_DAYS")).toBe(10);

  const signal = new AbortController().signal;
  const run = { services: product.services, signal } as Parameters<typeof retentionTask.run>[0];
  expect(await retentionTask.run(run, {})).toEqual({
    login_logs: 6000,
    operate_logs: 0,
    activities: 0,
    refusals: 0,
    file_logs: 0,
    commands: 0,
    sessions: 1,
  });
  expect(await count("select count(*) from login_logs where username = 'old'")).toBe(0);
  expect(await count("select count(*) from login_logs where username = 'young'")).toBe(1);
  expect([old, young, live].map(({ file }) => existsSync(file))).toEqual([false, true, true]);
  expect(await count(`select count(*) from sessions where id in ('${young.id}', '${live.id}')`)).toBe(2);
  expect(await count(`select count(*) from sessions where id = '${old.id}'`)).toBe(0);
});

test("what the next run removes is told before, also for other numbers", async () => {
  const old = await session(101, true);
  await session(102, true);
  const held = `sallyport/sessions/${old.id}/hold/`;
  expect((await product.administrator.call("PUT", held, { reason: "Case 17" })).status).toBe(200);
  const preview = async (body: object) => {
    const answer = await product.administrator.call("POST", "sallyport/retention/preview/", body);
    expect(answer.status).toBe(200);
    return answer.body.results.find(({ kind }: { kind: string }) => kind === "sessions");
  };
  const days = "TERMINAL_SESSION_KEEP_DURATION";
  expect(await preview({ [days]: 100 })).toMatchObject({ days: 100, count: 1, held: 1 });
  expect(await preview({ [days]: 200 })).toMatchObject({ days: 200, count: 0, held: 0, oldest: null });
  expect(await preview({})).toMatchObject({ setting: days, days: 30, count: 1, held: 1 });
  const wrong = await product.administrator.call("POST", "sallyport/retention/preview/", { [days]: 0 });
  expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, [days]]);
});

test("keeping nothing at all is no period", async () => {
  const { status, body } = await product.administrator.call("PATCH", "settings/setting/?category=clean", {
    OPERATE_LOG_KEEP_DAYS: 0,
  });
  expect([status, Object.keys(body)]).toEqual([400, ["OPERATE_LOG_KEEP_DAYS"]]);
});
