import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GatewayPorts, GatewayPrincipal } from "../../../gateway/ports.ts";
import { createGatewayPorts } from "../../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";
import { sessionRecord } from "../testing/session-record.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";

describe("shared sessions", () => {
  let product: TestProduct;
  let world: World;
  let ports: GatewayPorts;
  let adminId = "";
  const callers = new Map<string, TestCaller>();
  const people = new Map<string, GatewayPrincipal>();
  const who = (name: string): GatewayPrincipal => {
    const found = people.get(name);
    if (found === undefined) throw new Error(name);
    return found;
  };
  const caller = (name: string): TestCaller => callers.get(name) as TestCaller;

  beforeAll(async () => {
    product = await createTestProduct();
    for (const username of ["mei", "tom", "eve"]) await product.createUser({ username, name: username });
    world = await createWorld(product.database.db, organizationId);
    ports = await createGatewayPorts(product.services);
    const { rows } = await product.database.pool.query<{ id: string; username: string }>(
      "select id, username from users where username in ('mei', 'tom', 'eve', 'admin')",
    );
    for (const { id: userId, username } of rows) {
      if (username === "admin") adminId = userId;
      people.set(username, {
        userId,
        name: username,
        username,
        language: "en",
        signInId: null,
        remoteAddress: "192.0.2.1",
      });
      callers.set(username, await product.signIn(userId));
    }
  });
  afterAll(() => product?.close());

  /** A running session of mei's. */
  async function session(changes: Parameters<typeof sessionRecord>[1] = {}): Promise<string> {
    const record = sessionRecord(world, changes);
    await ports.sessions.open(record);
    return record.id;
  }

  async function share(changes: Record<string, unknown> = {}, id?: string) {
    const sessionId = id ?? (await session());
    const asked = { sessionId, minutes: 10, users: [], origin: "", permission: "writable" as const };
    return { sessionId, ...(await ports.sharing.open(who("mei"), { ...asked, ...changes })) };
  }

  const join = (name: string, link: { id: string; code: string }, isHere = true) =>
    ports.sharing.join(who(name), { id: link.id, code: link.code, isHere: () => isHere });

  async function switchSharing(on: boolean): Promise<void> {
    const settings = "settings/setting/?category=security_session";
    await product.administrator.call("PATCH", settings, { SECURITY_SESSION_SHARE: on });
    // The gateway hears of it a moment later.
    await expect.poll(() => product.services.settings.get("SECURITY_SESSION_SHARE")).toBe(on);
  }

  const refusal = async (joining: Promise<unknown>): Promise<string> =>
    joining.then(
      () => "joined",
      (error: { code?: string }) => error.code ?? String(error),
    );

  const history = async (id: string): Promise<string[]> => {
    const { rows } = await product.database.pool.query<{ said: string }>(
      "select event || ' ' || actor as said from session_events where session_id = $1 order by serial",
      [id],
    );
    return rows.map(({ said }) => said);
  };

  const expire = (id: string) =>
    product.database.pool.query(
      "update session_sharings set date_expired = now() - interval '1 second' where id = $1",
      [id],
    );

  it("are opened by their person alone, while they run and are terminals", async () => {
    const id = await session();
    const asked = { sessionId: id, minutes: 10, users: [], origin: "", permission: "writable" as const };
    expect(await refusal(ports.sharing.open(who("tom"), asked))).toBe("invalid");
    for (const minutes of [0, -5, 1441, 0.5, Number.NaN]) {
      expect(await refusal(ports.sharing.open(who("mei"), { ...asked, minutes }))).toBe("invalid");
    }
    for (const users of [[randomUUID()], ["nobody"], [who("eve").userId, "x"]]) {
      expect(await refusal(ports.sharing.open(who("mei"), { ...asked, users }))).toBe("invalid");
    }
    for (const sessionId of [randomUUID(), "none", await session({ type: "sftp" })]) {
      expect(await refusal(ports.sharing.open(who("mei"), { ...asked, sessionId }))).toBe("invalid");
    }
    const { code } = await ports.sharing.open(who("mei"), asked);
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}$/);
    const { rows } = await product.database.pool.query("select * from session_sharings");
    expect(JSON.stringify(rows)).not.toContain(code);
    await ports.sessions.failed(id, "gone");
    expect(await refusal(ports.sharing.open(who("mei"), asked))).toBe("invalid");
  });

  it("are joined with the code, once by each, and left", async () => {
    const link = await share();
    const joined = await join("tom", { id: link.id, code: ` ${link.code.toLowerCase()}` });
    expect(joined).toMatchObject({ sessionId: link.sessionId, permission: "writable" });
    expect(await ports.sharing.standing(joined.recordId)).toMatchObject({ permission: "writable" });
    expect(await refusal(join("tom", link))).toBe("already_joined");
    expect(await refusal(join("eve", link, false))).toBe("elsewhere");
    await join("eve", link);
    await ports.sharing.leave(joined.recordId);
    await ports.sharing.leave(joined.recordId);
    expect(await ports.sharing.standing(joined.recordId)).toMatchObject({ over: "removed" });
    const said = [
      "share_created mei(mei)",
      "share_joined tom(tom)",
      "share_joined eve(eve)",
      "share_left tom(tom)",
    ];
    expect(await history(link.sessionId)).toEqual(said);
  });

  it("are refused with the reason of the contract, and every attempt is recorded", async () => {
    const foreign = await share();
    const named = await share({ users: [who("tom").userId] });
    const [late, closed, over] = [await share(), await share(), await share()];
    await expire(late.id);
    await caller("mei").call("DELETE", `sallyport/session-sharings/${closed.id}/`);
    await ports.sessions.failed(over.sessionId, "gone");
    const wrong = { id: foreign.id, code: foreign.code === "2222" ? "3333" : "2222" };
    const tries: [string, { id: string; code: string }, string][] = [
      ["eve", late, "link_expired"],
      ["eve", closed, "link_inactive"],
      ["eve", over, "link_inactive"],
      ["eve", named, "user_not_allowed"],
      ["eve", wrong, "code_invalid"],
      ["eve", { id: foreign.id, code: named.code === foreign.code ? "" : named.code }, "code_invalid"],
      ["eve", { id: randomUUID(), code: "AAAA" }, "link_inactive"],
      ["eve", { id: "none", code: "AAAA" }, "link_inactive"],
    ];
    for (const [name, link, reason] of tries) expect(await refusal(join(name, link))).toBe(reason);
    const admin = product.administrator;
    const { body } = await admin.call("GET", `terminal/session-join-records/?session=${foreign.sessionId}`);
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({
      joiner_display: "eve(eve)",
      is_success: false,
      is_finished: true,
      reason: "The code is wrong.",
      verify_code: "******",
      action_permission: { value: "writable", label: "Read and write" },
      session: { id: foreign.sessionId },
    });
    const { text } = await admin.call("GET", "terminal/session-join-records/?format=csv");
    for (const { code } of [foreign, named]) expect(text).not.toContain(code);
    const one = await admin.call("GET", `terminal/session-join-records/${body[0].id}/`);
    expect(one.body.sharing).toEqual({ id: foreign.id });
    // In another organization there are none, and nobody from there joins.
    const { body: cellar } = await admin.call("POST", "orgs/orgs/", { name: "Cellar" });
    const next = await admin.call("GET", `terminal/session-join-records/?oid=${cellar.id}`);
    expect(next.body).toEqual([]);
    const { status } = await admin.call(
      "GET",
      `terminal/session-join-records/${body[0].id}/?oid=${cellar.id}`,
    );
    expect(status).toBe(404);
    const move = (from: string, to: string) =>
      product.database.pool.query("update role_bindings set org_id = $1 where user_id = $2 and org_id = $3", [
        to,
        who("eve").userId,
        from,
      ]);
    await move(organizationId, String(cellar.id));
    expect(await refusal(join("eve", foreign))).toBe("user_not_allowed");
    await move(String(cellar.id), organizationId);
  });

  it("take few guesses: of each person on a link, also at once, and of each on all links", async () => {
    const link = await share();
    const guess = { id: link.id, code: "0000" };
    const all = await Promise.all(Array.from({ length: 12 }, () => refusal(join("tom", guess))));
    expect(all.filter((reason) => reason === "code_invalid")).toHaveLength(5);
    expect(all.filter((reason) => reason === "too_many_guesses")).toHaveLength(7);
    // Also the right one comes too late now; for others it does not.
    expect(await refusal(join("tom", link))).toBe("too_many_guesses");
    expect(await refusal(join("eve", link))).toBe("joined");
    for (let count = 0; count < 4; count += 1) {
      const next = await share();
      for (let at = 0; at < 4; at += 1) await refusal(join("tom", { id: next.id, code: "0000" }));
    }
    expect(await refusal(join("tom", await share()))).toBe("too_many_guesses");
    await product.database.pool.query("delete from session_join_records where joiner = 'tom(tom)'");
  });

  it("say at once what somebody who joined may do, and when that is over", async () => {
    const changes: (string | null)[] = [];
    const leave = ports.sharing.onChanged((id) => changes.push(id));
    const link = await share();
    const joined = async (name: string, by = link) => (await join(name, by)).recordId;
    const [tom, eve] = [await joined("tom"), await joined("eve")];
    const own = await caller("mei").call("GET", `sallyport/sessions/${link.sessionId}/sharing/`);
    expect(own.body.links).toMatchObject([
      { id: link.id, verify_code: link.code, action_permission: "writable" },
    ]);
    expect(own.body.participants).toMatchObject([
      { id: tom, user: "tom(tom)", action_permission: "writable" },
      { id: eve, user: "eve(eve)" },
    ]);
    const part = `sallyport/session-participants/${tom}/`;
    // Nobody else's business: neither who joined, nor who looks at everything.
    for (const other of [caller("tom"), caller("eve"), product.administrator]) {
      expect((await other.call("PATCH", part, { action_permission: "readonly" })).status).toBe(404);
      expect((await other.call("DELETE", part)).status).toBe(404);
      expect((await other.call("DELETE", `sallyport/session-sharings/${link.id}/`)).status).toBe(404);
      expect((await other.call("GET", `sallyport/sessions/${link.sessionId}/sharing/`)).status).toBe(404);
    }
    expect(await ports.sharing.change(who("tom"), eve, "remove")).toBe(false);
    expect((await caller("mei").call("PATCH", part, { action_permission: "none" })).status).toBe(400);
    expect((await caller("mei").call("PATCH", part, { action_permission: "readonly" })).status).toBe(200);
    expect(await ports.sharing.standing(tom)).toMatchObject({ permission: "readonly" });
    expect((await caller("mei").call("DELETE", part)).status).toBe(204);
    expect(await ports.sharing.standing(tom)).toMatchObject({ over: "removed" });
    expect((await caller("mei").call("DELETE", part)).status).toBe(404);
    await product.database.pool.query("update users set is_active = false where username = 'eve'");
    await product.database.pool.query("update access_version set version = version + 1");
    expect(await ports.sharing.standing(eve)).toMatchObject({ over: "user_not_allowed" });
    await product.database.pool.query("update users set is_active = true where username = 'eve'");
    await product.database.pool.query("update access_version set version = version + 1");
    expect(await ports.sharing.standing(eve)).toMatchObject({ permission: "writable" });
    await expire(link.id);
    expect(await ports.sharing.standing(eve)).toMatchObject({ over: "link_expired" });
    const next = await share({ users: [who("tom").userId] }, link.sessionId);
    const again = await joined("tom", next);
    await ports.sessions.finish(link.sessionId, {
      dateEnd: new Date(),
      hasReplay: false,
      recordingPath: null,
      recording: null,
      reason: "client_closed",
    });
    expect(await ports.sharing.standing(again)).toMatchObject({ over: "removed" });
    const said = await history(link.sessionId);
    expect(said.slice(-3)).toEqual(["share_left eve(eve)", "share_left tom(tom)", "ended "]);
    expect(said).toContain("share_readonly tom(tom)");
    expect(said).toContain("share_removed tom(tom)");
    await expect.poll(() => changes.filter((id) => id === link.sessionId).length).toBeGreaterThanOrEqual(2);
    leave();
  });

  it("tell those a link names, in words, with the code and a link to this site", async () => {
    const id = await session();
    const users = [who("tom").userId];
    const asked = {
      expired_time: 20,
      users,
      origin: "https://evil.example/x",
      action_permission: "readonly",
    };
    const path = `sallyport/sessions/${id}/sharing/`;
    const made = await caller("mei").call("POST", path, asked);
    expect(made.status).toBe(201);
    expect(made.body.url).toBe(`https://evil.example/koko/share/${made.body.id}/`);
    const { rows } = await product.database.pool.query<{ message: string }>(
      "select message from site_messages order by date_created desc limit 1",
    );
    expect(rows[0]?.message).toContain(made.body.verify_code);
    expect(rows[0]?.message).toContain(`/koko/share/${made.body.id}/`);
    expect(rows[0]?.message).not.toContain("evil.example");
    expect((await caller("mei").call("GET", `${path}people/?search=TOM`)).body).toMatchObject([
      { username: "tom" },
    ]);
    expect((await caller("tom").call("GET", `${path}people/?search=m`)).status).toBe(404);
    expect((await caller("tom").call("POST", path, asked)).status).toBe(404);
    for (const wrong of [{ expired_time: 0 }, { users: "tom" }, { action_permission: "all" }]) {
      expect((await caller("mei").call("POST", path, { ...asked, ...wrong })).status).toBe(400);
    }
  });

  it("are what the contract's addresses say: of who made them, and nobody's while sharing is off", async () => {
    const admin = product.administrator;
    const mine = await session({ userId: adminId, user: "Administrator(admin)" });
    const body = { session: mine, expired_time: 5, users: [], origin: "https://example.com/luna/?x=1" };
    const made = await admin.call("POST", "terminal/session-sharings/", body);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      session: { id: mine },
      creator: { id: adminId, name: "Administrator(admin)" },
      is_active: true,
      expired_time: 5,
      users_display: [],
      origin: "https://example.com",
      url: `https://example.com/koko/share/${made.body.id}/`,
    });
    expect(made.body.verify_code).toMatch(/^.{4}$/);
    expect(made.body).not.toHaveProperty("users");
    expect(made.body).not.toHaveProperty("action_permission");
    // Of the others' sessions nothing is told, and none can be shared.
    const listed = await admin.call("GET", "terminal/session-sharings/");
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([made.body.id]);
    const foreign = { ...body, session: await session() };
    expect((await admin.call("POST", "terminal/session-sharings/", foreign)).status).toBe(400);
    expect((await caller("mei").call("GET", "terminal/session-sharings/")).status).toBe(403);
    const address = `terminal/session-sharings/${made.body.id}/`;
    const changed = await admin.call("PATCH", address, { is_active: false, users: [who("tom").userId] });
    expect(changed.body).toMatchObject({ is_active: false, users_display: ["tom(tom)"] });
    expect((await admin.call("DELETE", address)).status).toBe(405);
    const exported = await admin.call("GET", "terminal/session-sharings/?format=csv");
    expect(exported.text).not.toContain(made.body.verify_code);
    await switchSharing(false);
    for (const [method, path] of [
      ["GET", "terminal/session-sharings/"],
      ["POST", "terminal/session-sharings/"],
      ["GET", address],
      ["PATCH", address],
      ["GET", `sallyport/sessions/${mine}/sharing/`],
    ] as const) {
      expect([method, path, (await admin.call(method, path, {})).status]).toEqual([method, path, 405]);
    }
    expect((await admin.call("GET", "settings/public/")).body.SECURITY_SESSION_SHARE).toBe(false);
    await switchSharing(true);
  });

  it("are joined by who says so over HTTP, for themselves alone", async () => {
    const link = await share();
    const admin = product.administrator;
    const body = {
      sharing: link.id,
      verify_code: link.code,
      remote_addr: "198.51.100.7",
      joiner: adminId,
    };
    const path = "terminal/session-join-records/";
    expect((await admin.call("POST", path, { ...body, joiner: who("tom").userId })).status).toBe(403);
    const wrong = await admin.call("POST", path, { ...body, verify_code: "0000" });
    expect([wrong.status, wrong.body]).toEqual([400, { error: "The code is wrong." }]);
    const made = await admin.call("POST", path, body);
    expect(made.status).toBe(201);
    // Where a person is, is known without their word for it.
    expect(made.body.remote_addr).not.toBe("198.51.100.7");
    const ended = await admin.call("PATCH", `${path}${made.body.id}/finished/`, {});
    expect(ended.body).toEqual({ msg: "ok" });
    const { body: after } = await admin.call("GET", `${path}${made.body.id}/`);
    expect([after.is_finished, after.date_left !== null]).toEqual([true, true]);
    expect((await caller("tom").call("GET", path)).status).toBe(403);
  });

  it("are left by a change of the record, which changes nothing else and begins nothing again", async () => {
    const link = await share();
    const admin = product.administrator;
    const path = "terminal/session-join-records/";
    const { body: made } = await admin.call("POST", path, {
      sharing: link.id,
      verify_code: link.code,
      remote_addr: "198.51.100.7",
      joiner: adminId,
    });
    const change = (body: unknown) => admin.call("PATCH", `${path}${made.id}/`, body);
    const elsewhere = { remote_addr: "203.0.113.9", joiner: who("tom").userId, date_left: null };
    const untouched = await change({ ...elsewhere, is_finished: false });
    expect([untouched.status, untouched.body]).toEqual([200, made]);
    expect((await change({ is_finished: "maybe" })).body).toHaveProperty("is_finished");
    expect((await caller("tom").call("PATCH", `${path}${made.id}/`, { is_finished: true })).status).toBe(403);
    expect((await admin.call("GET", `${path}${made.id}/`)).body).toEqual(made);
    const { body: left } = await change({ ...elsewhere, is_finished: true });
    const { is_finished, date_left, date_updated } = left;
    expect(left).toEqual({ ...made, is_finished: true, date_left, date_updated });
    expect([is_finished, typeof date_left]).toEqual([true, "string"]);
    expect((await change({ is_finished: false })).body).toEqual(left);
    const again = await change({ is_finished: true });
    expect([again.status, again.body]).toEqual([200, left]);
    const events = await admin.call("GET", `sallyport/session-events/?session=${link.sessionId}`);
    const parts = events.body.map(({ event }: { event: { value: string } }) => event.value ?? event);
    expect(parts.filter((event: string) => event === "share_left").length).toBe(1);
    expect((await admin.call("PATCH", `${path}${crypto.randomUUID()}/`, {})).status).toBe(404);
  });

  it("are told of in the operate log", async () => {
    const { rows } = await product.database.pool.query<{ said: string }>(
      "select distinct action || ' ' || resource_type as said from operate_logs order by 1",
    );
    const said = rows.map((row) => row.said.toLowerCase());
    for (const told of [
      "create session sharing",
      "update session sharing",
      "update participant",
      "update session join record",
    ]) {
      expect(said.some((line) => line === told || line.startsWith(told))).toBe(true);
    }
  });

  it("are said to be watched or not by the contract's question", async () => {
    const id = await session();
    const ask = (body: Record<string, unknown>) =>
      product.administrator.call("POST", "terminal/sessions/join/validate/", body as never);
    const yes = await ask({ user_id: adminId, session_id: id });
    expect([yes.status, yes.body]).toEqual([200, { ok: true, msg: "" }]);
    for (const [body, msg] of [
      [{}, "The request is not valid."],
      [{ user_id: "x", session_id: id }, "The request is not valid."],
      [{ user_id: who("tom").userId, session_id: randomUUID() }, "This session cannot be joined."],
      [{ user_id: randomUUID(), session_id: id }, "This user does not exist."],
      [
        { user_id: who("tom").userId, session_id: id },
        "This user does not have permission to join the session.",
      ],
    ] as const) {
      const no = await ask(body);
      expect([no.status, no.body]).toEqual([401, { ok: false, msg }]);
    }
  });

  it("lead from the contract's link to the page that asks for the code", async () => {
    const id = randomUUID();
    const answer = await product.app.fastify.inject({ method: "GET", url: `/koko/share/${id}/` });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, `/luna/share/${id}`]);
    expect((await product.app.fastify.inject({ method: "GET", url: "/koko/share/..%2f/" })).statusCode).toBe(
      404,
    );
  });
});
