import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { GatewayPorts, SessionCommand, SessionRecord } from "../../gateway/ports.ts";
import { createGatewayPorts } from "../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { createWorld, type World } from "../permissions/testing/world.ts";
import { finishSilentSessions } from "./session-store.ts";
import { expireTasks } from "./session-tasks.ts";
import { shorten } from "./shorten.ts";
import { sessionRecord } from "./testing/session-record.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
let product: TestProduct;
let world: World;
let ports: GatewayPorts;
let admin: TestCaller;
let mei: TestCaller;
let otherOrganization: string;

beforeAll(async () => {
  product = await createTestProduct();
  for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
  world = await createWorld(product.database.db, organizationId);
  ports = await createGatewayPorts(product.services);
  admin = product.administrator;
  mei = await product.signIn(world.ids.mei as string);
  otherOrganization = (await admin.call("POST", "orgs/orgs/", { name: "Elsewhere" })).body.id;
});
afterAll(() => product.close());

const record = (changes: Partial<SessionRecord> = {}) => sessionRecord(world, changes);

async function open(changes: Partial<SessionRecord> = {}): Promise<SessionRecord> {
  const session = record(changes);
  await ports.sessions.open(session);
  return session;
}

const shown = async (id: string) => (await admin.call("GET", `terminal/sessions/${id}/`)).body;

const elsewhere = () => ({ "x-jms-org": otherOrganization });

describe("sessions", () => {
  test("what the gateway stores is what is shown, from start to end", async () => {
    const session = record();
    await ports.sessions.open(session);
    const first = await ports.sessions.present(session);
    expect(first).toMatchObject({ id: session.id, user: "mei(mei)", is_finished: false, is_success: false });
    await ports.sessions.succeeded(session.id);
    expect(await shown(session.id)).toMatchObject({
      ...first,
      is_success: true,
      asset_id: world.ids.front,
      login_from: { value: "WT", label: "Web Terminal" },
      type: { value: "normal", label: "Normal" },
      terminal: { type: "koko", name: expect.stringMatching(/^gateway-/) },
      can_terminate: true,
      can_replay: false,
      can_join: true,
      is_locked: false,
      date_end: null,
      org_id: organizationId,
      org_name: "Default",
    });
    await ports.sessions.finish(session.id, {
      dateEnd: new Date("2026-05-04T10:01:00Z"),
      hasReplay: true,
      recordingPath: session.recordingPath,
      recording: { bytes: 5_000_000_000, hash: "ab", duration: 60_000_000 },
      reason: "target_closed",
    });
    expect(await shown(session.id)).toMatchObject({
      is_finished: true,
      can_terminate: false,
      can_replay: true,
    });
  });

  test("lists are by organization, state and words; a person sees the own ones", async () => {
    const running = await open();
    const foreign = await open({ organizationId: otherOrganization, userId: world.ids.tom as string });
    const ids = async (query: string, caller = admin, headers = {}) =>
      (await caller.call("GET", `terminal/${query}`, undefined, headers)).body.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids("sessions/?is_finished=0")).toContain(running.id);
    expect(await ids("sessions/?is_finished=1")).not.toContain(running.id);
    expect(await ids("sessions/")).not.toContain(foreign.id);
    expect(await ids("sessions/", admin, elsewhere())).toEqual([foreign.id]);
    expect(await ids("sessions/?search=192.0.2&date_from=2026-05-04T09:00:00Z&user=mei(mei)")).toContain(
      running.id,
    );
    expect(await ids("sessions/?date_from=2026-05-05T00:00:00Z")).toEqual([]);
    expect(await ids("my-sessions/", mei)).toContain(running.id);
    expect(await ids("my-sessions/")).toEqual([]);
    expect((await mei.call("GET", "terminal/sessions/")).status).toBe(403);
    // Who is asked by a ticket finds its session there; nobody else does without the right.
    expect((await mei.call("GET", `terminal/sessions/${running.id}/`)).status).toBe(403);
    expect((await admin.call("GET", `terminal/sessions/${running.id}/`, undefined, elsewhere())).status).toBe(
      404,
    );
    expect((await admin.call("DELETE", `terminal/sessions/${running.id}/`)).status).toBe(405);
    expect((await admin.call("GET", "terminal/terminals/")).body).toMatchObject([
      { is_alive: true, type: "koko" },
    ]);
  });

  test("a session whose gateway fell silent is finished, and runs again when it was alive after all", async () => {
    const session = await open();
    await finishSilentSessions(product.database.db);
    expect((await shown(session.id)).is_finished).toBe(false);
    await sql`update sessions set date_active = now() - interval '2 minutes' where id = ${session.id}`.execute(
      product.database.db,
    );
    await finishSilentSessions(product.database.db);
    expect(await shown(session.id)).toMatchObject({ is_finished: true, has_replay: true });
    await ports.sessions.heartbeat([session.id]);
    expect(await shown(session.id)).toMatchObject({ is_finished: false, date_end: null });
  });

  test("a gateway that starts again finishes what its earlier run left", async () => {
    const session = await open();
    const again = await createGatewayPorts(product.services);
    const left: string[] = [];
    await again.sessions.finishOrphans(async ({ id, recordingPath: path, dateStart }) => {
      left.push(id);
      return {
        dateEnd: dateStart,
        hasReplay: true,
        recordingPath: path,
        recording: null,
        reason: "gateway_died",
      };
    });
    expect(left).toContain(session.id);
    expect(await shown(session.id)).toMatchObject({ is_finished: true, has_replay: true });
    left.length = 0;
    await again.sessions.finishOrphans(async ({ id, dateStart }) => {
      left.push(id);
      return {
        dateEnd: dateStart,
        hasReplay: false,
        recordingPath: null,
        recording: null,
        reason: "gateway_died",
      };
    });
    expect(left).toEqual([]);
  });

  test("long names are shortened in the middle", () => {
    expect(shorten("a".repeat(200))).toHaveLength(127);
    expect(shorten("short")).toBe("short");
  });
});

