import { type RawBuilder, sql } from "kysely";
import type { RequestContext } from "../access/index.ts";
import { text as common, literal, type Message, translate } from "../i18n/index.ts";
import {
  computed,
  defineResource,
  exact,
  exactUuid,
  type ResourceDeclaration,
  type Row,
  text as textField,
  uuid,
  writeInstant,
} from "../resource/index.ts";
import { taskText as text } from "./resource-texts.ts";
import type { TaskDeclaration } from "./task.ts";
import type { TaskState } from "./task-state.ts";

/** The tasks of this build; known only when every area is. */
export type KnownTasks = () => {
  find(name: string): TaskDeclaration | undefined;
  /** Of all of them. */
  names(): readonly string[];
  /** What people call a task; its name where this build does not know it. */
  labelOf(name: string): Message;
  queueOf(name: string): string;
};

/** Makes the tasks of all areas known. */
export function knownTasks(tasks: () => readonly TaskDeclaration[]): KnownTasks {
  let byName: ReadonlyMap<string, TaskDeclaration> | undefined;
  const all = (): ReadonlyMap<string, TaskDeclaration> => {
    byName ??= new Map(tasks().map((task) => [task.name, task]));
    return byName;
  };
  const find = (name: string): TaskDeclaration | undefined => all().get(name);
  return () => ({
    find,
    names: () => [...all().keys()],
    labelOf: (name) => find(name)?.label ?? literal(name),
    queueOf: (name) => find(name)?.queue ?? "default",
  });
}

/** How a task has done, as far as the caller may see its executions. */
interface Record {
  readonly task_id: string;
  readonly total: number;
  readonly success: number;
  readonly last_published: Date | null;
  /** States of the last five, newest first. */
  readonly recent: readonly TaskState[];
}

/** The executions (`t`) a caller may see; null: all. */
type VisibleExecutions = (context: RequestContext) => RawBuilder<boolean> | null;

async function loadRecords(
  context: RequestContext,
  rows: readonly Row[],
  visibleTo: VisibleExecutions,
): Promise<ReadonlyMap<unknown, Record>> {
  const visible = visibleTo(context) ?? sql<boolean>`true`;
  const ids = rows.map(({ id }) => String(id));
  const { rows: records } = await sql<Record>`
    select k.id as task_id, counted.total, counted.success, counted.last_published,
      coalesce((
        select array_agg(latest.state order by latest.date_published desc) from (
          select t.state, t.date_published from task_executions t
          where t.task_id = k.id and ${visible} order by t.date_published desc nulls last limit 5
        ) latest
      ), '{}') as recent
    from tasks k cross join lateral (
      select count(*)::int as total, count(*) filter (where t.state = 'SUCCESS')::int as success,
        max(t.date_published) as last_published
      from task_executions t where t.task_id = k.id and ${visible}
    ) counted
    where k.id = any(${ids}::uuid[])
  `.execute(context.db);
  return new Map(records.map((record) => [record.task_id, record]));
}

const recordOf = (row: Row, loaded: unknown): Record =>
  (loaded as ReadonlyMap<unknown, Record>).get(row.id) ?? {
    task_id: String(row.id),
    total: 0,
    success: 0,
    last_published: null,
    recent: [],
  };

/** Red when the newest failed, yellow when another of the last five did. */
function colourOf({ recent }: Record): "green" | "yellow" | "red" {
  if (recent[0] === "FAILURE") return "red";
  return recent.includes("FAILURE") ? "yellow" : "green";
}

/**
 * The kinds of tasks, declared by the owner of their table because people remove them here.
 * Contract: docs/contract/jobs.md, "Tasks".
 */
export function tasksResource(known: KnownTasks, visibleTo: VisibleExecutions): ResourceDeclaration {
  const record = (
    label: Message,
    type: string,
    present: (record: Record, context: RequestContext) => never,
  ) =>
    computed({
      label,
      type,
      columns: ["id"],
      load: (context, rows) => loadRecords(context, rows, visibleTo),
      present: (row, context, loaded) => present(recordOf(row, loaded), context),
    });
  return defineResource({
    path: "ops/tasks",
    app: "ops",
    model: "celerytask",
    label: text.task,
    title: "Celery Task",
    scope: "global",
    table: "tasks",
    fieldOrder: "declared",
    fields: {
      id: uuid({ label: common.id, readOnly: true }),
      name: textField({ label: common.name, readOnly: true }),
      meta: computed({
        label: text.meta,
        columns: ["name"],
        present: ({ name }, { language }) => ({
          comment: translate(known().labelOf(String(name)), language),
          queue: known().queueOf(String(name)),
        }),
      }),
      summary: record(text.summary, "field", ({ total, success }) => ({ total, success }) as never),
      state: record(text.state, "string", (of) => colourOf(of) as never),
      date_last_publish: record(
        text.lastPublished,
        "datetime",
        ({ last_published: at }, { timeZone }) => (at === null ? null : writeInstant(at, timeZone)) as never,
      ),
    },
    filters: { id: exactUuid("t.id"), name: exact("t.name") },
    search: ["t.id::text", "t.name"],
    order: { by: ["name"], default: ["name"] },
    where: () => sql<boolean>`t.name not like 'celery%'`,
    operations: ["list", "retrieve", "delete"],
    access: { delete: { kind: "superuser" } },
  });
}
