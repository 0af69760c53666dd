import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { nextCronTime } from "../jobs/cron.ts";
import type { JobQueue } from "../jobs/queue-job.ts";
import type { JsonObject } from "../json.ts";
import { log } from "../log.ts";
import type { Services } from "../services.ts";
import { publishTasks } from "./publish-task.ts";
import type { TaskDeclaration, TaskSchedule } from "./task.ts";

/** When something is due. */
export interface Timing {
  readonly crontab: string | null;
  readonly every_seconds: number | null;
}

/** The first time after `from` that is due, in the server's time zone; null: never. */
export function nextRun({ crontab, every_seconds: every }: Timing, from: Date): Date | null {
  if (every !== null) return new Date(from.getTime() + every * 1_000);
  return crontab === null ? null : nextCronTime(crontab, from);
}

/** Whether it is a cron expression of five fields that comes true at some time. */
export function isCrontab(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  return (
    fields.length === 5 && nextRun({ crontab: fields.join(" "), every_seconds: null }, new Date()) !== null
  );
}

/** Brings the rows of what the product itself schedules up to this build. Whether it is enabled stays as it was set. */
export async function installSchedules(
  { db }: Pick<Services, "db">,
  tasks: readonly TaskDeclaration[],
): Promise<void> {
  const scheduled = tasks.flatMap(({ name, label, schedule }) =>
    schedule ? [{ name, label, schedule }] : [],
  );
  for (const { name, label, schedule } of scheduled) {
    const timing = timingOf(schedule);
    await sql`
      insert into task_schedules (name, task, description, crontab, every_seconds, is_builtin, next_run_at)
      values (${name}, ${name}, ${label.en}, ${timing.crontab}, ${timing.every_seconds}, true,
        ${nextRun(timing, new Date())})
      on conflict (name) do update set description = excluded.description, is_builtin = true,
        next_run_at = case
          when task_schedules.crontab is distinct from excluded.crontab
            or task_schedules.every_seconds is distinct from excluded.every_seconds
          then excluded.next_run_at else task_schedules.next_run_at end,
        crontab = excluded.crontab, every_seconds = excluded.every_seconds
    `.execute(db);
  }
  const names = scheduled.map(({ name }) => name);
  await sql`delete from task_schedules where is_builtin and name <> all(${names}::text[])`.execute(db);
}

/** A task that settings or plans of people have publish itself. */
interface SettingSchedule {
  readonly name: string;
  readonly task: string;
  readonly description: string;
  /** Null: it does not any more. */
  readonly schedule: TaskSchedule | null;
  /** For whom. Default: the installation. */
  readonly organizationId?: string;
  /** What it works on. Default nothing. */
  readonly kwargs?: JsonObject;
  /** Who it is executed for. Default nobody in particular. */
  readonly user?: { readonly id: string; readonly display: string };
}

/** Has a task published at other times, or no more. The same times again change nothing. */
export async function setSchedule(
  db: Kysely<Database>,
  { name, task, description, schedule, organizationId, kwargs = {}, user }: SettingSchedule,
): Promise<void> {
  if (schedule === null) {
    await sql`delete from task_schedules where name = ${name} and not is_builtin`.execute(db);
    return;
  }
  const timing = timingOf(schedule);
  await sql`
    insert into task_schedules as s (name, task, description, org_id, user_id, "user", kwargs, crontab,
      every_seconds, is_builtin, next_run_at)
    values (${name}, ${task}, ${description}, ${organizationId ?? null}::uuid, ${user?.id ?? null}::uuid,
      ${user?.display ?? ""}, ${JSON.stringify(kwargs)}::jsonb,
      ${timing.crontab}, ${timing.every_seconds}, false, ${nextRun(timing, new Date())})
    on conflict (name) do update set task = excluded.task, description = excluded.description, enabled = true,
      crontab = excluded.crontab, every_seconds = excluded.every_seconds, next_run_at = excluded.next_run_at
    where not s.is_builtin and (s.crontab is distinct from excluded.crontab
      or s.every_seconds is distinct from excluded.every_seconds or not s.enabled)
  `.execute(db);
}

const timingOf = (schedule: TaskSchedule): Timing => ({
  crontab: "crontab" in schedule ? schedule.crontab : null,
  every_seconds: "everySeconds" in schedule ? schedule.everySeconds : null,
});

interface DueSchedule extends Timing {
  readonly id: number;
  readonly task: string;
  readonly org_id: string | null;
  readonly kwargs: JsonObject;
  readonly user_id: string | null;
  readonly user: string;
}

/** Schedules that are published in one transaction. */
const batchSize = 100;

/** Transactions that publish at once: most plans of people name the same minutes. */
const publishers = 3;

/**
 * Publishes what is due. Every worker may do this at any time: each time is published once. What was missed while no
 * worker was there is made up for once.
 */
export async function publishDue(
  services: JobQueue,
  tasks: ReadonlyMap<string, TaskDeclaration>,
): Promise<void> {
  const publish = async (): Promise<void> => {
    while ((await publishBatch(services, tasks)) === batchSize);
  };
  await Promise.all(Array.from({ length: publishers }, publish));
}

/** Answers how many were due, at most as many as one transaction takes. */
async function publishBatch(
  services: JobQueue,
  tasks: ReadonlyMap<string, TaskDeclaration>,
): Promise<number> {
  return services.db.transaction().execute(async (db) => {
    const { rows } = await sql<DueSchedule>`
      select s.id, s.task, s.org_id, s.kwargs, s.crontab, s.every_seconds, s.user_id, s."user"
      from task_schedules s
      where s.enabled and s.next_run_at <= now() order by s.next_run_at limit ${batchSize} for update of s skip locked
    `.execute(db);
    // All at once: many plans share a minute, and each statement makes the last of them later.
    await sql`
      update task_schedules s
      set last_run_at = now(), next_run_at = v.next, total_run_count = s.total_run_count + 1
      from unnest(
        ${rows.map(({ id }) => id)}::integer[], ${rows.map((due) => nextRun(due, new Date()))}::timestamptz[]
      ) as v (id, next) where s.id = v.id
    `.execute(db);
    for (const name of new Set(rows.map(({ task }) => task))) {
      const task = tasks.get(name);
      if (task === undefined) {
        log.warn({ task: name }, "a schedule names a task that this build does not know");
        continue;
      }
      const due = rows.filter((row) => row.task === name);
      await publishTasks(
        { ...services, db },
        task,
        due.map(({ kwargs, org_id: organizationId, user_id: id, user: display }) => ({
          ...{ kwargs, organizationId, user: id === null ? null : { id, display } },
        })),
      );
    }
    return rows.length;
  });
}
