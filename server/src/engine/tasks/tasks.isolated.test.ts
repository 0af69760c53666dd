import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { CallerContext } from "../access/context.ts";
import { literal } from "../i18n/messages.ts";
import type { RunningJobs } from "../jobs/start-jobs.ts";
import type { JsonObject } from "../json.ts";
import type { Services } from "../services.ts";
import { bundleForTest, type TestBundle } from "../testing/bundle.ts";
import type { TestDatabase } from "../testing/database.ts";
import { startProcess, type TestProcess } from "../testing/process.ts";
import { createEngineServices } from "../testing/services.ts";
import { readLog } from "./execution-log.ts";
import { plainLine } from "./plain-line.ts";
import { type Publication, publishTask } from "./publish-task.ts";
import { startScheduleClock } from "./schedule-clock.ts";
import { installSchedules, isCrontab, nextRun, publishDue } from "./schedules.ts";
import { startTasks, tasksByName } from "./start-tasks.ts";
import { stopExecution } from "./stop-execution.ts";
import { failLostExecutions, purgeExecutions } from "./sweep.ts";
import { defineTask, type TaskDeclaration, TaskFailure } from "./task.ts";

const organization = "00000000-0000-0000-0000-000000000002";
const other = "00000000-0000-0000-0000-000000000003";

let services: Services;
let database: TestDatabase;
let close: () => Promise<void>;
let running: RunningJobs | undefined;
beforeAll(async () => {
  ({ services, database, close } = await createEngineServices([]));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await sql`delete from task_executions`.execute(services.db);
  await sql`delete from graphile_worker._private_jobs`.execute(services.db);
});
afterAll(() => close());

const make = (
  name: string,
  run: TaskDeclaration["run"],
  more: Partial<TaskDeclaration> = {},
): TaskDeclaration => defineTask({ name, label: literal(name), repeatable: true, ...more, run });

const publish = (task: TaskDeclaration, more: Partial<Publication<JsonObject>> = {}): Promise<string> =>
  publishTask(services, task, { kwargs: {}, organizationId: organization, user: null, ...more });

interface Row {
  readonly state: string;
  readonly reason: string;
  readonly result: JsonObject | null;
  readonly attempts: number;
  readonly runners: readonly JsonObject[];
}
const rowOf = async (id: string): Promise<Row | undefined> =>
  (
    await sql<Row>`
    select state, reason, result, attempts, runners from task_executions where id = ${id}::uuid`.execute(
      services.db,
    )
  ).rows[0];
const ended = (id: string, state: string, timeout = 15_000) =>
  vi.waitFor(async () => expect((await rowOf(id))?.state).toBe(state), { timeout, interval: 20 });
const logOf = async (id: string): Promise<string> => (await readLog(services.db, id, 0, 10_000_000)).text;

