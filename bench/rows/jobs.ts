import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../../e2e/support/world.ts";
import { withDatabase } from "../fixtures/database.ts";
import type { Sizes } from "../sizes.ts";
import { below, judged, median, type Row } from "../table.ts";

/** Seconds for one command on all hosts. */
const longestRun = 10;
/** Milliseconds until the first line of output can be read. */
const longestWait = 500;
/** Milliseconds after their time at which the last scheduled job has begun. */
const latest = 2_000;
/** Characters kept of one host, with the sentence about the rest. */
const mostKept = 1_100_000;

/** How often the first line is waited for. */
const lines = 7;

/** What commands cost that people run on many hosts, from the request until the page would show the end. */
export async function measureJobs(world: World, assets: readonly string[], sizes: Sizes): Promise<Row[]> {
  await world.admin.post("/api/v1/perms/asset-permissions/", {
    name: `jobs-${assets.length}`,
    users: [{ pk: await userId(world) }],
    assets: assets.map((pk) => ({ pk })),
    accounts: ["@ALL"],
    actions: ["connect"],
  });
  const uptime = await begin(world, "uptime", assets);
  const started = performance.now();
  await ended(world, uptime, assets.length);
  const seconds = (performance.now() - started) / 1000;
  const waits: number[] = [];
  for (let count = 0; count < lines; count += 1) waits.push(await firstLine(world));
  return [
    judged(
      `uptime on ${assets.length} hosts`,
      `${seconds.toFixed(1)} s`,
      `< ${longestRun} s`,
      seconds < longestRun,
    ),
    below("first line of a command", median(waits), longestWait),
    await flood(world, sizes.outputBytes),
    below(`the last of ${sizes.scheduled} scheduled jobs begins`, await lateness(world, sizes), latest),
  ];
}

async function userId({ user }: World): Promise<string> {
  return (await user.get("/api/v1/users/profile/")).id;
}

/** Runs a command; answers the execution. */
async function begin({ user, sshd }: World, args: string, assets: readonly string[]): Promise<string> {
  const { task_id: task } = await user.post("/api/v1/ops/jobs/", {
    ...{ instant: true, is_periodic: false, module: "shell", args },
    ...{ assets, runas: sshd.username, runas_policy: "skip", timeout: -1 },
  });
  const { execution_id: id } = await user.get(`/api/v1/ops/job-execution/task-detail/${task}/`);
  return id;
}

/** Waits until it is over. @throws Error unless so many hosts succeeded */
async function ended({ user }: World, id: string, hosts: number): Promise<void> {
  for (;;) {
    const { is_finished: isFinished, summary } = await user.get(`/api/v1/ops/job-executions/${id}/`);
    if (isFinished && summary.ok.length === hosts) return;
    if (isFinished) throw new Error(`the job failed: ${JSON.stringify(summary)}`);
    await sleep(20);
  }
}

/** Milliseconds from the request until a line of output can be read. */
async function firstLine(world: World): Promise<number> {
  const started = performance.now();
  const id = await begin(world, "echo first; sleep 0.2", [world.hostId]);
  const url = `/api/v1/sallyport/job-executions/${id}/hosts/${world.hostId}/output/`;
  for (;;) {
    const { status, body } = await world.user.raw("GET", url);
    if (status === 200 && body.text !== "") break;
    await sleep(10);
  }
  const milliseconds = performance.now() - started;
  await ended(world, id, 1);
  return milliseconds;
}

/** What is kept of a host that prints and prints. */
async function flood(world: World, bytes: number): Promise<Row> {
  const started = performance.now();
  const id = await begin(world, `yes 0123456789abcdef | head -c ${bytes}`, [world.hostId]);
  await ended(world, id, 1);
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await withDatabase(world.product, (database) =>
    database.query<{ kept: number }>(
      "select sum(length(content))::integer as kept from ops_job_outputs where execution_id = $1",
      [id],
    ),
  );
  const kept = rows[0]?.kept ?? 0;
  return judged(
    `kept of ${(bytes / 1e6).toFixed(0)} MB that one host prints`,
    `${(kept / 1e6).toFixed(2)} MB`,
    `<= ${(mostKept / 1e6).toFixed(1)} MB`,
    kept > 0 && kept <= mostKept,
    { beside: `${seconds.toFixed(1)} s` },
  );
}

/**
 * Milliseconds from the time that many jobs share until the last one of them has begun: it has an execution, which
 * waits for its owner's turn.
 */
function lateness(world: World, { scheduled }: Sizes): Promise<number> {
  return withDatabase(world.product, async (database) => {
    const { rows } = await database.query<{ due: Date }>(
      `with owner as (select id from users where username = $1),
        made as (
          insert into ops_jobs (org_id, creator_id, name, type, module, args, runas, runas_policy, crontab, is_periodic)
          select a.org_id, owner.id, 'scheduled ' || n, 'adhoc', 'shell', $2, $3, 'skip', '0 0 1 1 *', true
          from owner, assets a, generate_series(1, $4::integer) n where a.id = $5::uuid
          returning id, org_id, creator_id
        )
       insert into task_schedules (name, task, org_id, user_id, kwargs, crontab, next_run_at)
       select 'run_ops_job_period_' || made.id, 'ops.tasks.run_ops_job', made.org_id, made.creator_id,
         jsonb_build_object('job', made.id), '0 0 1 1 *', date_trunc('second', now()) + interval '3 seconds'
       from made returning next_run_at as due`,
      [world.username, "true", world.sshd.username, scheduled, world.hostId],
    );
    const due = rows[0]?.due;
    if (due === undefined) throw new Error("nothing is scheduled");
    for (;;) {
      const { rows: told } = await database.query<{ count: number; now: Date }>(
        `select count(*)::integer as count, clock_timestamp() as now from task_executions e
         join tasks t on t.id = e.task_id where t.name = 'ops.tasks.run_ops_job' and e.date_published >= $1`,
        [due],
      );
      const [row] = told;
      if (row !== undefined && row.count >= scheduled) return row.now.getTime() - due.getTime();
      await sleep(50);
    }
  });
}
