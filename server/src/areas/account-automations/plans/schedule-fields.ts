import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { translate, withParameters } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import {
  boolean,
  computed,
  integer,
  text as line,
  type RowOf,
  type WriteEvent,
  writeInstant,
} from "../../../engine/resource/index.ts";
import { isCrontab, nextRun, setSchedule, taskSchedulesTable } from "../../../engine/tasks/index.ts";
import { text } from "../texts.ts";

/** Runs that are foretold. */
const foretold = 5;

/**
 * When a plan runs by itself, and what is told of it.
 * @param schedulePrefix of the names of the schedules; the id of the plan follows
 */
export function scheduleFields(schedulePrefix: string) {
  return {
    is_periodic: boolean({ label: text.isPeriodic, default: true }),
    crontab: line({
      label: text.crontab,
      help: text.crontabHelp,
      nullable: true,
      blank: true,
      maxLength: 128,
    }),
    interval: integer({
      label: text.interval,
      nullable: true,
      default: 24,
      minimum: 1,
      maximum: 65_535,
    }),
    periodic_display: computed({
      label: text.schedule,
      type: "string",
      columns: ["is_periodic", "crontab", "interval"],
      present: ({ is_periodic, crontab, interval }, { language }) => {
        if (is_periodic !== true) return "-";
        if (typeof crontab === "string")
          return translate(withParameters(text.byCrontab, { crontab }), language);
        return translate(withParameters(text.byInterval, { hours: Number(interval) }), language);
      },
    }),
    next_runs: computed({
      label: text.nextRuns,
      type: "list",
      only: ["retrieve"],
      isUndescribed: true,
      columns: ["id", "crontab", "interval"],
      load: ({ db }, rows) =>
        loadNextRuns(
          db,
          rows.map(({ id }) => `${schedulePrefix}${String(id)}`),
        ),
      present: (row, { timeZone }, loaded) => {
        const next = (loaded as ReadonlyMap<string, Date>).get(`${schedulePrefix}${String(row.id)}`);
        if (next === undefined) return [];
        const { crontab, interval } = row;
        return runsFrom(next, typeof crontab === "string" ? crontab : null, Number(interval)).map((run) =>
          writeInstant(run, timeZone),
        );
      },
    }),
  };
}

type ScheduleFields = ReturnType<typeof scheduleFields>;

async function loadNextRuns(db: Kysely<Database>, names: readonly string[]) {
  const { rows } = await sql<{ name: string; next: Date }>`
    select name, next_run_at as next from ${taskSchedulesTable} s
    where name = any(${[...names]}::text[]) and enabled and next_run_at is not null
  `.execute(db);
  return new Map(rows.map(({ name, next }) => [name, next]));
}

/** The next run and those after it. */
function runsFrom(first: Date, crontab: string | null, hours: number): Date[] {
  const timing = { crontab, every_seconds: crontab === null ? hours * 3_600 : null };
  const runs = [first];
  while (runs.length < foretold) {
    const next = nextRun(timing, runs.at(-1) ?? first);
    if (next === null) break;
    runs.push(next);
  }
  return runs;
}

/**
 * Rules of when a plan runs by itself: a crontab expression that is empty is none.
 * @throws ValidationError
 */
export function checkSchedule({
  values,
  before,
}: {
  readonly values: WriteEvent<ScheduleFields>["values"];
  readonly before: Pick<RowOf<ScheduleFields>, "is_periodic" | "crontab" | "interval"> | null;
}): void {
  if (values.crontab !== undefined && values.crontab !== null) {
    const crontab = values.crontab.trim().split(/\s+/).join(" ");
    if (crontab !== "" && !isCrontab(crontab)) throw new ValidationError({ crontab: [text.notCrontab] });
    values.crontab = crontab === "" ? null : crontab;
  }
  const { is_periodic, crontab, interval } = { ...before, ...values };
  if (is_periodic !== false && (crontab ?? null) === null && (interval ?? null) === null) {
    throw new ValidationError({ is_periodic: [text.noTimes] });
  }
}

/** A plan as far as its schedule goes. */
export interface ScheduledPlan {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  /** Whether it runs by itself at all. */
  readonly isOn: boolean;
  readonly crontab: string | null;
  readonly interval: number | null;
}

/** Has a plan run at its times from now on, or no more. */
export async function keepSchedule(
  db: Kysely<Database>,
  plan: ScheduledPlan,
  { prefix, task, kwargs }: { readonly prefix: string; readonly task: string; readonly kwargs: JsonObject },
): Promise<void> {
  const { id, org_id: organizationId, name, isOn, crontab, interval } = plan;
  const timing = crontab === null ? { everySeconds: Number(interval) * 3_600 } : { crontab };
  await setSchedule(db, {
    name: `${prefix}${id}`,
    task,
    description: name,
    schedule: isOn ? timing : null,
    organizationId,
    kwargs,
  });
}

/** Has a plan run no more. */
export async function dropSchedule(db: Kysely<Database>, prefix: string, planId: string): Promise<void> {
  await setSchedule(db, { name: `${prefix}${planId}`, task: "", description: "", schedule: null });
}