describe("an execution", () => {
  it("is published in a transaction, worked on at once, and ends with a result and a log", async () => {
    const task = make("test.plain", async ({ log, organizationId, language }, kwargs) => {
      log.line(`${organizationId} ${language}`);
      return { seen: kwargs };
    });
    running = await startTasks([task], services, "worker");
    const undone = services.db.transaction().execute(async (db) => {
      await publishTask({ ...services, db }, task, { kwargs: {}, organizationId: null, user: null });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    const id = await publish(task, { kwargs: { assets: ["a"] }, language: "zh" });
    await ended(id, "SUCCESS");
    expect(await rowOf(id)).toMatchObject({ result: { seen: { assets: ["a"] } }, reason: "", attempts: 1 });
    expect(await logOf(id)).toMatch(/test\.plain 开始于[\s\S]*0002 zh\n[\s\S]*执行完毕/);
    const { rows } = await sql`select 1 from task_executions`.execute(services.db);
    expect(rows.length).toBe(1);
  });

  it("fails with what it says, and says nothing of a fault of ours but its number", async () => {
    const told = make("test.told", async () => {
      throw new TaskFailure("no_disk", "The disk is full.");
    });
    const fault = make("test.fault", async () => {
      throw new Error("a secret nobody should read");
    });
    running = await startTasks([told, fault], services, "worker");
    const [first, second] = [await publish(told), await publish(fault)];
    await ended(first, "FAILURE");
    await ended(second, "FAILURE");
    expect((await rowOf(first))?.reason).toBe("no_disk");
    expect(await logOf(first)).toContain("The disk is full.");
    expect((await rowOf(second))?.reason).toBe("fault");
    expect(await logOf(second)).toContain(second);
    expect(await logOf(second)).not.toContain("secret");
  });

  it("of a task that is gone, or with what the task does not take, fails", async () => {
    const gone = make("test.gone", async () => ({}));
    const picky = make("test.picky", async () => ({}), { readKwargs: () => null });
    const [first, second] = [await publish(gone), await publish(picky)];
    running = await startTasks([picky], services, "worker");
    await ended(first, "FAILURE");
    await ended(second, "FAILURE");
    expect([(await rowOf(first))?.reason, (await rowOf(second))?.reason]).toEqual([
      "unknown_task",
      "task_args_error",
    ]);
  });

  it("is stopped while it works and while it waits", async () => {
    const slow = make("test.slow", async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return {};
    });
    const context = { db: services.db, services } as unknown as CallerContext;
    const waiting = await publish(slow);
    expect(await stopExecution(context, waiting)).toBe(true);
    running = await startTasks([slow], services, "worker");
    await ended(waiting, "REVOKED");
    const working = await publish(slow);
    await ended(working, "RUNNING");
    expect(await stopExecution(context, working)).toBe(true);
    await ended(working, "REVOKED");
    expect((await rowOf(working))?.reason).toBe("stopped");
    expect(await stopExecution(context, working)).toBe(false);
  });

  it("that takes too long is given up, even when it does not listen", async () => {
    const deaf = make("test.deaf", () => new Promise(() => undefined), { timeoutSeconds: 1 });
    running = await startTasks([deaf], services, "worker");
    const id = await publish(deaf);
    await ended(id, "FAILURE");
    expect((await rowOf(id))?.reason).toBe("timeout");
  });

  it("of one organization does not keep those of another waiting", async () => {
    const gate = new Set<() => void>();
    const blocking = make("test.blocking", async () => {
      await new Promise<void>((resolve) => gate.add(resolve));
      return {};
    });
    running = await startTasks([blocking], services, "worker");
    const many = [];
    for (let index = 0; index < 5; index++) many.push(await publish(blocking));
    await vi.waitFor(() => expect(gate.size).toBe(2), { timeout: 60_000 });
    const theirs = await publish(blocking, { organizationId: other });
    await ended(theirs, "RUNNING");
    const states = await Promise.all(many.map(async (id) => (await rowOf(id))?.state));
    expect(states.filter((state) => state === "RUNNING").length).toBe(2);
    const letThrough = setInterval(() => {
      for (const go of gate) go();
    }, 20);
    for (const id of [...many, theirs]) await ended(id, "SUCCESS");
    clearInterval(letThrough);
  });

  it("goes on with another worker when its own stops, where it may begin again", async () => {
    const order: string[] = [];
    const work: TaskDeclaration["run"] = async ({ signal }, { name }) => {
      order.push(String(name));
      if (order.filter((one) => one === name).length === 1) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }
      return {};
    };
    const tasks = [make("test.again", work), make("test.once", work, { repeatable: false })];
    running = await startTasks(tasks, services, "worker");
    const [again, once] = [
      await publish(tasks[0] as TaskDeclaration, { kwargs: { name: "again" } }),
      await publish(tasks[1] as TaskDeclaration, { kwargs: { name: "once" } }),
    ];
    await ended(again, "RUNNING");
    await ended(once, "RUNNING");
    await running.stop();
    expect((await rowOf(again))?.state).toBe("PENDING");
    expect(await rowOf(once)).toMatchObject({ state: "FAILURE", reason: "worker_stopped" });
    running = await startTasks(tasks, services, "worker");
    await ended(again, "SUCCESS", 20_000);
    expect(order).toEqual(expect.arrayContaining(["again", "once", "again"]));
  });

  it("is failed when nothing will work on it any more, and forgotten in time", async () => {
    const task = make("test.lost", async () => ({}));
    const id = await publish(task);
    await sql`delete from graphile_worker._private_jobs`.execute(services.db);
    expect(await failLostExecutions(services)).toBe(0);
    await sql`update task_executions set date_published = now() - interval '3 minutes'`.execute(services.db);
    expect(await failLostExecutions(services)).toBe(1);
    expect(await rowOf(id)).toMatchObject({ state: "FAILURE", reason: "lost" });
    expect(await purgeExecutions(services, 1)).toBe(0);
    await sql`update task_executions set date_published = now() - interval '25 hours'`.execute(services.db);
    expect(await purgeExecutions(services, 1)).toBe(1);
    expect((await sql`select 1 from task_logs`.execute(services.db)).rows).toEqual([]);
  });
});

