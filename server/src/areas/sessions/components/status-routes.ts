import { type Kysely, sql } from "kysely";
import { type CallerContext, component, permission } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import type { Json } from "../../../engine/json.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { taskLifetimeSeconds } from "../session-tasks.ts";
import { noteHeartbeats, readHeartbeat } from "./heartbeats.ts";
import { ownTerminal } from "./own-terminal.ts";
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

/**
 * What is still asked of a component.
 *
 * @param id one task; default all that wait
 */
export async function pendingTasks(
  db: Kysely<Database>,
  terminalIds: readonly string[],
  id: string | null = null,
): Promise<ReadonlyMap<string, readonly Json[]>> {
  const { rows } = await sql<TaskRow>`
    select id, name, session_id, requested_by, comment, terminal_id, is_finished, date_created from session_tasks
    where not is_finished and terminal_id = any(${[...terminalIds]}::uuid[])
      and date_created > now() - ${taskLifetimeSeconds} * interval '1 second'
      and (${id}::uuid is null or id = ${id}::uuid)
    order by date_created
  `.execute(db);
  const tasks = new Map<string, Json[]>();
  for (const row of rows) {
    const told = tasks.get(row.terminal_id) ?? [];
    told.push({
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
    tasks.set(row.terminal_id, told);
  }
  return tasks;
}

async function beat(context: CallerContext, body: unknown): Promise<RouteAnswer> {
  const terminal = await ownTerminal(context);
  await noteHeartbeats(context.db, new Map([[terminal.id, readHeartbeat(body)]]));
  const tasks = await pendingTasks(context.db, [terminal.id]);
  return { status: 201, body: tasks.get(terminal.id) ?? [] };
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
      handle: (context, { body }) => beat(caller(context), body),
    },
  ]),
];
