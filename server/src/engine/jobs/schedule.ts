import { type CronItem, type ParsedCronItem, parseCronItems } from "graphile-worker";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { cronMatcher, intervalMatcher, nextCronTime } from "./cron.ts";
import type { JobDeclaration } from "./job.ts";
import { usualAttempts } from "./queue-job.ts";

/** How late, in milliseconds, a job of a cron expression is still made up for when no worker was there at its time. */
const longestDelay = 12 * 3_600_000;

/** Scheduled jobs go before the others that wait: a row of slow deliveries does not hold them up. */
const priority = -10;

const minute = 60;

/** Key and lane of a job that comes at intervals: one waits at most, and one works at most. */
const scheduleKey = (name: string): string => `schedule:${name}`;

/** Whether a job comes at intervals, so that its next run is its other try. */
export function intervalOf({ schedule }: Pick<JobDeclaration, "schedule">): number | null {
  return schedule !== undefined && "everySeconds" in schedule ? schedule.everySeconds : null;
}

/**
 * What the queue's cron is given. It fires once a minute and locks a row for each item, so of all workers of the
 * installation one queues the job.
 *
 * @throws RangeError when an interval is neither a divisor of a minute nor whole minutes
 */
export function cronItems(jobs: readonly JobDeclaration[]): ParsedCronItem[] {
  return parseCronItems(jobs.flatMap(cronItem));
}

function cronItem({ name, schedule, attempts = usualAttempts }: JobDeclaration): CronItem[] {
  if (schedule === undefined) return [];
  if ("cron" in schedule) {
    const options = { backfillPeriod: backfillPeriod(schedule.cron), maxAttempts: attempts, priority };
    return [{ task: name, match: cronMatcher(schedule.cron), options }];
  }
  const { everySeconds } = schedule;
  if (everySeconds % minute !== 0 && minute % everySeconds !== 0) {
    throw new RangeError(`${name}: ${everySeconds} seconds are neither whole minutes nor a divisor of one`);
  }
  const options = {
    backfillPeriod: 0,
    maxAttempts: 1,
    priority,
    queueName: scheduleKey(name),
    jobKey: scheduleKey(name),
    jobKeyMode: "preserve_run_at",
  } as const;
  return [{ task: name, match: intervalMatcher(Math.max(1, everySeconds / minute)), options }];
}

/** The next run makes up for what was missed where it comes soon enough. */
function backfillPeriod(cron: string): number {
  const first = nextCronTime(cron, new Date());
  const second = first === null ? null : nextCronTime(cron, first);
  if (first === null || second === null) return longestDelay;
  return second.getTime() - first.getTime() >= longestDelay ? longestDelay : 0;
}

/**
 * Queues the next run of a job that comes several times a minute, which the queue's cron cannot do: each run queues
 * the one after it, and the cron begins the row again every minute should it have broken off.
 *
 * @param previous when the run before was due; null begins the row, if none waits
 */
export async function queueNextRun(
  db: Kysely<Database>,
  job: Pick<JobDeclaration, "name" | "schedule">,
  previous: Date | null,
): Promise<void> {
  const every = intervalOf(job);
  if (every === null || every >= minute) return;
  const key = scheduleKey(job.name);
  const runAt = previous === null ? new Date() : nextOf(previous.getTime(), every * 1_000);
  await sql`
    select graphile_worker.add_job(
      ${job.name}, queue_name => ${key}, run_at => ${runAt}, max_attempts => 1, job_key => ${key},
      priority => ${priority}, job_key_mode => ${previous === null ? "preserve_run_at" : "replace"})
  `.execute(db);
}

/** The first time after now that is whole intervals after the previous one. */
function nextOf(previous: number, every: number): Date {
  const intervals = Math.max(1, Math.ceil((Date.now() - previous) / every));
  return new Date(previous + intervals * every);
}
