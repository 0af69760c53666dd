import { type CallerContext, signedIn } from "../../engine/access/index.ts";
import { recordOperation } from "../../engine/audit/index.ts";
import { BadRequest, PermissionDenied } from "../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../engine/http/index.ts";
import { translate } from "../../engine/i18n/index.ts";
import { computed } from "../../engine/resource/index.ts";
import { type KnownTasks, publishFor, readLog, stopExecution, taskText } from "../../engine/tasks/index.ts";
import { taskOfExecution } from "./centre/start-execution.ts";
import { text } from "./texts.ts";
import { findExecution } from "./visible-executions.ts";

/** Characters answered of a log at once. */
const tailSize = 10_240;

const narrowed = signedIn("executions the caller may not see are answered as if there were none");

/** What is done with executions beside reading them. Contract: docs/contract/jobs.md, "Executions". */
export function executionRoutes(known: KnownTasks): readonly RouteDeclaration[] {
  return [
    {
      methods: ["POST"],
      path: "/api/v1/ops/task-executions/",
      access: { kind: "superuser" },
      handle: async (context) => {
        const found = caller(context);
        const from = found.query.get("from") ?? "";
        if (from === "") throw new BadRequest("task_from_required", text.fromMissing);
        const { name, kwargs, org_id: organizationId } = await findExecution(found, from);
        const task = known().find(name);
        if (task === undefined) throw new BadRequest("task_not_found_error", text.taskNotFound);
        const read = task.readKwargs === undefined ? kwargs : task.readKwargs(kwargs);
        if (read === null) throw new BadRequest("task_args_error", text.taskArgs);
        const id = await publishFor(found, task, read, organizationId);
        await recordOperation(found, { action: "create", type: text.execution, name: task.name, id });
        return { status: 201, body: { task_id: id } };
      },
    },
    {
      methods: ["POST"],
      path: "/api/v1/sallyport/task-executions/:id/stop/",
      access: narrowed,
      title: "Task Execution Stop Api",
      handle: async (context, { params }) => {
        const found = caller(context);
        const execution = await findExecution(found, params.id ?? "");
        if (!mayStop(found, execution)) throw new PermissionDenied();
        if (!(await stopExecution(found, execution.id))) {
          throw new BadRequest("already_finished", text.alreadyFinished);
        }
        await recordOperation(found, {
          action: "update",
          type: text.execution,
          name: execution.name,
          id: execution.id,
          ...(execution.org_id === null ? {} : { organizationId: execution.org_id }),
        });
        return { body: { id: execution.id } };
      },
    },
    {
      methods: ["GET"],
      path: "/api/v1/ops/celery/task/:name/task-execution/:id/log/",
      access: narrowed,
      title: "Celery Task Log Api",
      fields: { GET: { data: computed({ label: text.logTitle, type: "string", present: () => null }) } },
      handle: (context, { params }) => tail(caller(context), params.id ?? ""),
    },
    {
      methods: ["GET"],
      path: "/api/v1/ops/ansible/job-execution/:id/log/",
      access: narrowed,
      title: "Ansible Task Log Api",
      fields: { GET: { data: computed({ label: text.logTitle, type: "string", present: () => null }) } },
      handle: async (context, { params }) => {
        const known = caller(context);
        const id = params.id ?? "";
        return tail(known, (await taskOfExecution(known.db, id)) ?? id);
      },
    },
    {
      methods: ["GET"],
      path: "/api/v1/ops/celery/task/:name/task-execution/:id/result/",
      access: narrowed,
      title: "Celery Result Api",
      fields: { GET: { state: computed({ label: taskText.state, type: "string", present: () => null }) } },
      handle: async (context, { params }) => {
        const { id, result, state } = await findExecution(caller(context), params.id ?? "");
        return { body: { id, result, state } };
      },
    },
  ];
}

/** Who asked for it may stop it, and who runs its organization. */
function mayStop(
  { principal, permissions, organization }: CallerContext,
  execution: { readonly user_id: string | null; readonly org_id: string | null },
): boolean {
  if (permissions.isSuperuser || execution.user_id === principal.id) return true;
  return permissions.isOrganizationAdmin && execution.org_id === organization.id;
}

/** The next piece of a log; `mark` is where the one before ended. */
async function tail(context: CallerContext, id: string) {
  const { id: executionId, state } = await findExecution(context, id);
  const mark = context.query.get("mark") ?? "";
  const position = /^\d{1,9}$/.test(mark) ? Number(mark) : 0;
  const { text: data, next } = await readLog(context.db, executionId, position, tailSize);
  if (next === 0 && state === "PENDING") {
    return {
      body: { data: mark === "undefined" ? "." : `${translate(text.waiting, context.language)}\r\n` },
    };
  }
  const isOver = state !== "PENDING" && state !== "RUNNING";
  return {
    body: { data: data.replaceAll("\n", "\r\n"), end: isOver && data === "", mark: String(next) },
  };
}
