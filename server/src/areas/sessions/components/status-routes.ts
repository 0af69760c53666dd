import { type Kysely, sql } from "kysely";
import { type CallerContext, component, permission } from "../../../engine/access/index.ts";
import { type Database, keptPlan } from "../../../engine/database/index.ts";
import { BadRequest, NotFound } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import type { Json } from "../../../engine/json.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { taskLifetimeSeconds } from "../session-tasks.ts";
import { noteHeartbeats, noteLater, readHeartbeat } from "./heartbeats.ts";
import { type LoadLevel, loadLevel, loadOf } from "./load-rule.ts";
import { readStat, statOf } from "./stat.ts";
import { text } from "./texts.ts";

/** A task as the contract sends it to components: all its columns. */
interface TaskRow {
  readonly id: string;
  readonly name: string;
  readonly session_id: string;
  readonly requested_by: string;
  readonly comment: string;
  readonly terminal_id: string;
  readonly is_finished: boolean;
  readonly date_created: Date;
}

const toldTask = (row: TaskRow): Json => ({
  id: row.id,
  name: row.name,
  args: row.session_id,
  kwargs: { terminated_by: row.requested_by, created_by: row.requested_by },
  terminal: row.terminal_id,
  is_finished: row.is_finished,
  date_created: row.date_created.toISOString(),
  date_finished: null,
  created_by: row.requested_by,
  comment: row.comment,
});

/** The columns of the row `k` that are told. */
const taskColumns = sql`k.id, k.name, k.session_id, k.requested_by, k.comment, k.terminal_id, k.is_finished,
  k.date_created`;

/** Whether the task of the row `k` is still to be done. */
const isPending = sql<boolean>`not k.is_finished
  and k.date_created > now() - ${sql.lit(taskLifetimeSeconds)} * interval '1 second'`;

/**
 * What is still asked of components, by component.
 *
 * @param id one task; default all that wait
 */
export async function pendingTasks(
  db: Kysely<Database>,
  terminalIds: readonly string[],
  id: string | null = null,
): Promise<ReadonlyMap<string, readonly Json[]>> {
  const { rows } = await sql<TaskRow>`
    select ${taskColumns} from session_tasks k
    where ${isPending} and k.terminal_id = any(${[...terminalIds]}::uuid[])
      and (${id}::uuid is null or k.id = ${id}::uuid)
    order by k.date_created
  `.execute(db);
  const tasks = new Map<string, Json[]>();
  for (const row of rows) {
    const told = tasks.get(row.terminal_id) ?? [];
    told.push(toldTask(row));
    tasks.set(row.terminal_id, told);
  }
  return tasks;
}

/** A component that reports, with one of its tasks or none. */
interface Reporting extends Omit<TaskRow, "id"> {
  readonly terminal: string;
  readonly load: LoadLevel;
  readonly id: string | null;
}

/**
 * Hears a component. Hundreds of them beat twice a minute: one statement finds the component and its tasks, and what it
 * says is noted with what others say. Only where its state changes, after a silence or by its load, is that noted before it
 * is answered.
 */
async function beat({ db, principal }: CallerContext, body: unknown): Promise<RouteAnswer> {
  const { rows } = await sql<Reporting>`${keptPlan}
    select t.id as terminal, ${loadOf} as load, ${taskColumns} from terminals t
    left join session_tasks k on k.terminal_id = t.id and ${isPending}
    where t.service_account_id = ${principal.id}::uuid and not t.is_deleted order by k.date_created
  `.execute(db);
  const [terminal] = rows;
  if (terminal === undefined) throw new BadRequest("no_terminal", text.noTerminal);
  const heartbeat = readHeartbeat(body);
  if (terminal.load === loadLevel(heartbeat)) noteLater(db, terminal.terminal, heartbeat);
  else await noteHeartbeats(db, new Map([[terminal.terminal, heartbeat]]));
  return {
    status: 201,
    body: rows.flatMap((row) => (row.id === null ? [] : [toldTask({ ...row, id: row.id })])),
  };
}

/** What components last said: of one, or of all that are alive. */
async function stats({ db, timeZone }: CallerContext, id: string | undefined): Promise<Json[]> {
  if (id !== undefined && !isUuid(id)) throw new NotFound(text.component);
  const { rows } = await sql<{ stat: unknown }>`
    select ${statOf} as stat from terminals t
    where not t.is_deleted and (${id ?? null}::uuid is null or t.id = ${id ?? null}::uuid) order by t.name
  `.execute(db);
  if (id !== undefined && rows.length === 0) throw new NotFound(text.component);
  return rows.map(({ stat }) => readStat(stat, timeZone)).filter((stat) => stat !== null);
}

/** Heartbeats over HTTP. Contract: docs/contract/components.md, section 3. */
export const statusRoutes: readonly RouteDeclaration[] = [
  ...["terminals/status", "terminals/:id/status", "status"].flatMap((path): RouteDeclaration[] => [
    {
      methods: ["GET"],
      path: `/api/v1/terminal/${path}/`,
      access: permission("terminal.view_status"),
      title: "Status List",
      handle: async (context, { params }) => ({ body: await stats(caller(context), params.id) }),
    },
    {
      methods: ["POST"],
      path: `/api/v1/terminal/${path}/`,
      access: component("terminal.add_status"),
      title: "Status List",
      bodyLimit: 512 * 1024,
      // One statement at most is written before the answer.
      transaction: false,
      handle: (context, { body }) => beat(caller(context), body),
    },
  ]),
];
