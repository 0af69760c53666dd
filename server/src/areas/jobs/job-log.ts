import { type RawBuilder, sql } from "kysely";
import type { Language } from "../../engine/i18n/index.ts";
import { text as common, translate } from "../../engine/i18n/index.ts";
import {
  cleanText,
  computed,
  datetime,
  defineResource,
  exactChoice,
  type Filter,
  instant,
  type ResourceDeclaration,
  searchTerms,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { type KnownTasks, taskExecutionsTable, tasksTable } from "../../engine/tasks/index.ts";
import { durationSeconds, executionStates } from "./executions.ts";
import { text } from "./texts.ts";

/** When it began; until then, when it was asked for. The start pages count by the same moment. */
const moment = "coalesce(t.date_start, t.date_published)";

/** Whether the name of an execution's task contains a text, as the reader reads it or as programs name it. */
function isOfTask(known: KnownTasks, part: string, language: Language): RawBuilder<boolean> {
  const wanted = part.toLowerCase();
  const names = known()
    .names()
    .filter((name) => translate(known().labelOf(name), language).toLowerCase().includes(wanted));
  return sql<boolean>`(t.task_id in (
    select k.id from ${tasksTable} k where k.name = any(${names}::text[]) or strpos(lower(k.name), ${wanted}) > 0
  ) or exists (
    select from ops_job_executions x where x.task_id = t.id and strpos(lower(x.material), ${wanted}) > 0
  ))`;
}

/** Whether somebody whose name or username contains a text asked for it. */
const isBy = (part: string): RawBuilder<boolean> =>
  sql<boolean>`strpos(lower(t."user"), ${part.toLowerCase()}) > 0`;

const matching = (condition: (value: string, language: Language) => RawBuilder<boolean>): Filter => ({
  condition: (value, { language }) => {
    const wanted = cleanText(value);
    return wanted === "" ? null : condition(wanted, language);
  },
});

/**
 * What was run, by whom, how long it took and how it ended: the executions of tasks as auditors see them, without what
 * they worked on. Contract: docs/contract/audits.md, section 3.
 */
export function jobLogResource(known: KnownTasks): ResourceDeclaration {
  return defineResource({
    path: "audits/job-logs",
    app: "audits",
    model: "joblog",
    label: text.jobLog,
    title: "Job Log",
    scope: "global",
    table: taskExecutionsTable.name,
    fieldOrder: "declared",
    fields: {
      id: uuid({ label: common.id, readOnly: true }),
      material: computed({
        label: text.material,
        type: "string",
        // Of a job what it ran; it has no name of a task.
        select: () => sql`coalesce(
          (select x.material from ops_job_executions x where x.task_id = t.id),
          (select k.name from ${tasksTable} k where k.id = t.task_id)
        )`,
        present: ({ material }, { language }) => translate(known().labelOf(String(material)), language),
      }),
      time_cost: computed({
        label: text.timeCost,
        type: "float",
        columns: ["date_start", "date_finished"],
        present: (row) => durationSeconds(row) ?? 0,
      }),
      date_start: datetime({ label: text.dateStart, readOnly: true }),
      date_finished: datetime({ label: text.dateFinished, readOnly: true }),
      date_created: datetime({ label: text.datePublished, readOnly: true, column: "date_published" }),
      is_finished: computed({
        label: text.isFinished,
        type: "boolean",
        columns: ["date_finished"],
        present: (row) => row.date_finished !== null,
      }),
      is_success: computed({
        label: text.isSuccess,
        type: "boolean",
        columns: ["state"],
        present: ({ state }) => state === "SUCCESS",
      }),
      created_by: textField({ label: text.user, readOnly: true, column: "user" }),
      // What clients follow the log of.
      task_id: computed({
        label: text.taskId,
        type: "string",
        columns: ["id"],
        present: ({ id }) => String(id),
      }),
    },
    filters: {
      creator__name: matching(isBy),
      material: matching((value, language) => isOfTask(known, value, language)),
      search: {
        announced: false,
        condition: (value, { language }) => {
          const terms = searchTerms(value);
          if (terms.length === 0) return null;
          const found = terms.map((term) => sql`(${isBy(term)} or ${isOfTask(known, term, language)})`);
          return sql<boolean>`(${sql.join(found, sql` and `)})`;
        },
      },
      state: { ...exactChoice("t.state", executionStates), announced: false },
      date_from: instant(moment, ">="),
      date_to: instant(moment, "<="),
    },
    order: { by: ["date_start", "date_finished", "date_created"], default: ["-date_start"] },
    where: ({ organization }) =>
      organization.isRoot ? null : sql<boolean>`t.org_id = ${organization.id}::uuid`,
    operations: ["list", "retrieve"],
    files: { previewed: false },
    displayColumn: "id",
  });
}