describe("the log of an execution", () => {
  it("is bounded, and still tells how it ended", async () => {
    const flood = make("test.flood", async ({ log }) => {
      for (let line = 0; line < 20_000; line++) {
        log.line(`${line} ${"日".repeat(300)}`);
        if (line % 500 === 0) await log.flush();
      }
      return {};
    });
    running = await startTasks([flood], services, "worker");
    const id = await publish(flood);
    await ended(id, "SUCCESS", 60_000);
    const all = await logOf(id);
    expect(all.length).toBeLessThanOrEqual(4_194_304);
    expect(all.length).toBeGreaterThan(4_000_000);
    expect(all.includes("The log has reached its size limit")).toBe(true);
    expect(all.trimEnd().split("\n").at(-1)).toMatch(/Finished in [\d.]+ s/);
  });

  it("is read in pieces of any size without losing or cutting a character", async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `${index} ${"日本🚪".repeat(index % 40)}`);
    const task = make("test.pieces", async ({ log }) => {
      for (const line of lines) {
        log.line(line);
        if (line.length % 7 === 0) await log.flush();
      }
      return {};
    });
    running = await startTasks([task], services, "worker");
    const id = await publish(task);
    await ended(id, "SUCCESS");
    const all = await logOf(id);
    expect(all).toContain(lines.join("\n"));
    for (const size of [2, 3, 17, 1_000, 16_384]) {
      let text = "";
      for (let position = 0; ; ) {
        const part = await readLog(services.db, id, position, size);
        if (part.text === "") break;
        expect(part.text.length).toBeLessThanOrEqual(size);
        text += part.text;
        position = part.next;
      }
      expect(text === all).toBe(true);
    }
  });

  it("shows what targets say as plain text", () => {
    expect(plainLine("\u001b[2J\u001b]0;owned\u0007 a\tb\r\nc\u0000")).toBe("␛[2J␛]0;owned␇ a\tb␍␊c␀");
    expect(plainLine("\u009b31m \u202egnp.exe \u2066x")).toBe("\ufffd31m \ufffdgnp.exe \ufffdx");
    expect(plainLine("\ud800 half")).toBe("\ufffd half");
    expect(plainLine("日".repeat(50), 10)).toBe(`${"日".repeat(9)}…`);
  });
});

describe("a worker that is killed", () => {
  let worker: TestBundle;
  let runner: TestBundle;
  const processes: TestProcess[] = [];
  beforeAll(async () => {
    worker = await bundleForTest(join(import.meta.dirname, "worker.fixture.ts"));
    runner = await bundleForTest(join(import.meta.dirname, "../../runner/runner.fixture.ts"));
  });
  afterAll(async () => {
    for (const { child, ended } of processes) {
      child.kill("SIGKILL");
      await ended;
    }
    worker?.remove();
    runner?.remove();
  });
  const launch = async (): Promise<TestProcess> => {
    const started = startProcess(process.execPath, [
      worker.script,
      JSON.stringify(database.connection),
      (services.config.secretKeys[0] ?? Buffer.alloc(0)).toString("base64"),
      runner.script,
    ]);
    processes.push(started);
    await started.until(/working/);
    return started;
  };
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  const named = (name: string): TaskDeclaration => make(name, async () => ({}));

  it("leaves executions that others begin again, or fail where that is not safe, and no runner", async () => {
    const first = await launch();
    const again = await publish(named("test.again"), { kwargs: { seconds: 3, runner: true } });
    const once = await publish(named("test.once"), { kwargs: { seconds: 600 }, organizationId: other });
    await vi.waitFor(async () => expect(await logOf(again)).toMatch(/runner \d+/), { timeout: 60_000 });
    await vi.waitFor(async () => expect(await logOf(once)).toMatch(/worker \d+/), { timeout: 60_000 });
    const runnerPid = Number(/runner (\d+)/.exec(await logOf(again))?.[1]);
    // It does not see that its worker is gone.
    process.kill(runnerPid, "SIGSTOP");
    first.child.kill("SIGKILL");
    await first.ended;
    expect((await rowOf(again))?.state).toBe("RUNNING");
    const second = await launch();
    await ended(once, "FAILURE", 30_000);
    expect((await rowOf(once))?.reason).toBe("worker_died");
    await ended(again, "SUCCESS", 30_000);
    expect(await rowOf(again)).toMatchObject({ attempts: 2, result: { worker: second.pid } });
    expect(await logOf(again)).toContain("The previous worker was lost");
    expect(isAlive(runnerPid)).toBe(false);
    second.child.kill("SIGTERM");
    expect(await second.ended).toMatchObject({ code: 0 });
  });
});

