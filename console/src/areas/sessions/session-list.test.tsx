// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { FieldMap, Row } from "../../kit/metadata/types.ts";
import { address, cleanUpPage, json, openPage, rowOf, servePage } from "../../testing/page-harness.tsx";
import SessionList from "./session-list.tsx";

const URL = "/api/v1/terminal/sessions/";
const KILL = "/api/v1/terminal/tasks/kill-session/";
const LOOK = ["terminal.view_session"];

const FIELDS: FieldMap = {
  id: { type: "string", label: "ID", filter: true },
  user: { type: "string", label: "User", filter: true },
  asset: { type: "string", label: "Asset", filter: true },
  protocol: { type: "string", label: "Protocol", filter: true },
  date_start: { type: "datetime", label: "Started", order: true },
  date_end: { type: "datetime", label: "Ended" },
  terminal: { type: "string", label: "Terminal" },
  is_finished: { type: "boolean", label: "Finished", filter: true },
};

const session = (id: string, more: Row = {}): Row => ({
  id,
  user: `user-${id}`,
  asset: `asset-${id}`,
  protocol: "ssh",
  date_start: "2026/01/02 03:00:00 +0000",
  date_end: "2026/01/02 03:01:05 +0000",
  terminal: "gateway-1",
  can_terminate: true,
  can_replay: true,
  ...more,
});

const serve = (...rows: Row[]) => servePage({ [URL]: { fields: FIELDS, rows } });

afterEach(cleanUpPage);

test("live sessions are asked for newest first, and refined by what the address holds", async () => {
  const server = serve(session("1"));
  await openPage(<SessionList />, { at: "/audit/sessions/sessions?protocol=ssh", may: LOOK });
  await screen.findByText("user-1");
  const [request] = server.requests("GET", URL).slice(-1);
  expect(request?.query.get("is_finished")).toBe("0");
  expect(request?.query.get("order")).toBe("-date_start");
  expect(request?.query.get("protocol")).toBe("ssh");
  expect(request?.query.has("date_from")).toBe(false);
});

test("the other tab holds finished sessions of the last days, and its name stands in the address", async () => {
  const server = serve(session("1"));
  await openPage(<SessionList />, { may: LOOK });
  fireEvent.click(await screen.findByRole("tab", { name: "Finished" }));
  await screen.findByRole("table", { name: "Finished" });
  await screen.findByText("user-1");
  expect(address()).toContain("activeTab=OfflineList");
  const finished = server.requests("GET", URL).filter(({ query }) => query.get("is_finished") === "1");
  expect(finished.at(-1)?.query.has("date_from")).toBe(true);
});

test("a third tab holds both, each with what can be done to it", async () => {
  const server = serve(session("1", { is_finished: false }), session("2", { is_finished: true }));
  await openPage(<SessionList />, {
    at: "/audit/sessions/sessions?activeTab=AllList&user_id=none&user=u",
    may: [...LOOK, "terminal.terminate_session", "terminal.view_sessionreplay"],
  });
  await screen.findByRole("table", { name: "All" });
  expect((await rowOf("user-1")).getByRole("button", { name: "Terminate" })).toBeDefined();
  expect((await rowOf("user-2")).queryByRole("button", { name: "Terminate" })).toBeNull();
  const [request] = server.requests("GET", URL).slice(-1);
  expect(request?.query.has("is_finished")).toBe(false);
  expect([request?.query.get("user_id"), request?.query.get("user")]).toEqual(["none", "u"]);
  expect(request?.query.has("date_from")).toBe(true);
});

test("how long a session took is said, and which gateway carried it is not", async () => {
  serve(session("1"));
  await openPage(<SessionList />, { may: LOOK });
  const row = await rowOf("user-1");
  expect(row.getByText("1 min 5 s")).toBeDefined();
  expect(screen.queryByText("gateway-1")).toBeNull();
});

