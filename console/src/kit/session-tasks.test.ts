// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { cleanUpPage, json, servePage } from "../testing/page-harness.tsx";
import { askOfSessions } from "./session-tasks.ts";

const TASKS = "/api/v1/terminal/tasks/";

afterEach(cleanUpPage);

test("a reason is told, and left out for a server that takes none", async () => {
  const server = servePage({}, ({ path, body }) =>
    path === `${TASKS}kill-session/` && Array.isArray(body)
      ? json(200, { ok: ["s1"] })
      : json(400, { detail: "A list is expected." }),
  );
  expect(await askOfSessions(["s1"], "kill_session", { reason: " wrong machine " })).toBe(true);
  expect(server.requests("POST", `${TASKS}kill-session/`).map(({ body }) => body)).toEqual([
    { sessions: ["s1"], reason: "wrong machine" },
    ["s1"],
  ]);
});

test("who is asked by a ticket uses its calls; that no gateway hears of it is answered", async () => {
  const server = servePage({}, () => json(200, { ok: [] }));
  const how = { reason: "", forTicket: true };
  expect(await askOfSessions(["s1"], "lock_session", how)).toBe(false);
  expect(await askOfSessions(["s1"], "kill_session", how)).toBe(false);
  expect(server.requests("POST", `${TASKS}toggle-lock-session-for-ticket/`)[0]?.body).toEqual({
    session_id: "s1",
    task_name: "lock_session",
  });
  expect(server.requests("POST", `${TASKS}kill-session-for-ticket/`)[0]?.body).toEqual(["s1"]);
});
