import { sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import type { JobSnapshot } from "./stored-job.ts";
import { text } from "./texts.ts";

/** An execution of the caller. */
export interface OwnExecution {
  readonly id: string;
  readonly org_id: string;
  readonly task_id: string;
  readonly job_id: string | null;
  readonly job_name: string;
  readonly job_type: string;
  readonly job_version: number;
  readonly material: string;
  readonly snapshot: JobSnapshot;
  readonly parameters: { readonly [name: string]: string };
  readonly retry_of: string | null;
  readonly status: string;
  readonly date_start: Date | null;
  readonly date_finished: Date | null;
}

/** The execution of that id, of the caller. @throws NotFound also for the executions of others */
export async function ownExecution(
  { db, principal, organization }: CallerContext,
  id: string | undefined,
  column: "id" | "task_id" = "id",
): Promise<OwnExecution> {
  const { rows } = await sql<OwnExecution>`
    select id, org_id, task_id, job_id, job_name, job_type, job_version, material, snapshot, parameters, retry_of, status,
      date_start, date_finished
    from ops_job_executions where ${sql.ref(column)} = ${id !== undefined && isUuid(id) ? id : null}::uuid
      and creator_id = ${principal.id}::uuid and (${organization.isRoot} or org_id = ${organization.id}::uuid)
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new NotFound(text.execution);
  return row;
}
