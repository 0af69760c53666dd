import { api } from "../../kit/api/client.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";

/** Kinds of tasks (docs/contract/jobs.md, "Tasks"). */
export const TASKS: ResourceDescriptor = {
  url: "/api/v1/ops/tasks/",
  permission: { app: "ops", model: "celerytask" },
  global: true,
  routes: { list: "/settings/tasks", detail: (id) => `/settings/tasks/${id}` },
};

/** Executions of tasks (docs/contract/jobs.md, "Executions"). */
export const EXECUTIONS: ResourceDescriptor = {
  url: "/api/v1/ops/task-executions/",
  permission: { app: "ops", model: "celerytaskexecution" },
  global: true,
  routes: { list: "/settings/tasks" },
};

/** Executes again what was executed; answers the new execution's id. */
export async function runAgain(id: string): Promise<string> {
  const { task_id } = await api<{ task_id: string }>(`${EXECUTIONS.url}?from=${encodeURIComponent(id)}`, {
    method: "POST",
    body: {},
  });
  return task_id;
}

/** Asks for an execution to be stopped. */
export async function stopExecution(id: string): Promise<void> {
  await api(`/api/v1/sallyport/task-executions/${encodeURIComponent(id)}/stop/`, {
    method: "POST",
    body: {},
  });
}
