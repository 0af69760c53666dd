// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { FieldMap } from "../../kit/metadata/types.ts";
import { cleanUpPage, json, openPage, rowOf, servePage } from "../../testing/page-harness.tsx";
import JobLogList from "./job-log-list.tsx";
import UserSessionList from "./user-session-list.tsx";

const JOBS = "/api/v1/audits/job-logs/";
const ONLINE = "/api/v1/sallyport/user-sessions/";
const string = (label: string) => ({ type: "string", label });
const JOB: FieldMap = {
  material: string("Job"),
  time_cost: { type: "float", label: "Duration (s)" },
  date_start: { type: "datetime", label: "Started", order: true },
  is_finished: { type: "boolean", label: "Finished" },
  is_success: { type: "boolean", label: "Succeeded" },
  created_by: string("Started by"),
};
const PERSON: FieldMap = {
  user: string("User"),
  remote_addr: string("Address"),
  date_last: { type: "datetime", label: "Last active", order: true },
};

afterEach(cleanUpPage);

test("runs of jobs say how they went and lead to their log, for those who may read it", async () => {
  const rows = [
    { id: "j1", task_id: "j1", material: "Test assets", time_cost: 1.5, is_finished: true, is_success: true },
    {
      id: "j2",
      task_id: "j2",
      material: "Push accounts",
      time_cost: 0,
      is_finished: true,
      is_success: false,
    },
    {
      id: "j3",
      task_id: "j3",
      material: "Gather facts",
      time_cost: 9,
      is_finished: false,
      is_success: false,
    },
  ];
  const server = servePage({ [JOBS]: { fields: JOB, rows } });
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  await openPage(<JobLogList />, {
    at: "/page?state=RUNNING",
    may: ["audits.view_joblog", "ops.view_celerytask", "ops.view_celerytaskexecution"],
  });
  const done = await rowOf("Test assets");
  done.getByText("Succeeded");
  done.getByText("1.50");
  (await rowOf("Push accounts")).getByText("Failed or stopped");
  (await rowOf("Gather facts")).getByText("Not finished");
  fireEvent.click(done.getByRole("button", { name: "Log" }));
  expect(opened.mock.calls[0]?.[0]).toContain("/core/ops/celery/task/j1/log/");
  // What a figure leads to is narrowed as the figure is.
  const [asked] = server.requests("GET", JOBS).slice(-1);
  expect([asked?.query.get("state"), asked?.query.has("date_from")]).toEqual(["RUNNING", true]);
  cleanUpPage();

  servePage({ [JOBS]: { fields: JOB, rows } });
  await openPage(<JobLogList />, { may: ["audits.view_joblog"] });
  expect((await rowOf("Test assets")).queryByRole("button", { name: "Log" })).toBeNull();
});

test("who is signed in is shown, and who looks after them signs them out, but not themselves", async () => {
  const rows = [
    { id: "s1", user: "Mei(mei)", user_id: "u1", remote_addr: "192.0.2.7", is_current: false },
    { id: "s2", user: "Ada(ada)", user_id: "u2", remote_addr: "192.0.2.8", is_current: true },
  ];
  const server = servePage({ [ONLINE]: { fields: PERSON, rows } }, ({ method, path }) =>
    method === "DELETE" && path === `${ONLINE}s1/` ? json(204, undefined) : undefined,
  );
  const { questions, agree } = await openPage(<UserSessionList />, {
    may: ["audits.view_userloginlog", "users.change_user", "users.view_user"],
  });
  const own = await rowOf("Ada(ada)");
  own.getByText("(you)");
  expect(own.queryByRole("button", { name: "Sign out" })).toBeNull();
  fireEvent.click((await rowOf("Mei(mei)")).getByRole("button", { name: "Sign out" }));
  expect(questions).toEqual(["Sign out Mei(mei)?"]);
  expect(server.requests("DELETE", `${ONLINE}s1/`)).toEqual([]);
  await agree();
  expect(server.requests("DELETE", `${ONLINE}s1/`)).toHaveLength(1);
  cleanUpPage();

  servePage({ [ONLINE]: { fields: PERSON, rows } });
  await openPage(<UserSessionList />, { may: ["audits.view_userloginlog"] });
  expect((await rowOf("Mei(mei)")).queryByRole("button", { name: "Sign out" })).toBeNull();
});

test("a server of the contract alone does not tell who is signed in, and the page says so", async () => {
  servePage({}, ({ path }) => (path === ONLINE ? json(404, {}) : undefined));
  await openPage(<UserSessionList />, { may: ["audits.view_userloginlog"] });
  expect(await screen.findByText("This server does not show who is signed in.")).toBeTruthy();
});