describe("tasks", () => {
  const kill = (body: unknown, caller = admin, headers = {}) =>
    caller.call("POST", "terminal/tasks/kill-session/", body, headers);

  test("the gateway that carries a session hears what is asked, once", async () => {
    const [mine, other, ended] = [await open(), await open(), await open()];
    await ports.sessions.failed(ended.id, "refused");
    const heard: SessionCommand[] = [];
    const leave = ports.sessions.onControl((command) => {
      heard.push(command);
      return command.sessionId === mine.id;
    });
    await product.services.events.ready();
    expect((await kill([mine.id, other.id, ended.id, "nonsense", mine.id])).body).toEqual({
      ok: [mine.id, other.id],
    });
    await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(2));
    const by = "Administrator(admin)";
    expect(heard).toContainEqual({ sessionId: mine.id, action: "kill", by, reason: "" });
    await vi.waitFor(async () => {
      const tasks = (await admin.call("GET", "terminal/tasks/?is_finished=true")).body;
      expect(tasks.map(({ args }: { args: string }) => args)).toContain(mine.id);
    });
    // Asking again for one that waits makes no second task.
    expect((await kill(other.id === "" ? [] : JSON.stringify(other.id))).body).toEqual({ ok: [other.id] });
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from session_tasks where session_id = ${other.id}`.execute(
      product.database.db,
    );
    expect(rows[0]?.count).toBe(1);
    leave();
  });

  test("locking shows, and is undone", async () => {
    const session = await open();
    const leave = ports.sessions.onControl(({ sessionId }) => sessionId === session.id);
    const toggle = (task_name: string, session_id = session.id) =>
      admin.call("POST", "terminal/tasks/toggle-lock-session/", { session_id, task_name });
    expect((await toggle("lock_session")).body).toEqual({ ok: [session.id] });
    await vi.waitFor(async () => expect((await shown(session.id)).is_locked).toBe(true));
    await toggle("unlock_session");
    await vi.waitFor(async () => expect((await shown(session.id)).is_locked).toBe(false));
    expect((await toggle("kill_session")).status).toBe(400);
    expect((await toggle("lock_session", randomUUID())).body).toEqual({ ok: [] });
    leave();
  });

  test("people without the permission and other organizations cannot ask", async () => {
    const session = await open();
    expect((await kill([session.id], mei)).status).toBe(403);
    expect((await kill([session.id], admin, elsewhere())).body).toEqual({ ok: [] });
    expect((await kill({ ids: [session.id] })).status).toBe(400);
    expect((await kill([7])).status).toBe(400);
    for (const reason of ["x".repeat(257), "nul\u0000", ["because"]]) {
      expect((await kill({ sessions: session.id, reason })).body).toHaveProperty("reason");
    }
  });

  test("what is done to a session, and why, stands in its history", async () => {
    const session = await open();
    const heard: SessionCommand[] = [];
    const leave = ports.sessions.onControl((command) => {
      if (command.sessionId !== session.id) return false;
      heard.push(command);
      return true;
    });
    await ports.sessions.succeeded(session.id);
    const toggle = (task_name: string, reason?: string) =>
      admin.call("POST", "terminal/tasks/toggle-lock-session/", {
        session_id: session.id,
        task_name,
        reason,
      });
    await toggle("lock_session", " the change freeze began ");
    await vi.waitFor(async () => expect((await shown(session.id)).is_locked).toBe(true));
    await toggle("unlock_session");
    await vi.waitFor(async () => expect((await shown(session.id)).is_locked).toBe(false));
    await kill({ sessions: [session.id], reason: "wrong machine" });
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    expect(heard.map(({ action, reason }) => [action, reason])).toEqual([
      ["lock", "the change freeze began"],
      ["unlock", ""],
      ["kill", "wrong machine"],
    ]);
    await ports.sessions.finish(session.id, {
      dateEnd: new Date(),
      hasReplay: false,
      recordingPath: null,
      recording: null,
      reason: "terminated",
    });
    leave();
    const path = `sallyport/session-events/?session=${session.id}`;
    // That it was told may be stored after the end.
    await vi.waitFor(async () => expect((await admin.call("GET", path)).body).toHaveLength(5));
    const told = (await admin.call("GET", path)).body as { event: string; content: string }[];
    expect(told.map(({ event }) => event)).toEqual(["connected", "paused", "resumed", "terminated", "ended"]);
    expect(told.map(({ content }) => content)).toEqual([
      "The asset accepted the sign-in.",
      "Administrator(admin) paused the session. Reason: the change freeze began",
      "Administrator(admin) resumed the session.",
      "Administrator(admin) ended the session. Reason: wrong machine",
      "The session ended: terminated",
    ]);
    expect((await admin.call("GET", path, undefined, elsewhere())).body).toEqual([]);
    expect((await mei.call("GET", path)).status).toBe(403);
  });

  test("what was asked while nobody listened is heard later, until it expires", async () => {
    const [session, late] = [await open(), await open()];
    await kill([session.id, late.id]);
    await sql`update session_tasks set date_created = now() - interval '11 minutes' where session_id = ${late.id}`.execute(
      product.database.db,
    );
    const heard: string[] = [];
    const leave = ports.sessions.onControl(({ sessionId }) => heard.push(sessionId) > 0);
    await vi.waitFor(() => expect(heard).toContain(session.id));
    expect(heard).not.toContain(late.id);
    await expireTasks(product.database.db);
    const { rows } =
      await sql`select 1 from session_tasks where session_id = ${late.id} and not is_finished`.execute(
        product.database.db,
      );
    expect(rows).toEqual([]);
    leave();
  });
});

test("the limits are the settings'", async () => {
  expect(await ports.limits()).toEqual({ idleMinutes: 30, maximumHours: 24, endWithPermission: true });
});
