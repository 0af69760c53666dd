import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Language } from "../i18n/messages.ts";
import type { JsonObject } from "../json.ts";
import { locationOf, type ProcessLocation } from "../process/process-location.ts";
import type { TaskState } from "./task-state.ts";

/** An execution as the worker that takes it finds it. */
export interface TakenExecution {
  readonly id: string;
  readonly name: string;
  readonly org_id: string | null;
  readonly user_id: string | null;
  readonly language: Language;
  readonly kwargs: JsonObject;
  readonly stop_requested: boolean;
  /** Whether an attempt before was at work when its worker died. */
  readonly was_running: boolean;
  readonly runners: readonly ProcessLocation[];
  readonly date_start: Date;
}

/** Takes an execution that is not finished yet; null: there is nothing to do any more. */
export async function takeExecution(db: Kysely<Database>, id: string): Promise<TakenExecution | null> {
  const { rows } = await sql<TakenExecution>`
    with before as (
      select id, state from task_executions where id = ${id}::uuid and date_finished is null for update
    )
    update task_executions e
    set state = 'RUNNING', attempts = e.attempts + 1, date_start = coalesce(e.date_start, now())
    from before, tasks t
    where e.id = before.id and t.id = e.task_id
    returning e.id, t.name, e.org_id, e.user_id, e.language, e.kwargs, e.stop_requested,
      before.state = 'RUNNING' as was_running, e.runners, e.date_start
  `.execute(db);
  return rows[0] ?? null;
}

/** Puts an execution back that this worker cannot end. */
export async function returnExecution(db: Kysely<Database>, id: string): Promise<void> {
  await sql`
    update task_executions set state = 'PENDING', runners = '[]' where id = ${id}::uuid and date_finished is null
  `.execute(db);
}

/** How an execution ended. */
export interface ExecutionEnd {
  readonly state: Extract<TaskState, "SUCCESS" | "FAILURE" | "REVOKED">;
  /** A stable word; `""` of a success. */
  readonly reason: string;
  readonly result: JsonObject | null;
}

/** Ends an execution, once; answers whether it was this call that did. */
export async function endExecution(
  db: Kysely<Database>,
  id: string,
  { state, reason, result }: ExecutionEnd,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update task_executions set state = ${state}, reason = ${reason}, runners = '[]', date_finished = now(),
      result = ${result === null ? null : JSON.stringify(result)}::jsonb
    where id = ${id}::uuid and date_finished is null
  `.execute(db);
  return numAffectedRows > 0n;
}

/** Notes a process that works for an execution: when its worker dies, the next one ends it. */
export async function noteRunner(db: Kysely<Database>, id: string, pid: number): Promise<void> {
  await sql`
    update task_executions set runners = ${JSON.stringify([locationOf(pid)])}::jsonb
    where id = ${id}::uuid and date_finished is null
  `.execute(db);
}
