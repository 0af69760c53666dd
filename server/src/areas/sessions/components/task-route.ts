import { sql } from "kysely";
import { type CallerContext, component } from "../../../engine/access/index.ts";
import { NotFound, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { isObject } from "../../../engine/json.ts";
import { isUuid, prepareResource, retrieveObject } from "../../../engine/resource/index.ts";
import { finishTask, type PendingTask } from "../finish-task.ts";
import { tasksResource } from "../session-tasks.ts";
import { text as sessionText } from "../texts.ts";
import { ownTerminal } from "./own-terminal.ts";
import { text } from "./texts.ts";

const preparedTasks = prepareResource(tasksResource);

/** A component has done what it was asked; only its own tasks are its to finish, and none is taken back. */
async function finish(context: CallerContext, id: string, body: unknown): Promise<RouteAnswer> {
  const { db, services, accessVersion } = context;
  if (!isObject(body) || body.is_finished !== true) {
    throw new ValidationError({ is_finished: [text.onlyFinished] });
  }
  const terminal = await ownTerminal(context);
  const { rows } = await sql<PendingTask & { readonly org_id: string }>`
    select id, session_id, name, requested_by, comment, org_id from session_tasks
    where id = ${isUuid(id) ? id : null}::uuid and terminal_id = ${terminal.id}::uuid for update
  `.execute(db);
  const [task] = rows;
  if (task === undefined) throw new NotFound(sessionText.task);
  await finishTask(db, task);
  const organization = await services.organizations.resolve(task.org_id, accessVersion);
  return retrieveObject(preparedTasks, { ...context, organization }, task.id);
}

/** Tasks as components finish them. Contract: docs/contract/components.md, section 4. */
export const finishTaskRoute: RouteDeclaration = {
  methods: ["PUT", "PATCH"],
  path: "/api/v1/terminal/tasks/:id/",
  access: component("terminal.change_task"),
  title: "Task Instance",
  handle: (context, { params, body }) => finish(caller(context), params.id ?? "", body),
};
