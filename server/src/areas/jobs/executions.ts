import { sql } from "kysely";
import { permission } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import { text as common, type Message, translate } from "../../engine/i18n/index.ts";
import {
  computed,
  custom,
  datetime,
  defineResource,
  exactChoice,
  type Field,
  isUuid,
  json,
  type ResourceDeclaration,
  type Row,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { type KnownTasks, taskExecutionsTable, tasksTable, taskText } from "../../engine/tasks/index.ts";
import { text } from "./texts.ts";
import { visibleExecutions } from "./visible-executions.ts";

const states: Readonly<Record<string, Message>> = {
  PENDING: text.pending,
  RUNNING: text.running,
  SUCCESS: text.success,
  FAILURE: text.failure,
  REVOKED: text.revoked,
};

/** What an execution can be. */
export const executionStates = Object.keys(states);

/** Seconds an execution took, or has taken so far; null before it began. */
export function durationSeconds({ date_start: start, date_finished: end }: Row): number | null {
  if (!(start instanceof Date)) return null;
  const until = end instanceof Date ? end.getTime() : Date.now();
  return Math.max(0, Math.round((until - start.getTime()) / 10) / 100);
}

/** A duration as the contract writes it: `0:01:23`. */
export function duration(row: Row): string | null {
  const whole = durationSeconds(row);
  if (whole === null) return null;
  const pad = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  return `${Math.floor(whole / 3_600)}:${pad((whole / 60) % 60)}:${pad(whole % 60)}`;
}

const told = (
  label: Message,
  type: string,
  columns: readonly string[],
  present: NonNullable<Field["present"]>,
): Field => computed({ label, type, columns, present });

const taskName = sql`(select k.name from ${tasksTable} k where k.id = t.task_id)`;

/** The executions of tasks, read only. Contract: docs/contract/jobs.md, "Executions". */
export function executionsResource(known: KnownTasks): ResourceDeclaration {
  return defineResource({
    path: "ops/task-executions",
    app: "ops",
    model: "celerytaskexecution",
    label: text.execution,
    title: "Celery Task Execution",
    scope: "global",
    table: taskExecutionsTable.name,
    fieldOrder: "declared",
    fields: {
      id: uuid({ label: common.id, readOnly: true }),
      name: computed({
        label: common.name,
        type: "string",
        select: () => taskName,
        present: ({ name }) => String(name),
      }),
      task_name: computed({
        label: text.taskName,
        type: "string",
        select: () => taskName,
        present: ({ task_name: name }, { language }) => translate(known().labelOf(String(name)), language),
      }),
      args: told(text.args, "field", [], () => []),
      kwargs: json({ label: text.kwargs, readOnly: true }),
      time_cost: told(
        text.timeCost,
        "float",
        ["date_start", "date_finished"],
        (row) => durationSeconds(row) ?? 0,
      ),
      timedelta: told(text.duration, "string", ["date_start", "date_finished"], duration),
      is_success: told(text.isSuccess, "boolean", ["state"], ({ state }) => state === "SUCCESS"),
      is_finished: told(text.isFinished, "boolean", ["date_finished"], (row) => row.date_finished !== null),
      date_published: datetime({ label: text.datePublished, readOnly: true }),
      date_start: datetime({ label: text.dateStart, readOnly: true }),
      date_finished: datetime({ label: text.dateFinished, readOnly: true }),
      state: told(taskText.state, "labeled_choice", ["state"], ({ state }, { language }) => ({
        value: String(state),
        label: translate(states[String(state)] ?? taskText.state, language),
      })),
      user: textField({ label: text.user, readOnly: true }),
      reason: textField({ label: text.reason, readOnly: true }),
      result: json({ label: text.result, readOnly: true, nullable: true }),
      stop_requested: told(
        text.stopRequested,
        "boolean",
        ["stop_requested"],
        (row) => row.stop_requested === true,
      ),
    },
    filters: {
      task_id: {
        announced: false,
        condition: async (value, { db }) => {
          if (value === "") return null;
          const { rows } = await sql`
            select 1 from ${tasksTable} where id = ${isUuid(value) ? value : null}::uuid
          `.execute(db);
          if (rows.length === 0) throw new NotFound(taskText.task);
          return sql<boolean>`t.task_id = ${value}::uuid`;
        },
      },
      mine: custom((value, { principal }) =>
        /^(true|1)$/i.test(value) ? sql<boolean>`t.user_id = ${principal?.id ?? null}::uuid` : null,
      ),
      state: exactChoice("t.state", executionStates),
      is_finished: custom((value) => {
        if (value === "") return null;
        return /^(true|1)$/i.test(value)
          ? sql<boolean>`t.date_finished is not null`
          : sql<boolean>`t.date_finished is null`;
      }),
      is_success: custom((value) => {
        if (value === "") return null;
        return /^(true|1)$/i.test(value)
          ? sql<boolean>`t.state = 'SUCCESS'`
          : sql<boolean>`t.state <> 'SUCCESS'`;
      }),
    },
    search: ["(select k.name from tasks k where k.id = t.task_id)"],
    order: {
      by: ["date_published", "date_start", "date_finished"],
      default: ["-date_published"],
    },
    where: visibleExecutions,
    operations: ["list", "retrieve"],
    describedFor: ["POST"],
    access: {
      list: permission("ops.view_celerytaskexecution"),
      retrieve: permission("ops.view_celerytaskexecution"),
    },
    displayColumn: "id",
  });
}
