import { type Kysely, sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { BadRequest, FieldError, NotFound, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, withParameters } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import {
  computed,
  isUuid,
  json,
  prepareResource,
  readKey,
  retrieveObject,
  uuid,
  writeInstant,
} from "../../../engine/resource/index.ts";
import { stopExecution, type TaskDeclaration } from "../../../engine/tasks/index.ts";
import { durationSeconds } from "../executions.ts";
import { jobExecutionsResource } from "./execution-resource.ts";
import { requireJobs } from "./fields.ts";
import { type OwnExecution, ownExecution } from "./own-execution.ts";
import { readOutput } from "./run/host-rows.ts";
import type { HostState } from "./run/summary.ts";
import { differenceRoute } from "./run-difference.ts";
import { type ExecutionChoice, loadJob, type StoredJob, startExecution } from "./start-execution.ts";
import { runParameters } from "./stored-job.ts";
import { text } from "./texts.ts";

/** Most characters of the parameters of a run. */
const mostParameters = 8_192;

const view = permission("ops.view_jobexecution");
const add = permission("ops.add_jobexecution");

/** @throws ValidationError on `job` for what is no key */
function keyOf(given: unknown): string {
  try {
    return readKey(given, "uuid");
  } catch (error) {
    throw error instanceof FieldError ? new ValidationError({ job: error.errors }) : error;
  }
}

/** The job a body names, of the caller. @throws ValidationError on `job` */
async function namedJob(context: CallerContext, body: unknown): Promise<StoredJob> {
  const given = isObject(body) ? body.job : undefined;
  if (given === undefined || given === null || given === "")
    throw new ValidationError({ job: [common.required] });
  const id = keyOf(given);
  const job = await loadJob(context.db, id);
  const { organization, principal } = context;
  if (job === null || job.creator_id !== principal.id || job.org_id !== organization.id) {
    throw new ValidationError({ job: [withParameters(common.objectMissing, { pk: id })] });
  }
  return job;
}

function namedParameters(body: unknown) {
  const given = isObject(body) ? body.parameters : undefined;
  const parameters = runParameters(given);
  if (parameters === null) throw new ValidationError({ parameters: [text.notParameters] });
  if (JSON.stringify(parameters).length > mostParameters) {
    throw new ValidationError({
      parameters: [withParameters(text.parametersTooLong, { most: mostParameters })],
    });
  }
  return parameters;
}

const prepared = prepareResource(jobExecutionsResource);

const fieldsOfPost = {
  POST: {
    job: uuid({ label: text.job, required: true }),
    parameters: json({ label: text.parameters, default: {} }),
  },
};

/** What is done with executions beside reading them. Contract: docs/contract/job-centre.md, "Executions". */
export function jobExecutionRoutes(execute: TaskDeclaration<ExecutionChoice>): readonly RouteDeclaration[] {
  const begin = async (
    context: CallerContext,
    wanted: Parameters<typeof startExecution>[2],
  ): Promise<Record<string, unknown>> => {
    await requireJobs(context);
    const { id, taskId } = await startExecution(context, execute, wanted);
    await recordOperation(context, {
      action: "create",
      type: text.execution,
      name: wanted.job.name,
      id,
      organizationId: wanted.job.org_id,
    });
    const { body } = await retrieveObject(prepared, context, id);
    return { ...(body as Record<string, unknown>), task_id: taskId };
  };
  return [
    {
      methods: ["POST"],
      path: "/api/v1/ops/job-executions/",
      access: add,
      fields: fieldsOfPost,
      handle: async (context, { body }) => {
        const known = caller(context);
        const job = await namedJob(known, body);
        return { status: 201, body: await begin(known, { job, parameters: namedParameters(body) }) };
      },
    },
    {
      methods: ["POST"],
      path: "/api/v1/sallyport/job-executions/:id/retry/",
      access: add,
      title: "Job Execution Retry Api",
      handle: async (context, { params }) => {
        const known = caller(context);
        const before = await ownExecution(known, params.id);
        const wanted = { job: await failedAgain(known.db, before), parameters: before.parameters };
        return { status: 201, body: await begin(known, { ...wanted, retryOf: before.id }) };
      },
    },
    {
      methods: ["POST"],
      path: "/api/v1/sallyport/job-executions/:id/stop/",
      access: add,
      title: "Job Execution Stop Api",
      handle: async (context, { params }) => {
        const known = caller(context);
        const execution = await ownExecution(known, params.id);
        if (!(await stopExecution(known, execution.task_id))) {
          throw new BadRequest("already_finished", text.alreadyFinished);
        }
        await recordOperation(known, {
          action: "update",
          type: text.execution,
          name: execution.job_name,
          id: execution.id,
          organizationId: execution.org_id,
        });
        return { body: { id: execution.id } };
      },
    },
    ...readingRoutes,
    differenceRoute,
  ];
}

/** The job of an execution as it was then, for the hosts alone that failed. */
async function failedAgain(db: Kysely<Database>, execution: OwnExecution): Promise<StoredJob> {
  if (execution.status === "running") throw new BadRequest("not_finished", text.notFinished);
  const { rows } = await sql<{ asset_id: string }>`
    select asset_id from ops_job_hosts where execution_id = ${execution.id}::uuid and state <> 'ok' order by position
  `.execute(db);
  const { rows: hosts } = await sql<{ count: number }>`
    select count(*)::integer as count from ops_job_hosts where execution_id = ${execution.id}::uuid
  `.execute(db);
  // One that failed before it had hosts begins with all of them.
  const assets = hosts[0]?.count === 0 ? execution.snapshot.assets : rows.map(({ asset_id }) => asset_id);
  if (assets.length === 0) throw new BadRequest("nothing_failed", text.nothingFailed);
  if (execution.job_id === null) throw new NotFound(text.job);
  const job = await loadJob(db, execution.job_id);
  if (job === null) throw new NotFound(text.job);
  return { ...job, version: execution.job_version, snapshot: { ...execution.snapshot, assets } };
}

/** A host of an execution, as it is kept. */
interface HostRow {
  readonly asset_id: string;
  readonly name: string;
  readonly account: string;
  readonly state: HostState;
  readonly exit_code: number | null;
  readonly reason: string;
  readonly session_id: string | null;
  readonly output_size: string;
  readonly is_cut: boolean;
  readonly date_start: Date | null;
  readonly date_finished: Date | null;
}

const readingRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/ops/job-execution/task-detail/:id/",
    access: view,
    title: "Job Execution Task Detail",
    fields: {
      GET: { status: computed({ label: text.status, type: "string", present: () => null }) },
    },
    handle: async (context, { params }) => {
      const execution = await ownExecution(caller(context), params.id, "task_id");
      const { status, job_id } = execution;
      return {
        body: {
          status,
          is_finished: status !== "running",
          is_success: status === "success",
          time_cost: durationSeconds({ ...execution }) ?? 0,
          job_id,
          // An addition.
          execution_id: execution.id,
        },
      };
    },
  },
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/job-executions/:id/hosts/",
    access: view,
    title: "Job Execution Host List",
    fields: { GET: { name: computed({ label: text.host, type: "string", present: () => null }) } },
    handle: async (context, { params }) => {
      const known = caller(context);
      const execution = await ownExecution(known, params.id);
      const { rows } = await sql<HostRow>`
        select asset_id, name, account, state, exit_code, reason, session_id, output_size, is_cut, date_start,
          date_finished
        from ops_job_hosts where execution_id = ${execution.id}::uuid order by position
      `.execute(known.db);
      const { snapshot, parameters, status, retry_of } = execution;
      const { assets: _assets, defaults: _defaults, ...command } = snapshot;
      return {
        body: {
          status,
          retry_of,
          command: { ...command, parameters },
          hosts: rows.map(({ asset_id: asset, session_id: session, output_size, ...row }) => ({
            ...row,
            ...{ asset, session },
            output_size: Number(output_size),
            date_start: row.date_start && writeInstant(row.date_start, known.timeZone),
            date_finished: row.date_finished && writeInstant(row.date_finished, known.timeZone),
            time_cost: durationSeconds({ ...row }) ?? 0,
          })),
        },
      };
    },
  },
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/job-executions/:id/hosts/:asset/output/",
    access: view,
    title: "Job Execution Host Output",
    fields: { GET: { text: computed({ label: text.host, type: "string", present: () => null }) } },
    handle: async (context, { params }) => {
      const known = caller(context);
      const { id: executionId } = await ownExecution(known, params.id);
      const assetId = params.asset ?? "";
      if (!isUuid(assetId)) throw new NotFound(text.host);
      const given = known.query.get("offset") ?? "";
      const offset = /^\d{1,9}$/.test(given) ? Number(given) : 0;
      // Read before the output: what is said until the host is done is in the answer that says so.
      const { rows } = await sql<{ is_done: boolean }>`
        select date_finished is not null as is_done from ops_job_hosts
        where execution_id = ${executionId}::uuid and asset_id = ${assetId}::uuid
      `.execute(known.db);
      const [host] = rows;
      if (host === undefined) throw new NotFound(text.host);
      const part = await readOutput(known.db, { executionId, assetId }, offset);
      return { body: { ...part, end: host.is_done && part.text === "" } };
    },
  },
];
