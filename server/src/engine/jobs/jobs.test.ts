import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import type { Json } from "../json.ts";
import { log } from "../log.ts";
import type { Services } from "../services.ts";
import { createEngineServices } from "../testing/services.ts";
import { cronMatcher, intervalMatcher, nextCronTime } from "./cron.ts";
import { defineJob, JobAbandonedError, type JobDeclaration } from "./job.ts";
import { queueJob } from "./queue-job.ts";
import { type RunningJobs, startJobs } from "./start-jobs.ts";
import { freeJobsOfTheDead } from "./worker-presence.ts";

describe("the queue", () => {
  let services: Services;
  let close: () => Promise<void>;
  let running: RunningJobs | undefined;
  beforeAll(async () => {
    ({ services, close } = await createEngineServices([]));
  });
  afterAll(async () => {
    await running?.stop();
    await close();
  });

  /** A job that notes what it was given. */
  function noting(name: string, work: (payload: Json, attempt: number) => Promise<void> = async () => {}) {
    const seen: Json[] = [];
    const job = defineJob<Json>({
      name,
      run: async (_services, payload, { number }) => {
        seen.push(payload);
        await work(payload, number);
      },
    });
    return { seen, job };
  }

  async function withJobs(jobs: readonly JobDeclaration[], test: () => Promise<void>): Promise<void> {
    running = await startJobs(jobs, services);
    await test();
    await running.stop();
    running = undefined;
  }

  const waiting = async (name: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker.jobs where task_identifier = ${name}`.execute(
      services.db,
    );
    return rows[0]?.count ?? 0;
  };

  it("goes on at once with what waits behind a job of the same lane", async () => {
    // Each queues the next one while it is at work: left to the look of every two seconds, they would take half a minute.
    const links = 15;
    const { seen, job } = noting("test.chain", async (payload) => {
      const next = Number(payload) + 1;
      if (next < links) await queueJob(services, job, next, { lane: "test.chain" });
    });
    await withJobs([job], async () => {
      await queueJob(services, job, 0, { lane: "test.chain" });
      await vi.waitFor(() => expect(seen).toHaveLength(links), { timeout: 10_000, interval: 20 });
    });
  }, 20_000);

  it("does what was queued in a transaction that commits, and nothing of one that does not", async () => {
    const { seen, job } = noting("test.noted");
    await withJobs([job], async () => {
      await services.db.transaction().execute((db) => queueJob({ ...services, db }, job, { kept: 1 }));
      const undone = services.db.transaction().execute(async (db) => {
        await queueJob({ ...services, db }, job, { kept: 2 });
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      await queueJob(services, job, { kept: 3 });
      await expect.poll(() => seen.length).toBe(2);
      expect(seen).toEqual(expect.arrayContaining([{ kept: 1 }, { kept: 3 }]));
    });
    expect(await waiting("test.noted")).toBe(0);
  });

  it("keeps what a job works with from whoever reads the database", async () => {
    const { job } = noting("test.sealed");
    await queueJob(
      services,
      job,
      { link: "https://example.com/?token=opensesame" },
      { runAt: new Date(Date.now() + 1e6) },
    );
    const { rows } = await sql<{ all: string }>`
      select string_agg(j::text, ' ') as all from graphile_worker._private_jobs j`.execute(services.db);
    expect(rows[0]?.all).toContain("sealed");
    expect(rows[0]?.all).not.toContain("opensesame");
  });

  it("gives a payload to the job it was queued for only", async () => {
    const { seen, job } = noting("test.thief");
    await queueJob(services, noting("test.owner").job, "secret", { runAt: new Date(Date.now() + 1e6) });
    await sql`
      insert into graphile_worker._private_tasks (identifier) values ('test.thief') on conflict do nothing
    `.execute(services.db);
    await sql`
      update graphile_worker._private_jobs j set run_at = now(), task_id = thief.id
      from graphile_worker._private_tasks owner, graphile_worker._private_tasks thief
      where j.task_id = owner.id and owner.identifier = 'test.owner' and thief.identifier = 'test.thief'
    `.execute(services.db);
    await withJobs([job], async () => {
      await expect
        .poll(
          async () =>
            (
              await sql<{ last_error: string | null }>`
          select last_error from graphile_worker.jobs where task_identifier = 'test.thief'`.execute(
                services.db,
              )
            ).rows[0]?.last_error,
        )
        .toBeTruthy();
    });
    expect(seen).toEqual([]);
  });

  it("tries again after a failure, and not when a job gave up", async () => {
    const failing = noting("test.failing", async (_payload, attempt) => {
      if (attempt < 2) throw new Error("the other side is away");
    });
    const abandoned = noting("test.abandoned", async () => {
      throw new JobAbandonedError("nobody lives there");
    });
    await withJobs([failing.job, abandoned.job], async () => {
      await queueJob(services, failing.job, 1);
      await queueJob(services, abandoned.job, 1);
      await expect.poll(() => failing.seen.length, { timeout: 15_000 }).toBe(2);
      await expect.poll(() => waiting("test.failing")).toBe(0);
    });
    expect(abandoned.seen.length).toBe(1);
    expect(await waiting("test.abandoned")).toBe(0);
  });

  it("replaces a waiting job of the same key", async () => {
    const { seen, job } = noting("test.keyed");
    const soon = new Date(Date.now() + 500);
    for (const value of [1, 2, 3]) await queueJob(services, job, value, { key: "one", runAt: soon });
    await withJobs([job], () => expect.poll(() => seen, { timeout: 10_000 }).toEqual([3]));
  });

  it("waits for the jobs at work when it stops", async () => {
    let isDone = false;
    const { seen, job } = noting("test.slow", async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      isDone = true;
    });
    await withJobs([job], async () => {
      await queueJob(services, job, 1);
      await expect.poll(() => seen.length).toBe(1);
    });
    expect(isDone).toBe(true);
  });

  it("has let go of what it worked on when it has stopped", async () => {
    let isAtWork = false;
    let [finish, hasStopped] = [() => {}, false];
    const { job } = noting("test.let-go", () => {
      isAtWork = true;
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    const worker = await startJobs([job], services);
    await queueJob(services, job, 1);
    await expect.poll(() => isAtWork).toBe(true);
    await services.db
      .transaction()
      .execute(async (db) => {
        await sql`select from graphile_worker._private_jobs for update`.execute(db);
        finish();
        const stopping = worker.stop().then(() => {
          hasStopped = true;
        });
        // Asked from outside: a transaction sees the activity as it was at its first look.
        const waitsForRow = async (): Promise<number> => {
          const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%_private_jobs%'`.execute(
            services.db,
          );
          return rows.length;
        };
        await expect.poll(waitsForRow, { timeout: 10_000 }).toBe(1);
        expect(hasStopped).toBe(false);
        return { stopping };
      })
      .then(({ stopping }) => stopping);
    expect(await waiting("test.let-go")).toBe(0);
  });

  it("takes up the jobs of a worker that died", async () => {
    const { seen, job } = noting("test.orphan");
    await queueJob(services, job, "left behind");
    const held = sql`
      update graphile_worker._private_jobs j set locked_by = 'pool-dead', locked_at = now() - interval '2 minutes'
      from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = 'test.orphan'`;
    await held.execute(services.db);
    await sql`insert into job_workers (worker_id) values ('pool-dead')`.execute(services.db);
    await freeJobsOfTheDead(services.db);
    expect(
      await sql`select 1 from graphile_worker.jobs where locked_by = 'pool-dead'`.execute(services.db),
    ).toHaveProperty("rows.length", 1);
    await sql`update job_workers set date_seen = now() - interval '61 seconds'`.execute(services.db);
    await freeJobsOfTheDead(services.db);
    await withJobs([job], () => expect.poll(() => seen).toEqual(["left behind"]));
  });

  describe("its schedule", () => {
    const workers: RunningJobs[] = [];
    afterEach(async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
      await sql`delete from graphile_worker._private_jobs`.execute(services.db);
    });
    const startTwoWorkers = async (jobs: readonly JobDeclaration[]): Promise<void> => {
      workers.push(...(await Promise.all([startJobs(jobs, services), startJobs(jobs, services)])));
    };
    const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

    it("queues a run once for the whole installation, and never while the one before is at work", async () => {
      let [runs, atWork, mostAtWork] = [0, 0, 0];
      const job = defineJob({
        name: "test.every-second",
        schedule: { everySeconds: 1 },
        run: async () => {
          runs += 1;
          atWork += 1;
          mostAtWork = Math.max(mostAtWork, atWork);
          await pause(1_500);
          atWork -= 1;
        },
      });
      await startTwoWorkers([job]);
      await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
      expect(mostAtWork).toBe(1);
      expect(await waiting("test.every-second")).toBeLessThanOrEqual(2);
    }, 30_000);

    it("logs a run that fails, keeps nothing of it, and stops neither the next one nor other jobs", async () => {
      const logged = vi.spyOn(log, "error");
      const other = noting("test.beside");
      let failures = 0;
      const failing = defineJob({
        name: "test.failing-schedule",
        schedule: { everySeconds: 1 },
        run: async () => {
          failures += 1;
          throw new Error("no disk");
        },
      });
      await startTwoWorkers([failing, { ...other.job, schedule: { everySeconds: 1 } }]);
      await expect
        .poll(() => Math.min(failures, other.seen.length), { timeout: 20_000 })
        .toBeGreaterThanOrEqual(2);
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
      expect(await waiting("test.failing-schedule")).toBe(1);
      expect(logged).toHaveBeenCalledWith(
        expect.objectContaining({ job: "test.failing-schedule" }),
        "a scheduled job failed",
      );
      logged.mockRestore();
    }, 30_000);

    it("makes up once for a daily run that was missed, and not for one of every hour", async () => {
      const missed = new Date(Date.now() - 2 * 3_600_000);
      const minuteAndHour = `${missed.getMinutes()} ${missed.getHours()}`;
      const [daily, hourly] = [noting("test.daily"), noting("test.hourly")];
      await sql`
        insert into graphile_worker._private_known_crontabs (identifier, known_since)
        select unnest(array['test.daily', 'test.hourly']), now() - interval '3 hours'
      `.execute(services.db);
      await startTwoWorkers([
        { ...daily.job, schedule: { cron: `${minuteAndHour} * * *` } },
        { ...hourly.job, schedule: { cron: `${(new Date().getMinutes() + 55) % 60} * * * *` } },
      ]);
      await expect.poll(() => daily.seen.length, { timeout: 15_000 }).toBe(1);
      await pause(500);
      expect([daily.seen.length, hourly.seen.length]).toEqual([1, 0]);
    }, 30_000);

    it("is refused when its interval does not fit into minutes", async () => {
      const job = defineJob({ name: "test.odd", schedule: { everySeconds: 45 }, run: async () => undefined });
      await expect(startJobs([job], services)).rejects.toThrow(RangeError);
    });
  });
});

