import { type RawBuilder, sql } from "kysely";
import type { CallerContext, RequestContext } from "../../engine/access/index.ts";
import { NotFound } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import { isUuid } from "../../engine/resource/index.ts";
import { type TaskState, taskExecutionsTable, tasksTable } from "../../engine/tasks/index.ts";
import { text } from "./texts.ts";

/** Anyone who sees the tasks of an organization sees all its executions; others see their own. */
const taskCode = "ops.view_celerytask";

/**
 * The executions (`t`) a caller may see: their own; with the right to see tasks, those of the organization; system
 * administrators all of them. Null: all.
 */
export function visibleExecutions({
  principal,
  permissions,
  organization,
}: RequestContext): RawBuilder<boolean> | null {
  if (permissions.isSuperuser) return null;
  const own = sql<boolean>`t.user_id = ${principal?.id ?? null}::uuid`;
  if (!permissions.has(taskCode)) return own;
  return organization.isRoot ? null : sql<boolean>`(${own} or t.org_id = ${organization.id}::uuid)`;
}

/** An execution somebody may see. */
export interface VisibleExecution {
  readonly id: string;
  readonly name: string;
  readonly org_id: string | null;
  readonly user_id: string | null;
  readonly kwargs: JsonObject;
  readonly state: TaskState;
  readonly result: JsonObject | null;
  readonly date_start: Date | null;
}

const select = sql`
  select t.id, k.name, t.org_id, t.user_id, t.kwargs, t.state, t.result, t.date_start
  from ${taskExecutionsTable} t join ${tasksTable} k on k.id = t.task_id
`;

/**
 * The execution of that id as the caller may see it, in whichever organization it is.
 * @throws NotFound also where there is one that they may not know of.
 */
export async function findExecution(context: CallerContext, id: string): Promise<VisibleExecution> {
  const { db, services, principal, accessVersion, permissions } = context;
  const { rows } =
    await sql<VisibleExecution>`${select} where t.id = ${isUuid(id) ? id : null}::uuid`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new NotFound(text.execution);
  if (row.user_id === principal.id || permissions.isSuperuser) return row;
  // Theirs is the organization of the execution, whichever they are in at the moment.
  if (row.org_id === null) throw new NotFound(text.execution);
  const organization = await services.organizations.resolve(row.org_id, accessVersion);
  const there = await services.permissions.permissions(principal, organization, accessVersion);
  if (!there.has(taskCode)) throw new NotFound(text.execution);
  return row;
}
