import { type Kysely, sql } from "kysely";
import { type CallerContext, permission } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { text as common } from "../../engine/i18n/index.ts";
import { isObject } from "../../engine/json.ts";
import {
  boolean,
  choice,
  datetime,
  defineResource,
  exactBoolean,
  isUuid,
  json,
  parseBody,
  stamps,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { text } from "./texts.ts";

/** What can be asked of a running session. */
export type TaskName = "kill_session" | "lock_session" | "unlock_session";

/** Tells gateways that there is a task; the payload is its id. */
export const taskChannel = "sessions.tasks";

/** A task no gateway took for this long is given up, in seconds. */
export const taskLifetimeSeconds = 600;

/** Most sessions of one call. */
const mostSessions = 1000;

const taskChoices = [
  { value: "kill_session", label: text.killSession },
  { value: "lock_session", label: text.lockSession },
  { value: "unlock_session", label: text.unlockSession },
];

/**
 * Asks the gateways that carry these sessions to act. Sessions that have ended or belong elsewhere are passed
 * over; asking twice makes one task. Answers the sessions that are going to hear of it.
 * @param task what they are to do, and why, as their people read it
 * @param isAnywhere whether they may belong to any organization; default in the root one
 */
export async function requestTask(
  context: CallerContext,
  sessionIds: readonly string[],
  task: { readonly name: TaskName; readonly reason: string },
  isAnywhere = context.organization.isRoot,
): Promise<string[]> {
  const { name, reason } = task;
  const { organization, principal, db } = context;
  const ids = [...new Set(sessionIds.filter(isUuid).map((id) => id.toLowerCase()))].slice(0, mostSessions);
  const { rows } = await sql<{ id: string; session_id: string; is_new: boolean }>`
    with wanted as (
      select s.id, s.org_id, s.terminal_id from sessions s
      where s.id = any(${ids}::uuid[]) and not s.is_finished
        and ${isAnywhere ? sql`true` : sql`s.org_id = ${organization.id}::uuid`}
      for update of s
    ), pending as (
      select t.id, t.session_id from session_tasks t join wanted w on w.id = t.session_id
      where t.name = ${name} and not t.is_finished
    ), made as (
      insert into session_tasks (session_id, org_id, name, terminal_id, requested_by, comment)
      select w.id, w.org_id, ${name}, w.terminal_id, ${`${principal.name}(${principal.username})`}, ${reason}
      from wanted w
      where not exists (select 1 from pending p where p.session_id = w.id)
      returning id, session_id
    )
    select id, session_id, true as is_new from made union all select id, session_id, false from pending
  `.execute(db);
  for (const { id } of rows) await context.services.events.publish(taskChannel, id, db);
  await recordTasks(context, rows, name);
  const reached = new Set(rows.map(({ session_id }) => session_id));
  return ids.filter((id) => reached.has(id));
}

/** Ending, locking and unlocking somebody's session is written down for the session's own organization. */
async function recordTasks(
  context: CallerContext,
  tasks: readonly { readonly session_id: string; readonly is_new: boolean }[],
  name: TaskName,
): Promise<void> {
  const ids = tasks.filter(({ is_new }) => is_new).map(({ session_id }) => session_id);
  const { rows } = await sql<{ id: string; org_id: string; target: string }>`
    select id, org_id, "user" || ' - ' || asset as target from sessions where id = any(${ids}::uuid[])
  `.execute(context.db);
  const label = {
    kill_session: text.killSession,
    lock_session: text.lockSession,
    unlock_session: text.unlockSession,
  };
  for (const { id, org_id: organizationId, target } of rows) {
    await recordOperation(context, {
      action: "create",
      type: text.task,
      name: `${label[name].en}: ${target}`.slice(0, 128),
      id,
      organizationId,
    });
  }
}

/** Why something is asked for, as the session's person reads it. */
const reasonField = textField({ label: text.reason, maxLength: 256 });

/** The reason that a request gives. */
async function reasonOf(context: CallerContext, body: unknown): Promise<string> {
  const given = isObject(body) && body.reason !== undefined ? { reason: body.reason } : {};
  const { reason } = await parseBody(context, { reason: reasonField }, given);
  return typeof reason === "string" ? reason.trim() : "";
}

/** A request to end sessions: a list of ids, a single bare id, or (an addition) either and why in an object. */
export async function killRequest(
  context: CallerContext,
  body: unknown,
): Promise<{ readonly ids: readonly string[]; readonly reason: string }> {
  const asked = isObject(body) ? body.sessions : body;
  const ids = typeof asked === "string" ? [asked] : asked;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string")) {
    throw new ValidationError({ non_field_errors: [text.sessionIdsExpected] });
  }
  return { ids, reason: await reasonOf(context, body) };
}