describe("a cron expression", () => {
  const at = (text: string) => {
    const time = new Date(text);
    return {
      min: time.getUTCMinutes(),
      hour: time.getUTCHours(),
      date: time.getUTCDate(),
      month: time.getUTCMonth() + 1,
    };
  };
  const year = new Date().getUTCFullYear();

  it.each([
    ["UTC", `${year}-03-05T10:00:00Z`, true],
    ["UTC", `${year}-03-05T10:01:00Z`, false],
    ["Asia/Shanghai", `${year}-03-05T02:00:00Z`, true],
    ["Asia/Kolkata", `${year}-03-05T04:30:00Z`, true],
    ["Europe/Berlin", `${year}-01-15T09:00:00Z`, true],
    ["Europe/Berlin", `${year}-07-15T08:00:00Z`, true],
    ["Europe/Berlin", `${year}-07-15T09:00:00Z`, false],
  ])("in %s, %s is ten o'clock: %s", (zone, instant, expected) =>
    expect(cronMatcher("0 10 * * *", zone)(at(instant))).toBe(expected),
  );

  it("can be a minute of every hour", () => {
    const isDue = cronMatcher("30 * * * *", "Asia/Kolkata");
    expect([isDue(at(`${year}-03-05T04:00:00Z`)), isDue(at(`${year}-03-05T04:30:00Z`))]).toEqual([
      true,
      false,
    ]);
  });

  it("is refused when it is none, and has no next time", () => {
    expect(() => cronMatcher("0 24 * * *")).toThrow(/hour/i);
    expect(nextCronTime("0 24 * * *", new Date())).toBeNull();
  });

  it("is not needed for an interval of whole minutes", () => {
    const isDue = intervalMatcher(10);
    expect(["10:00", "10:05", "10:10"].map((time) => isDue(at(`${year}-03-05T${time}:00Z`)))).toEqual([
      true,
      false,
      true,
    ]);
  });
});
