import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { publishFor, type TaskDeclaration } from "../../../engine/tasks/index.ts";
import { organizationsTable } from "../../organizations/index.ts";
import { usersTable } from "../../users/index.ts";
import { type JobModule, type JobSnapshot, mostHosts, parameterDefaults } from "./stored-job.ts";

/** What the task of an execution works on. */
export type ExecutionChoice = { readonly execution: string };

/** A job as executions begin from it. */
export interface StoredJob {
  readonly id: string;
  readonly org_id: string;
  readonly creator_id: string;
  readonly name: string;
  readonly type: string;
  readonly version: number;
  readonly remote_addr: string;
  readonly snapshot: JobSnapshot;
}

interface JobRow extends Omit<StoredJob, "snapshot"> {
  readonly module: JobModule | null;
  readonly args: string | null;
  readonly runas: string;
  readonly runas_policy: JobSnapshot["runas_policy"];
  readonly timeout: number;
  readonly chdir: string | null;
  readonly use_parameter_define: boolean;
  readonly parameters_define: JsonObject | string;
  readonly playbook_id: string | null;
  readonly playbook_name: string | null;
  readonly assets: string[];
}

/** The job of that id as it is now; null: there is none. */
export async function loadJob(db: Kysely<Database>, id: string): Promise<StoredJob | null> {
  const { rows } = await sql<JobRow>`
    select j.id, j.org_id, j.creator_id, j.name, j.type, j.version, j.remote_addr, j.module, j.args, j.runas,
      j.runas_policy, j.timeout, j.chdir, j.use_parameter_define, j.parameters_define, p.id as playbook_id,
      p.name as playbook_name, array(
        select l.asset_id from ops_job_assets l where l.job_id = j.id order by l.asset_id limit ${mostHosts}
      ) as assets
    from ops_jobs j left join ops_playbooks p on p.id = j.playbook_id where j.id = ${id}::uuid
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { module, args, runas, runas_policy, timeout, chdir, assets, playbook_id, playbook_name, ...job } =
    row;
  const playbook = playbook_id === null ? null : { id: playbook_id, name: playbook_name ?? "" };
  return {
    ...job,
    snapshot: {
      module: module ?? "shell",
      args: args ?? "",
      ...{ runas, runas_policy, timeout, assets },
      chdir: chdir ?? "",
      ...(job.type === "playbook" ? { playbook } : {}),
      defaults: row.use_parameter_define ? parameterDefaults(row.parameters_define) : {},
    },
  };
}

/** What a person reads of what a job does, beside organization and owner where it is a playbook. */
async function materialOf(
  db: Kysely<Database>,
  { org_id, creator_id, snapshot }: StoredJob,
): Promise<string> {
  const { module, args, playbook } = snapshot;
  if (playbook === undefined) return `${module}:${args}`;
  const { rows } = await sql<{ organization: string; person: string }>`
    select coalesce((select name from ${organizationsTable} where id = ${org_id}::uuid), '') as organization,
      coalesce((select name from ${usersTable} where id = ${creator_id}::uuid), '') as person
  `.execute(db);
  return [rows[0]?.organization ?? "", rows[0]?.person ?? "", playbook?.name ?? ""].join(":");
}

/** An execution as it begins. */
export interface NewExecution {
  readonly id: string;
  readonly job: StoredJob;
  readonly taskId: string;
  readonly parameters: { readonly [name: string]: string };
  readonly remoteAddress: string;
  /** Id of the execution whose failed hosts it runs again. */
  readonly retryOf?: string;
}

/** Keeps that a job is executed, as it is now. */
export async function keepExecution(
  db: Kysely<Database>,
  { id, job, taskId, parameters, remoteAddress, retryOf }: NewExecution,
): Promise<void> {
  await sql`
    insert into ops_job_executions (id, org_id, creator_id, task_id, job_id, job_name, job_type, job_version, material,
      snapshot, parameters, remote_addr, retry_of)
    values (${id}::uuid, ${job.org_id}::uuid, ${job.creator_id}::uuid, ${taskId}::uuid, ${job.id}::uuid, ${job.name},
      ${job.type}, ${job.version}, ${await materialOf(db, job)}, ${JSON.stringify(job.snapshot)}::jsonb,
      ${JSON.stringify(parameters)}::jsonb, ${remoteAddress}, ${retryOf ?? null}::uuid)
  `.execute(db);
}

/** What of a job the caller has executed. */
interface WantedExecution {
  readonly job: StoredJob;
  readonly parameters?: { readonly [name: string]: string };
  readonly retryOf?: string;
}

/** Has a job executed for the caller, in the transaction of the request; answers the ids of execution and task. */
export async function startExecution(
  context: CallerContext,
  task: TaskDeclaration<ExecutionChoice>,
  { job, parameters = {}, retryOf }: WantedExecution,
): Promise<{ readonly id: string; readonly taskId: string }> {
  const id = randomUUID();
  const taskId = await publishFor(context, task, { execution: id }, job.org_id);
  await keepExecution(context.db, {
    ...{ id, job, taskId, parameters },
    remoteAddress: context.remoteAddress,
    ...(retryOf === undefined ? {} : { retryOf }),
  });
  return { id, taskId };
}

/** The task of the execution of a job of that id; null: there is none. */
export async function taskOfExecution(db: Kysely<Database>, id: string): Promise<string | null> {
  const { rows } = await sql<{ task_id: string }>`
    select task_id from ops_job_executions where id = ${isUuid(id) ? id : null}::uuid
  `.execute(db);
  return rows[0]?.task_id ?? null;
}
