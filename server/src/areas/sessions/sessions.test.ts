import { randomUUID } from "node:crypto";
import { appendFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { GatewayPorts, SessionCommand, SessionRecord } from "../../gateway/ports.ts";
import { createGatewayPorts } from "../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { recordingPath, resolveRecording } from "../../transport/recording/path.ts";
import { RecordingWriter } from "../../transport/recording/writer.ts";
import { createWorld, type World } from "../permissions/testing/world.ts";
import { finishSilentSessions, shorten } from "./session-store.ts";
import { expireTasks } from "./session-tasks.ts";

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

const record = (changes: Partial<SessionRecord> = {}): SessionRecord => {
  const id = randomUUID();
  const dateStart = new Date("2026-05-04T10:00:00Z");
  return {
    id,
    userId: world.ids.mei as string,
    user: "mei(mei)",
    assetId: world.ids.front as string,
    asset: "front(front.example)",
    accountId: world.ids["front/admin"] as string,
    account: "admin(admin)",
    protocol: "ssh",
    type: "normal",
    loginFrom: "WT",
    remoteAddress: "192.0.2.7",
    organizationId,
    dateStart,
    recordingPath: recordingPath(id, dateStart),
    ...changes,
  };
};

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
    const first = await ports.sessions.open(session);
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
      can_join: false,
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
    expect(heard).toContainEqual({ sessionId: mine.id, action: "kill", by: "Administrator(admin)" });
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

describe("replay", () => {
  async function recorded(): Promise<SessionRecord> {
    const session = await open();
    const file = resolveRecording(product.services.config.dataFolder, session.recordingPath ?? "");
    const writer = await RecordingWriter.create(
      file,
      {
        id: session.id,
        started: session.dateStart.toISOString(),
        columns: 80,
        rows: 24,
        title: "admin@front",
        charset: "utf-8",
      },
      product.services.secrets,
    );
    writer.add("o", Buffer.from("hello 世界\r\n"));
    const recording = await writer.close();
    await ports.sessions.finish(session.id, {
      dateEnd: new Date("2026-05-04T10:01:00Z"),
      hasReplay: true,
      recordingPath: session.recordingPath,
      recording,
      reason: "target_closed",
    });
    return session;
  }

  test("is described, played and downloaded", async () => {
    const session = await recorded();
    const { body } = await admin.call("GET", `terminal/sessions/${session.id}/replay/`);
    expect(body).toMatchObject({
      type: "asciicast",
      src: `/media/replay/2026-05-04/${session.id}.cast.gz`,
      user: "mei(mei)",
      asset: "front(front.example)",
      account: "admin(admin)",
      download_url: `/api/v1/terminal/sessions/${session.id}/replay/download/`,
    });
    const plain = await admin.call("GET", body.src);
    const lines = plain.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ version: 2, width: 80, height: 24 });
    expect(lines[1]).toEqual([expect.any(Number), "o", "hello 世界\r\n"]);
    const compressed = await product.app.fastify.inject({
      url: body.src,
      headers: { cookie: `jms_sessionid=${admin.cookies.jms_sessionid}`, "accept-encoding": "br, gzip" },
    });
    expect(compressed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.text);
    const archive = await product.app.fastify.inject({
      url: body.download_url,
      headers: { cookie: `jms_sessionid=${admin.cookies.jms_sessionid}` },
    });
    expect(archive.headers["content-disposition"]).toBe(`attachment; filename*=UTF-8''${session.id}.tar`);
    const members = untar(archive.rawPayload);
    expect([...members.keys()]).toEqual([`${session.id}.cast.gz`, `${session.id}.json`]);
    expect(gunzipSync(members.get(`${session.id}.cast.gz`) as Buffer).toString()).toBe(plain.text);
    expect(JSON.parse(String(members.get(`${session.id}.json`)))).toMatchObject({
      id: session.id,
      user: "mei(mei)",
    });
    const { rows } = await sql<{ action: string }>`
      select action from operate_logs where resource_id = ${session.id} order by datetime`.execute(
      product.database.db,
    );
    expect(rows.map(({ action }) => action)).toEqual(["view", "download"]);
  });

  test("needs its permission in the session's organization", async () => {
    const session = await recorded();
    const src = `/media/replay/2026-05-04/${session.id}.cast.gz`;
    for (const url of [
      src,
      `terminal/sessions/${session.id}/replay/`,
      `terminal/sessions/${session.id}/replay/download/`,
    ]) {
      expect((await mei.call("GET", url)).status).toBe(403);
      expect((await product.anonymous.call("GET", url)).status).toBe(401);
    }
    expect(
      (await admin.call("GET", `terminal/sessions/${session.id}/replay/`, undefined, elsewhere())).status,
    ).toBe(404);
    // The address says nothing of the organization; the session's own counts.
    expect((await admin.call("GET", src, undefined, elsewhere())).status).toBe(200);
  });

  test("what cannot be played is told so", async () => {
    const running = await open();
    const { status, body } = await admin.call("GET", `terminal/sessions/${running.id}/replay/`);
    expect([status, body.error]).toEqual([404, expect.stringContaining("still running")]);
    await ports.sessions.failed(running.id, "refused");
    expect((await admin.call("GET", `terminal/sessions/${running.id}/replay/`)).status).toBe(404);
    for (const name of [
      `${randomUUID()}.cast.gz`,
      "..%2f..%2fsecret.key",
      "x.cast.gz",
      `${running.id}.replay.gz`,
    ]) {
      expect((await admin.call("GET", `/media/replay/2026-05-04/${name}`)).status).toBe(404);
    }
    const session = await recorded();
    expect((await admin.call("GET", `/media/replay/2020-01-01/${session.id}.cast.gz`)).status).toBe(404);
    const file = join(product.services.config.dataFolder, session.recordingPath ?? "");
    const answers = async () => {
      const urls = [
        `terminal/sessions/${session.id}/replay/`,
        `terminal/sessions/${session.id}/replay/download/`,
        `/media/replay/2026-05-04/${session.id}.cast.gz`,
      ];
      return Promise.all(urls.map(async (url) => (await admin.call("GET", url)).status));
    };
    expect(await answers()).toEqual([200, 200, 200]);
    const { size } = await stat(file);
    await truncate(file, size - 60);
    expect((await answers()).slice(0, 2)).toEqual([400, 400]);
    await appendFile(file, "tampered ".repeat(20));
    expect(await answers()).toEqual([400, 400, 400]);
  });
});

test("the limits are the settings'", async () => {
  expect(await ports.limits()).toEqual({ idleMinutes: 30, maximumHours: 24, endWithPermission: true });
});

function untar(archive: Buffer): Map<string, Buffer> {
  const members = new Map<string, Buffer>();
  for (let at = 0; at < archive.length && archive[at] !== 0; ) {
    const name = archive.toString("utf8", at, at + 100).replace(/\0.*$/s, "");
    const size = Number.parseInt(archive.toString("latin1", at + 124, at + 135), 8);
    members.set(name, archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return members;
}