/** What a request to lock a session, or to let it go on, says. */
export const lockFields = {
  session_id: textField({ label: text.sessionId, required: true, maxLength: 40 }),
  task_name: choice({ label: text.taskName, required: true, choices: taskChoices.slice(1) }),
  reason: reasonField,
};

const lockNames: readonly string[] = ["lock_session", "unlock_session"];

/** Reads such a request. */
export async function lockRequest(
  context: CallerContext,
  body: unknown,
): Promise<{ readonly id: string; readonly name: TaskName; readonly reason: string }> {
  const { session_id: id, task_name: name } = isObject(body) ? body : {};
  const errors: Record<string, (typeof common.required)[]> = {};
  if (typeof id !== "string" || id === "") errors.session_id = [common.required];
  else if (id.length > 40) errors.session_id = [common.invalidFilter];
  if (name === undefined) errors.task_name = [common.required];
  else if (typeof name !== "string" || !lockNames.includes(name)) errors.task_name = [common.invalidFilter];
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  return { id: id as string, name: name as TaskName, reason: await reasonOf(context, body) };
}

const terminate = permission("terminal.terminate_session");

/** Ending, locking and unlocking sessions. Contract: docs/contract/sessions.md, section 4. */
export const taskRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["POST"],
    path: "/api/v1/terminal/tasks/kill-session/",
    access: terminate,
    title: "Kill Session",
    fields: { POST: {} },
    handle: async (context, { body }) => {
      const { ids, reason } = await killRequest(caller(context), body);
      return { body: { ok: await requestTask(caller(context), ids, { name: "kill_session", reason }) } };
    },
  },
  {
    methods: ["POST"],
    path: "/api/v1/terminal/tasks/toggle-lock-session/",
    access: terminate,
    title: "Create toggle task",
    fields: {
      POST: lockFields,
    },
    handle: async (context, { body }) => {
      const { id, ...task } = await lockRequest(caller(context), body);
      return { body: { ok: await requestTask(caller(context), [id], task) } };
    },
  },
];

/** Tasks as administrators of the installation see them. */
export const tasksResource = defineResource({
  path: "terminal/tasks",
  app: "terminal",
  model: "task",
  label: text.task,
  title: "Task",
  scope: "global",
  table: "session_tasks",
  fieldOrder: "declared",
  // Described as what asks for a task; only the routes above write them.
  fields: {
    id: uuid({ label: common.id }),
    created_by: textField({ label: common.createdBy, maxLength: 128, column: "requested_by" }),
    updated_by: textField({ label: common.updatedBy, maxLength: 128 }),
    ...stamps("date_created", "date_updated"),
    comment: textField({ label: common.comment }),
    name: choice({ label: text.taskName, required: true, choices: taskChoices }),
    args: textField({ label: text.taskSubject, required: true, maxLength: 1024, column: "session_id" }),
    kwargs: {
      ...json({ label: text.taskArguments, column: "requested_by" }),
      present: ({ requested_by: name }) => ({ terminated_by: String(name), created_by: String(name) }),
    },
    is_finished: boolean({ label: text.isFinished }),
    date_finished: datetime({ label: text.dateFinished }),
    terminal: { ...uuid({ label: text.terminal, column: "terminal_id" }), type: "field" },
  },
  filters: { is_finished: exactBoolean("t.is_finished") },
  order: {
    by: [
      "created_by",
      "updated_by",
      "date_created",
      "date_updated",
      "comment",
      "name",
      "args",
      "is_finished",
      "date_finished",
    ],
    default: ["-date_created"],
  },
  where: ({ organization }) =>
    organization.isRoot ? null : sql<boolean>`t.org_id = ${organization.id}::uuid`,
  operations: ["list", "retrieve"],
  describedFor: ["POST", "PUT", "PATCH"],
});

/** Gives up tasks no gateway took in time; called by the worker. */
export async function expireTasks(db: Kysely<Database>): Promise<void> {
  await sql`
    update session_tasks set is_finished = true, date_finished = now()
    where not is_finished and date_created < now() - ${taskLifetimeSeconds} * interval '1 second'
  `.execute(db);
}
