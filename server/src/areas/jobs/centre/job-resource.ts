import { randomBytes, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type CallerContext, requirePermission } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import {
  type AfterWriteEvent,
  computed,
  defineResource,
  type Hooks,
  type ResourceDeclaration,
  type WriteEvent,
} from "../../../engine/resource/index.ts";
import { isCrontab, setSchedule, type TaskDeclaration } from "../../../engine/tasks/index.ts";
import { isOwn, requireJobs } from "./fields.ts";
import { assetsOfNodes, requireUsable } from "./job-assets.ts";
import { jobFields } from "./job-fields.ts";
import { scheduledTaskName, scheduleName } from "./run/tasks.ts";
import { type ExecutionChoice, loadJob, startExecution } from "./start-execution.ts";
import { text } from "./texts.ts";

type JobFields = typeof jobFields;

/** Tasks that requests have begun, by their transaction and the job: the answer tells them. */
const begun = new WeakMap<object, Map<string, string>>();

/** The task a write of this request has begun. */
const begunTask = (db: object, jobId: unknown): string | null => begun.get(db)?.get(String(jobId)) ?? null;

/**
 * What people run on assets, now, later or again and again; everybody their own.
 * Contract: docs/contract/job-centre.md, "Jobs".
 */
export function jobsResource(execute: TaskDeclaration<ExecutionChoice>): ResourceDeclaration {
  return defineResource({
    path: "ops/jobs",
    app: "ops",
    model: "job",
    label: text.job,
    title: "Job",
    scope: "organization",
    table: "ops_jobs",
    fieldOrder: "declared",
    fields: { ...jobFields, task_id: taskField },
    filters: {
      instant: {
        announced: false,
        condition: (value) => (value === "" ? null : sql<boolean>`t.instant = ${value === "true"}`),
      },
    },
    search: ["t.name", "t.comment"],
    order: { by: ["name", "date_created", "date_updated"], default: ["date_created"] },
    where: isOwn,
    bulkDelete: "narrowed",
    hooks: jobHooks(execute),
  });
}

const taskField = computed({
  label: text.taskId,
  type: "string",
  columns: ["id"],
  isUndescribed: true,
  present: ({ id }, { db }) => begunTask(db, id),
});

function jobHooks(execute: TaskDeclaration<ExecutionChoice>): Hooks<JobFields> {
  return {
    prepare: ({ before, input }) => {
      const isInstant = before === null && (input.instant === true || input.instant === "true");
      return isInstant
        ? { ...input, name: `job-${randomBytes(6).toString("hex")}`, is_periodic: false }
        : { ...input };
    },
    validate: checkJob,
    columns: ({ before, values, context }) => ({
      ...(before === null ? { id: values.id ?? randomUUID(), creator_id: context.principal.id } : {}),
      remote_addr: context.remoteAddress,
      version: before === null ? 1 : sql`version + 1`,
    }),
    afterWrite: (event) => afterWrite(event, execute),
    beforeRead: requireJobs,
    beforeDelete: requireJobs,
    afterDelete: ({ db }, { id }) => dropSchedule(db, id),
  };
}

/** Rules of writing a job. @throws ValidationError */
async function checkJob({ context, before, values }: WriteEvent<JobFields>): Promise<void> {
  await requireJobs(context);
  if (values.name?.trim() === "" || (before === null && values.name === undefined)) {
    throw new ValidationError({ name: [common.required] });
  }
  if (values.timeout === 0) throw new ValidationError({ timeout: [text.timeoutRange] });
  checkTimes(values, before);
  checkPlaybook(values, before);
  const named = values.assets ?? [];
  await requireUsable(context, named);
  if (before !== null) return;
  values.assets = [...new Set([...named, ...(await assetsOfNodes(context, values.nodes ?? []))])];
  const runs = values.instant === true || values.run_after_save === true;
  if (runs && values.assets.length === 0) throw new ValidationError({ assets: [text.noAssets] });
}

/** What it runs. @throws ValidationError */
function checkPlaybook(
  values: WriteEvent<JobFields>["values"],
  before: WriteEvent<JobFields>["before"],
): void {
  const type = values.type ?? before?.type ?? "adhoc";
  const playbook = values.playbook === undefined ? (before?.playbook_id ?? null) : values.playbook;
  if (type === "playbook" && playbook === null)
    throw new ValidationError({ playbook: [text.choosePlaybook] });
}

/** When it runs by itself. @throws ValidationError */
function checkTimes(values: WriteEvent<JobFields>["values"], before: WriteEvent<JobFields>["before"]): void {
  if (values.crontab !== undefined && values.crontab !== null) {
    const crontab = values.crontab.trim().split(/\s+/).join(" ");
    if (crontab !== "" && !isCrontab(crontab)) throw new ValidationError({ crontab: [text.notCrontab] });
    values.crontab = crontab === "" ? null : crontab;
  }
  const { is_periodic: isPeriodic, crontab, interval } = { ...before, ...values };
  if (isPeriodic !== false && (crontab ?? null) === null && (interval ?? null) === null) {
    throw new ValidationError({ is_periodic: [text.noTimes] });
  }
}

async function afterWrite(
  { context, before, values, id }: AfterWriteEvent<JobFields>,
  execute: TaskDeclaration<ExecutionChoice>,
): Promise<void> {
  const job = await loadJob(context.db, String(id));
  if (job === null) return;
  await keepSchedule(context, job.id);
  if (values.run_after_save !== true && !(before === null && values.instant === true)) return;
  requirePermission(context, "ops.add_jobexecution");
  const { taskId } = await startExecution(context, execute, { job });
  const tasks = begun.get(context.db) ?? new Map<string, string>();
  begun.set(context.db, tasks.set(job.id, taskId));
}

/** Has the clock run a job at its times, for its owner, or no more. */
async function keepSchedule({ db, principal }: CallerContext, jobId: string): Promise<void> {
  const { rows } = await sql<{
    org_id: string;
    name: string;
    is_periodic: boolean;
    crontab: string | null;
    interval: number | null;
  }>`
    select org_id, name, is_periodic, crontab, "interval" from ops_jobs where id = ${jobId}::uuid
  `.execute(db);
  const [job] = rows;
  if (job === undefined) return;
  const timing =
    job.crontab === null ? { everySeconds: Number(job.interval) * 3_600 } : { crontab: job.crontab };
  await setSchedule(db, {
    name: scheduleName(jobId),
    task: scheduledTaskName,
    description: job.name,
    schedule: job.is_periodic ? timing : null,
    organizationId: job.org_id,
    kwargs: { job: jobId },
    user: { id: principal.id, display: `${principal.name}(${principal.username})` },
  });
}

const dropSchedule = (db: Kysely<Database>, jobId: string): Promise<void> =>
  setSchedule(db, { name: scheduleName(jobId), task: "", description: "", schedule: null });