test("who may not terminate sessions is not offered to", async () => {
  serve(session("1"));
  await openPage(<SessionList />, { may: LOOK });
  const row = await rowOf("user-1");
  expect(row.queryByRole("button", { name: "Terminate" })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("a session that cannot be terminated has no button for it, although the person may", async () => {
  serve(session("1", { can_terminate: false }), session("2"));
  await openPage(<SessionList />, { may: [...LOOK, "terminal.terminate_session"] });
  expect((await rowOf("user-1")).queryByRole("button", { name: "Terminate" })).toBeNull();
  expect((await rowOf("user-2")).getByRole("button", { name: "Terminate" })).toBeDefined();
});

test("a session is terminated only after the question, and by its own id", async () => {
  const server = serve(session("1"), session("2"));
  const told = await openPage(<SessionList />, { may: [...LOOK, "terminal.terminate_session"] });
  fireEvent.click((await rowOf("user-2")).getByRole("button", { name: "Terminate" }));
  expect(told.questions).toEqual(["Terminate this session?"]);
  expect(server.requests("POST", KILL)).toEqual([]);
  await told.agree();
  expect(server.requests("POST", KILL).map(({ body }) => body)).toEqual([["2"]]);
  expect(told.toasts).toHaveLength(1);
});

test("without sessions the page says so, and a failure is told instead", async () => {
  serve();
  await openPage(<SessionList />, { may: LOOK });
  await screen.findByText("No active sessions right now.");
  expect(screen.queryByRole("table")).toBeNull();
  cleanUpPage();
  servePage({ [URL]: { fields: FIELDS, rows: [] } }, ({ method }) =>
    method === "GET" ? json(503, { detail: "The database is away." }) : undefined,
  );
  await openPage(<SessionList />, { may: LOOK });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
});

test("sessions are not imported, whatever the server takes", async () => {
  const actions = { GET: FIELDS, POST: FIELDS, PATCH: FIELDS };
  servePage({ [URL]: { fields: FIELDS, rows: [session("1")] } }, ({ method }) =>
    method === "OPTIONS" ? json(200, { actions }) : undefined,
  );
  await openPage(<SessionList />, { may: [...LOOK, "terminal.add_session", "terminal.change_session"] });
  await rowOf("user-1");
  expect(screen.getByRole("button", { name: "Export" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
});

test("a live session is paused and resumed; one without a keyboard is not", async () => {
  const LOCK = "/api/v1/terminal/tasks/toggle-lock-session/";
  const type = { value: "normal", label: "Normal" };
  const rows = [
    session("1", { type, is_locked: false }),
    session("2", { type, is_locked: true }),
    session("3", { type: { value: "tunnel", label: "Tunnel" } }),
  ];
  const server = servePage({ [URL]: { fields: FIELDS, rows } }, ({ path }) =>
    path === LOCK ? json(200, { ok: ["1"] }) : undefined,
  );
  const told = await openPage(<SessionList />, { may: [...LOOK, "terminal.terminate_session"] });
  fireEvent.click((await rowOf("user-1")).getByRole("button", { name: "Pause" }));
  expect(told.questions).toEqual(["Pause this session?"]);
  await told.agree();
  await vi.waitFor(() => expect(told.toasts).toEqual(["Locking session input…"]));
  fireEvent.click((await rowOf("user-2")).getByRole("button", { name: "Resume" }));
  await told.agree();
  await vi.waitFor(() => expect(told.toasts).toHaveLength(2));
  expect(server.requests("POST", LOCK).map(({ body }) => body)).toEqual([
    { session_id: "1", task_name: "lock_session" },
    { session_id: "2", task_name: "unlock_session" },
  ]);
  expect((await rowOf("user-3")).queryByRole("button", { name: "Pause" })).toBeNull();
});

test("what was recorded is downloaded by who may", async () => {
  const file = `${URL}1/replay/download/`;
  const server = servePage({ [URL]: { fields: FIELDS, rows: [session("1")] } }, ({ path }) =>
    path === file ? new Response("tar") : undefined,
  );
  const saved = vi.spyOn(globalThis.URL, "createObjectURL").mockReturnValue("blob:x");
  await openPage(<SessionList />, {
    at: "/audit/sessions/sessions?activeTab=OfflineList",
    may: [...LOOK, "terminal.download_sessionreplay"],
  });
  fireEvent.click((await rowOf("user-1")).getByRole("button", { name: "Download recording" }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalled());
  expect(server.requests("GET", file)).toHaveLength(1);
});