describe("schedules", () => {
  it("publish what is due once, whoever looks, and make up for what was missed once", async () => {
    const task = make("test.clock", async () => ({}), { schedule: { everySeconds: 600 } });
    const nightly = make("test.nightly", async () => ({}), { schedule: { crontab: "0 2 * * *" } });
    await installSchedules(services, [task, nightly]);
    await sql`
      update task_schedules set next_run_at = now() - interval '5 hours' where name = 'test.clock'
    `.execute(services.db);
    const known = tasksByName([task, nightly]);
    await Promise.all([1, 2, 3].map(() => publishDue(services, known)));
    const { rows } = await sql<{ name: string; n: number; next_run_at: Date }>`
      select s.name, s.total_run_count as n, s.next_run_at from task_schedules s order by s.name
    `.execute(services.db);
    expect(rows.map(({ name, n }) => [name, n])).toEqual([
      ["test.clock", 1],
      ["test.nightly", 0],
    ]);
    expect((rows[0]?.next_run_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(590_000);
    expect((await sql`select 1 from task_executions`.execute(services.db)).rows.length).toBe(1);
    await sql`update task_schedules set enabled = false, next_run_at = now()`.execute(services.db);
    await installSchedules(services, [task]);
    await publishDue(services, known);
    const { rows: left } = await sql<{ enabled: boolean }>`select enabled from task_schedules`.execute(
      services.db,
    );
    expect(left).toEqual([{ enabled: false }]);
    expect((await sql`select 1 from task_executions`.execute(services.db)).rows.length).toBe(1);
  });

  it("are looked at by a clock, until it is stopped", async () => {
    const task = make("test.tick", async () => ({}), { schedule: { everySeconds: 600 } });
    await installSchedules(services, [task]);
    const published = async (): Promise<number> =>
      (
        await sql`select 1 from task_executions e join tasks t on t.id = e.task_id where t.name = 'test.tick'`.execute(
          services.db,
        )
      ).rows.length;
    const due = sql`update task_schedules set enabled = true, next_run_at = now() + interval '300 milliseconds' where name = 'test.tick'`;
    const clock = startScheduleClock(services, tasksByName([task]));
    try {
      await due.execute(services.db);
      await vi.waitFor(async () => expect(await published()).toBe(1), { timeout: 20_000 });
      await due.execute(services.db);
      await vi.waitFor(async () => expect(await published()).toBe(2), { timeout: 20_000 });
    } finally {
      await clock.stop();
    }
  });

  it("take five fields of cron", () => {
    expect(["0 2 * * *", "*/5 8-18 * * 1-5", "0 0 1 1 *"].map(isCrontab)).toEqual([true, true, true]);
    expect(["", "* * * *", "61 * * * *", "* * * * * *", "0 0 31 2 *", "@daily"].map(isCrontab)).toEqual(
      Array(6).fill(false),
    );
    const from = new Date(2026, 5, 1, 1, 30);
    expect(nextRun({ crontab: "0 2 * * *", every_seconds: null }, from)).toEqual(new Date(2026, 5, 1, 2, 0));
    expect(nextRun({ crontab: null, every_seconds: 60 }, from)).toEqual(new Date(2026, 5, 1, 1, 31));
  });
});
