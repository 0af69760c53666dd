import { permission } from "../../../engine/access/index.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import {
  computed,
  datetime,
  defineResource,
  exactChoice,
  exactUuid,
  json,
  text as line,
  type ResourceDeclaration,
  relation,
  uuid,
} from "../../../engine/resource/index.ts";
import { duration, durationSeconds } from "../executions.ts";
import { creator, isOwn } from "./fields.ts";
import { text } from "./texts.ts";

/** What an execution can be. */
export const executionStatuses = ["running", "success", "timeout", "failed"] as const;

/** The runs of jobs; everybody their own. Contract: docs/contract/job-centre.md, "Executions". */
export const jobExecutionsResource: ResourceDeclaration = defineResource({
  path: "ops/job-executions",
  app: "ops",
  model: "jobexecution",
  label: text.execution,
  title: "Job Execution",
  scope: "organization",
  table: "ops_job_executions",
  fieldOrder: "declared",
  displayColumn: "material",
  fields: {
    id: uuid({ label: common.id, readOnly: true }),
    task_id: uuid({ label: text.taskId, readOnly: true }),
    job: relation({
      label: text.job,
      required: true,
      target: { table: "ops_jobs", key: "uuid" },
      column: "job_id",
    }),
    parameters: json({ label: text.parameters, default: {} }),
    creator: creator(),
    job_type: line({ label: text.type, readOnly: true }),
    material: line({ label: text.material, readOnly: true }),
    is_finished: computed({
      label: text.isFinished,
      type: "boolean",
      columns: ["status"],
      present: ({ status }) => status !== "running",
    }),
    is_success: computed({
      label: text.isSuccess,
      type: "boolean",
      columns: ["status"],
      present: ({ status }) => status === "success",
    }),
    time_cost: computed({
      label: text.timeCost,
      type: "float",
      columns: ["date_start", "date_finished"],
      present: (row) => durationSeconds(row) ?? 0,
    }),
    timedelta: computed({
      label: text.duration,
      type: "string",
      columns: ["date_start", "date_finished"],
      present: duration,
    }),
    date_created: datetime({ label: common.dateCreated, readOnly: true }),
    date_start: datetime({ label: text.dateStart, readOnly: true }),
    date_finished: datetime({ label: text.dateFinished, readOnly: true }),
    summary: json({ label: text.summary, readOnly: true }),
    // An addition: what the filter takes.
    status: computed({
      label: text.status,
      type: "string",
      columns: ["status"],
      isUndescribed: true,
      present: ({ status }) => String(status),
    }),
  },
  filters: {
    status: exactChoice("t.status", executionStatuses),
    job_id: exactUuid("t.job_id"),
  },
  search: ["t.material"],
  order: { by: ["date_created", "date_start", "date_finished"], default: ["-date_created"] },
  where: isOwn,
  operations: ["list", "retrieve"],
  describedFor: ["POST"],
  access: { list: permission("ops.view_jobexecution"), retrieve: permission("ops.view_jobexecution") },
  files: { previewed: false },
});
