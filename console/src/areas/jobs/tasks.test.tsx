// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { FieldMap, Row } from "../../kit/metadata/types.ts";
import { cleanUpPage, json, openPage, rowOf, servePage } from "../../testing/page-harness.tsx";
import MyTasks from "./my-tasks.tsx";
import TaskList, { taskTitle } from "./task-list.tsx";

const TASKS = "/api/v1/ops/tasks/";
const EXECUTIONS = "/api/v1/ops/task-executions/";

const TASK_FIELDS: FieldMap = {
  id: { type: "string", label: "ID" },
  name: { type: "string", label: "Name" },
  meta: { type: "nested object", label: "Meta" },
  summary: { type: "nested object", label: "Summary" },
  state: { type: "string", label: "State" },
};
const EXECUTION_FIELDS: FieldMap = {
  id: { type: "string", label: "ID" },
  task_name: { type: "string", label: "Task" },
  state: { type: "labeled_choice", label: "State" },
  args: { type: "list", label: "Arguments" },
  result: { type: "string", label: "Result" },
};

const execution = (id: string, more: Row = {}): Row => ({
  id,
  task_name: `task-${id}`,
  state: { value: "RUNNING", label: "Running" },
  is_finished: false,
  args: ["argument-of-the-task"],
  time_cost: 1.5,
  ...more,
});
const finished = { is_finished: true, state: { value: "SUCCESS", label: "Success" } };
const task = (name: string, more: Row = {}): Row => ({
  id: name,
  name,
  state: "green",
  meta: { comment: `About ${name}`, queue: "ansible" },
  summary: { total: 5, success: 4 },
  ...more,
});

const serve = (tasks: readonly Row[], executions: readonly Row[] = []) =>
  servePage(
    {
      [TASKS]: { fields: TASK_FIELDS, rows: tasks },
      [EXECUTIONS]: { fields: EXECUTION_FIELDS, rows: executions },
    },
    ({ method, path }) =>
      method === "POST" && path === EXECUTIONS ? json(201, { task_id: "new-1" }) : undefined,
  );

afterEach(() => {
  vi.restoreAllMocks();
  cleanUpPage();
});

test("a task is called by what people say, else by its name", () => {
  expect(taskTitle({ id: "1", name: "tasks.verify", meta: { comment: "Verify accounts" } })).toBe(
    "Verify accounts",
  );
  expect(taskTitle({ id: "1", name: "tasks.verify", meta: {} })).toBe("tasks.verify");
  expect(taskTitle({ id: "1", name: "tasks.verify", meta: null })).toBe("tasks.verify");
});

test("a kind of task says how its executions went", async () => {
  serve([task("verify", { state: "red" })]);
  await openPage(<TaskList />, { may: ["ops.view_celerytask"] });
  const row = await rowOf("About verify");
  expect(row.getByText("4/5")).toBeDefined();
  expect(row.getByText("ansible")).toBeDefined();
  expect(row.getByRole("link", { name: "About verify" }).getAttribute("href")).toBe("/settings/tasks/verify");
});

test.each([
  [["ops.view_celerytask"], []],
  [
    ["ops.view_celerytask", "ops.view_celerytaskexecution"],
    ["Tasks", "Executions"],
  ],
  [
    ["ops.view_celerytask", "settings.change_clean"],
    ["Tasks", "Retention"],
  ],
])("with %j the tabs are %j", async (may, tabs) => {
  serve([task("verify")]);
  await openPage(<TaskList />, { may });
  await screen.findByText("About verify");
  expect(screen.queryAllByRole("tab").map((tab) => tab.textContent)).toEqual(tabs);
});

test("one's own executions are asked for; their arguments are not shown", async () => {
  const server = serve([], [execution("1")]);
  await openPage(<MyTasks />);
  await screen.findByText("task-1");
  for (const { query } of server.requests("GET", EXECUTIONS)) expect(query.get("mine")).toBe("1");
  expect(document.body.innerHTML).not.toContain("argument-of-the-task");
});

test("what runs can be stopped, after a question and once; what is finished cannot", async () => {
  const server = serve(
    [],
    [execution("1"), execution("2", finished), execution("3", { stop_requested: true })],
  );
  const told = await openPage(<MyTasks />);
  expect((await rowOf("task-2")).queryByText("Stop")).toBeNull();
  const asked = (await rowOf("task-3")).getByText("Stop").closest("button");
  expect(asked === null || asked.disabled).toBe(true);
  fireEvent.click((await rowOf("task-1")).getByRole("button", { name: "Stop" }));
  expect(told.questions).toEqual(["Stop this execution?"]);
  const stop = "/api/v1/sallyport/task-executions/1/stop/";
  expect(server.requests("POST", stop)).toEqual([]);
  await told.agree();
  expect(server.requests("POST", stop)).toHaveLength(1);
});

test("only a superuser runs something again, and follows its log in a window without an opener", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  const server = serve([], [execution("2", finished)]);
  await openPage(<MyTasks />);
  expect((await rowOf("task-2")).queryByText("Run again")).toBeNull();
  cleanUpPage();
  const mine = serve([], [execution("2", finished)]);
  await openPage(<MyTasks />, { profile: { is_superuser: true } });
  fireEvent.click((await rowOf("task-2")).getByRole("button", { name: "Run again" }));
  await waitFor(() => expect(open).toHaveBeenCalledOnce());
  expect(server.requests("POST", EXECUTIONS)).toEqual([]);
  expect(mine.requests("POST", EXECUTIONS).map(({ query }) => query.get("from"))).toEqual(["2"]);
  expect(open.mock.calls[0]?.[0]).toBe("/core/ops/celery/task/new-1/log/?type=celery");
  expect(open.mock.calls[0]?.[2]).toContain("noopener");
});

test("without executions of one's own the page says so", async () => {
  serve([]);
  await openPage(<MyTasks />);
  await screen.findByText(/^You have not started any task yet/);
  expect(screen.queryByRole("table")).toBeNull();
});
