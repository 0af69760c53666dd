import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptUpgrades } from "../../../engine/http/upgrades.ts";
import { ComponentClient, registerComponent } from "../../../testing/component-client.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";
import { tellOfComponents } from "./component-alerts.ts";
import { keepLoads } from "./load-history.ts";
import { registerTerminal } from "./terminals.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const token = "bootstrap-token-of-16+";

describe("a component", () => {
  let product: TestProduct;
  let world: World;
  let base: string;
  let serial = 0;
  beforeAll(async () => {
    product = await createTestProduct({ SALLYPORT_BOOTSTRAP_TOKEN: token });
    const { fastify } = product.app;
    acceptUpgrades(
      fastify,
      product.services,
      product.product.areas.flatMap((area) => area.sockets ?? []),
      { send: () => undefined, sendSocket: (_, socket) => socket.destroy(), onHandOff: () => undefined },
    );
    base = await fastify.listen({ port: 0, host: "127.0.0.1" });
    await product.createUser({ username: "mei", name: "mei" });
    world = await createWorld(product.database.db, organizationId);
    await product.administrator.call("PATCH", `accounts/accounts/${world.ids["front/admin"]}/`, {
      secret: "hunter22",
    });
    await world.permit({ users: ["mei"], assets: ["front"], accounts: ["admin"] });
  });
  afterAll(() => product?.close());

  const made = async (type = "koko", name = `[Gate]-host-${++serial}`) => {
    const { status, body } = await registerComponent(base, { name, type, comment: "far" }, token);
    expect(status, JSON.stringify(body)).toBe(201);
    const client = new ComponentClient(base, body.service_account.access_key);
    const list = await product.administrator.call(
      "GET",
      `terminal/terminals/?search=${encodeURIComponent(name)}`,
    );
    return { client, name, id: list.body[0].id as string, account: body.service_account.id as string };
  };
  const session = (changes: Record<string, unknown> = {}) => ({
    id: crypto.randomUUID(),
    user: "mei(mei)",
    user_id: world.ids.mei,
    asset: "front(10.0.0.1)",
    asset_id: world.ids.front,
    account: "admin(admin)",
    account_id: world.ids["front/admin"],
    protocol: "ssh",
    login_from: "ST",
    org_id: organizationId,
    is_success: false,
    ...changes,
  });
  const terminal = async (id: string) =>
    (await product.administrator.call("GET", `terminal/terminals/${id}/`)).body;

  it("registers, beats, fetches what it needs, carries a session, is told to end it, and brings the recording", async () => {
    const { client, id, name } = await made();
    expect(await terminal(id)).toMatchObject({
      name,
      type: "koko",
      is_active: true,
      is_alive: false,
      stat: null,
    });
    expect((await client.call("GET", "users/profile/")).status).toBe(200);
    const beat = await client.call("POST", "terminal/terminals/status/", {
      sessions: [],
      session_online: 0,
      cpu_load: 0.5,
      memory_used: 41.2,
      disk_used: 80.5,
    });
    expect(beat).toEqual({ status: 201, body: [] });
    expect(await terminal(id)).toMatchObject({
      is_alive: true,
      load: { value: "high" },
      stat: { cpu_load: 0.5, memory_used: 41.2, disk_used: 80.5, session_online: 0, terminal: id },
    });
    const config = await client.call("GET", "terminal/terminals/config/");
    expect(config.body).toMatchObject({
      TERMINAL_PASSWORD_AUTH: true,
      TERMINAL_COMMAND_STORAGE: { TYPE: "server" },
      TERMINAL_REPLAY_STORAGE: { TYPE: "server" },
      SECURITY_MAX_IDLE_TIME: 30,
      TERMINAL_TELNET_REGEX: "",
    });

    const mei = await product.signIn(world.ids.mei as string);
    const ticket = await mei.call("POST", "authentication/connection-token/", {
      asset: world.ids.front,
      account: "admin",
      protocol: "ssh",
      connect_method: "web_cli",
    });
    const secret = await client.call("POST", "authentication/super-connection-token/secret/", {
      id: ticket.body.id,
    });
    expect(secret.body.account.secret).toBe("hunter22");

    const told = session();
    const began = await client.call("POST", "terminal/sessions/", told);
    expect([began.status, began.body.terminal]).toEqual([201, { id, name, type: "koko" }]);
    await client.call("PATCH", `terminal/sessions/${told.id}/`, { is_success: true });
    const command = { ...told, session: told.id, input: "whoami", output: "admin", timestamp: 1_790_000_000 };
    expect((await client.call("POST", "terminal/commands/", [command])).status).toBe(201);
    const shown = await product.administrator.call("GET", `terminal/sessions/${told.id}/`);
    expect(shown.body).toMatchObject({ is_success: true, has_command: true, can_terminate: true });

    const socket = await client.connect();
    expect(await socket.next()).toEqual([]);
    socket.beat({ sessions: [told.id], session_online: 1, cpu_load: 2, memory_used: 50, disk_used: 20 });
    await expect.poll(async () => (await terminal(id)).stat?.session_online).toBe(1);
    const asked = await product.administrator.call("POST", "terminal/tasks/kill-session/", [told.id]);
    expect(asked.body).toEqual({ ok: [told.id] });
    const [task] = await socket.next();
    expect(task).toMatchObject({ name: "kill_session", args: told.id });
    const again = await client.call("POST", "terminal/status/", { sessions: [told.id], session_online: 1 });
    expect(again.body).toMatchObject([{ id: task?.id, terminal: id }]);
    const done = await client.call("PATCH", `terminal/tasks/${task?.id}/`, { is_finished: true });
    expect(done).toMatchObject({ status: 200, body: { is_finished: true } });
    const ended = { is_finished: true, date_end: new Date().toISOString() };
    expect((await client.call("PATCH", `terminal/sessions/${told.id}/`, ended)).body.is_finished).toBe(true);
    await socket.close();

    const cast = `{"version":2,"width":100,"height":30}\n[0.1,"o","hello "]\n[1.5,"o","world\\r\\n"]\n`;
    expect((await client.bringReplay(told.id, cast)).status).toBe(201);
    await client.call("PATCH", `terminal/sessions/${told.id}/`, { has_replay: true });
    const replay = await product.administrator.call("GET", `terminal/sessions/${told.id}/replay/`);
    expect(replay.body).toMatchObject({ type: "asciicast", user: "mei(mei)" });
    const played = await product.administrator.call("GET", replay.body.src);
    expect(played.text).toContain('"width":100');
    expect(played.text).toContain("world");
    const history = await product.administrator.call("GET", `sallyport/session-events/?session=${told.id}`);
    expect(history.body.map(({ event }: { event: string }) => event)).toEqual([
      "connected",
      "terminated",
      "ended",
    ]);
    expect((await client.bringReplay(told.id, cast)).status).toBe(400);
  });

  it("carries what it says to nobody else's session, task or recording", async () => {
    const [one, other] = [await made(), await made()];
    const own = session();
    await one.client.call("POST", "terminal/sessions/", own);
    expect((await other.client.call("POST", "terminal/sessions/", own)).body).toHaveProperty("id");
    expect(
      (await other.client.call("PATCH", `terminal/sessions/${own.id}/`, { is_finished: true })).status,
    ).toBe(404);
    expect((await other.client.bringReplay(own.id, "x")).status).toBe(404);
    await product.database.db
      .updateTable("sessions")
      .set({ date_active: new Date(0) })
      .where("id", "=", own.id)
      .execute();
    await other.client.call("POST", "terminal/status/", { sessions: [own.id] });
    const row = await sql<{
      at: Date;
    }>`select date_active as at from sessions where id = ${own.id}::uuid`.execute(product.database.db);
    expect(row.rows[0]?.at).toEqual(new Date(0));
    await product.administrator.call("POST", "terminal/tasks/toggle-lock-session/", {
      session_id: own.id,
      task_name: "lock_session",
    });
    const [task] = (await one.client.call("POST", "terminal/status/", {})).body;
    expect(
      (await other.client.call("PATCH", `terminal/tasks/${task.id}/`, { is_finished: true })).status,
    ).toBe(404);
    expect(
      (await one.client.call("PATCH", `terminal/tasks/${task.id}/`, { is_finished: false })).status,
    ).toBe(400);
    await one.client.call("PATCH", `terminal/tasks/${task.id}/`, { is_finished: true });
    expect((await product.administrator.call("GET", `terminal/sessions/${own.id}/`)).body.is_locked).toBe(
      true,
    );
    await one.client.call("PATCH", `terminal/sessions/${own.id}/`, { is_finished: true });
    const ended = await one.client.call("PATCH", `terminal/sessions/${own.id}/`, { is_finished: false });
    expect(ended.body.is_finished).toBe(true);
  });

  it("is believed no load, time or organization that cannot be", async () => {
    const { client, id } = await made();
    for (const cpu_load of ["NaN", -1, 1e300, "much", [1], true, "Infinity"]) {
      const answer = await client.call("POST", "terminal/status/", { cpu_load });
      expect([answer.status, Object.keys(answer.body)], String(cpu_load)).toEqual([400, ["cpu_load"]]);
    }
    for (const wrong of [{ memory_used: 101 }, { session_online: 1.5 }, { sessions: "all" }, []]) {
      expect((await client.call("POST", "terminal/status/", wrong)).status).toBe(400);
    }
    expect((await terminal(id)).stat).toBeNull();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    for (const wrong of [
      { date_start: tomorrow },
      { date_start: "1999-01-01T00:00:00Z" },
      { date_start: 5 },
      { org_id: crypto.randomUUID(), asset_id: null },
      { login_from: "XX" },
      { user: "" },
    ]) {
      const { status, body } = await client.call("POST", "terminal/sessions/", session(wrong));
      expect([status, Object.keys(body)], JSON.stringify(wrong)).toEqual([400, [Object.keys(wrong)[0]]]);
    }
    const elsewhere = await client.call("POST", "terminal/sessions/", session({ org_id: "" }));
    expect(elsewhere.body.org_id).toBe(organizationId);
  });

  it("keeps no recording that is none", async () => {
    const { client } = await made();
    const told = session({ is_finished: true });
    await client.call("POST", "terminal/sessions/", told);
    const header = '{"version":2,"width":80,"height":24}\n';
    for (const cast of [
      "",
      "hello",
      '{"version":1}\n',
      `${header}[1,"o"]\n`,
      `${header}[-1,"o","x"]\n`,
      `${header}{`,
    ]) {
      const { status, body } = await client.bringReplay(told.id, cast);
      expect([status, Object.keys(body)], cast).toEqual([400, ["msg"]]);
    }
    expect((await client.bringReplay(told.id, header, 4)).status).toBe(400);
    expect((await product.administrator.call("GET", `terminal/sessions/${told.id}/replay/`)).status).toBe(
      404,
    );
    expect((await client.bringReplay(told.id, `${header}[0,"o","x"]\n`)).status).toBe(201);
  });

  it("registers by its token alone, under a name of its own", async () => {
    const { name } = await made("lion");
    for (const [registration, given, status] of [
      [{ name: "x", type: "koko" }, "another-token-of-16", 401],
      [{ name, type: "koko" }, token, 400],
      [{ name: "x", type: "toaster" }, token, 400],
      [{ name: "", type: "koko" }, token, 400],
    ] as const) {
      expect((await registerComponent(base, registration, given)).status).toBe(status);
    }
    const long = `a${"b".repeat(400)}c`;
    const { body } = await registerComponent(
      base,
      { name: long, type: "chen" },
      token,
      "terminal-registrations",
    );
    expect([body.name.length, body.comment]).toEqual([127, long]);
    // A person who has the token gets no right of a component by it.
    const person = await product.administrator.call(
      "POST",
      "terminal/status/",
      {},
      {
        authorization: `BootstrapToken ${token}`,
      },
    );
    expect([401, 403]).toContain(person.status);
    await product.configure({ SECURITY_SERVICE_ACCOUNT_REGISTRATION: false });
    const refused = await registerComponent(base, { name: "late", type: "koko" }, token);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["error"]]);
    await product.configure({ SECURITY_SERVICE_ACCOUNT_REGISTRATION: true });
  });

  it("is gone with its rights once it is deleted, and its name is free", async () => {
    const { client, id, name } = await made();
    const running = session();
    await client.call("POST", "terminal/sessions/", running);
    const { administrator } = product;
    const refused = await administrator.call("DELETE", `terminal/terminals/${id}/`);
    expect(refused.body.code).toBe("have_online_session");
    await client.call("PATCH", `terminal/sessions/${running.id}/`, { is_finished: true });
    await client.call("POST", "terminal/status/", {});
    expect((await administrator.call("DELETE", `terminal/terminals/${id}/`)).status).toBe(204);
    expect((await client.call("POST", "terminal/status/", {})).status).toBe(401);
    await made("koko", name);
  });

  it("is told of once when it falls silent, and once when it is back", async () => {
    const { client, id, name } = await made();
    await client.call("POST", "terminal/status/", {});
    const { db } = product.database;
    const { administrator } = product;
    const subscription = "notifications/system-msg-subscription/ServerPerformanceMessage/";
    await administrator.call("PATCH", subscription, { receive_backends: ["site_msg"] });
    const told = async () => {
      await tellOfComponents(product.services);
      const { body } = await administrator.call("GET", "notifications/site-messages/?limit=100");
      const own = body.results.filter(({ content }: { content: { message: string } }) =>
        content.message.includes(name),
      );
      return own.map(({ content }: { content: { subject: string } }) => content.subject);
    };
    expect(await told()).toEqual([]);
    await sql`update terminals set date_heartbeat = now() - interval '4 minutes' where id = ${id}`.execute(
      db,
    );
    expect((await terminal(id)).load.value).toBe("offline");
    expect(await told()).toEqual(["Components need attention"]);
    expect(await told()).toHaveLength(1);
    await client.call("POST", "terminal/status/", {});
    expect(new Set(await told())).toEqual(new Set(["Components need attention", "Components recovered"]));
    expect(await told()).toHaveLength(2);
  });

  it("has a history of its load in small spans, and of hours later", async () => {
    const { client, id } = await made();
    const beat = (cpu_load: number) => client.call("POST", "terminal/status/", { cpu_load, memory_used: 10 });
    const { db } = product.database;
    const history = (range: string) =>
      product.administrator.call("GET", `sallyport/components/${id}/loads/?range=${range}`);
    const seen = async () => {
      const { seconds, points } = (await history("hours")).body;
      const samples = points.reduce((sum: number, point: { samples: number }) => sum + point.samples, 0);
      return [seconds, samples, Math.max(...points.map((p: { cpu_load_most: number }) => p.cpu_load_most))];
    };
    // A component that was silent is noted before it is answered, one that is alive within seconds, with others.
    await beat(1);
    expect(await seen()).toEqual([300, 1, 1]);
    await beat(3);
    await expect.poll(seen, { timeout: 10_000, interval: 200 }).toEqual([300, 2, 3]);
    await sql`update component_loads set date_start = date_start - interval '2 hours' where terminal_id = ${id}`.execute(
      db,
    );
    await keepLoads(db);
    await keepLoads(db);
    const quarter = await history("quarter");
    expect(quarter.body.points).toMatchObject([{ samples: 2, cpu_load: 2, cpu_load_most: 3 }]);
    await sql`update component_loads set date_start = date_start - interval '100 days' where terminal_id = ${id}`.execute(
      db,
    );
    await keepLoads(db);
    expect((await history("quarter")).body.points).toEqual([]);
    expect((await history("century")).status).toBe(400);
  });

  it("is counted by its type and state, as processes of this installation are", async () => {
    const own = await registerTerminal(product.database.db, { name: "[Core]-here", type: "core" });
    const refused = await product.administrator.call("PATCH", `terminal/terminals/${own}/`, {
      name: "other",
    });
    expect(refused.body).toHaveProperty("name");
    const { name, client } = await made("magnus");
    await client.call("POST", "terminal/status/", { cpu_load: 21 });
    const { body } = await product.administrator.call("GET", "terminal/components/metrics/");
    expect(body.find(({ type }: { type: string }) => type === "magnus")).toEqual({
      type: "magnus",
      total: 1,
      session_active: 0,
      normal: [],
      high: [],
      critical: [name],
      offline: [],
    });
    expect(body.find(({ type }: { type: string }) => type === "core").normal).toContain("[Core]-here");
  });
});
