import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GatewayPorts } from "../../gateway/ports.ts";
import { createGatewayPorts } from "../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { createWorld, type World } from "../permissions/testing/world.ts";
import { openReview, relateSession } from "../tickets/index.ts";
import { sessionRecord } from "./testing/session-record.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";

describe("sessions of tickets", () => {
  let product: TestProduct;
  let world: World;
  let ports: GatewayPorts;
  /** Who is asked, who applied, and who has nothing to do with it. */
  let tom: TestCaller;
  let mei: TestCaller;
  let eve: TestCaller;
  let session: string;
  let ticket: string;

  beforeAll(async () => {
    product = await createTestProduct();
    for (const username of ["mei", "tom", "eve"]) await product.createUser({ username, name: username });
    world = await createWorld(product.database.db, organizationId);
    ports = await createGatewayPorts(product.services);
    const { rows } = await product.database.pool.query<{ id: string }>(
      "select id from users where username = 'eve'",
    );
    eve = await product.signIn(String(rows[0]?.id));
    mei = await product.signIn(world.ids.mei as string);
    tom = await product.signIn(world.ids.tom as string);
    const record = sessionRecord(world);
    await ports.sessions.open(record);
    session = record.id;
    const review = await openReview(product.services, {
      type: "login_asset_confirm",
      organizationId,
      applicantId: world.ids.mei as string,
      reviewerIds: [world.ids.tom as string],
      facts: { apply_login_user: world.ids.mei as string, apply_login_asset: world.ids.front as string },
    });
    ticket = review.id;
  });
  afterAll(() => product?.close());

  const kill = (caller: TestCaller) =>
    caller.call("POST", "terminal/tasks/kill-session-for-ticket/", [session]);
  const lock = (caller: TestCaller) =>
    caller.call("POST", "terminal/tasks/toggle-lock-session-for-ticket/", {
      session_id: session,
      task_name: "lock_session",
    });

  it("are nobody's until they are related", async () => {
    expect((await tom.call("GET", `tickets/tickets/${ticket}/session/`)).status).toBe(404);
    expect((await tom.call("GET", `terminal/sessions/${session}/`)).status).toBe(403);
    expect([(await kill(tom)).status, (await lock(tom)).status]).toEqual([403, 403]);
    // Only components relate them.
    const body = { ticket, session };
    expect((await product.administrator.call("POST", "tickets/ticket-session-relation/", body)).status).toBe(
      403,
    );
    await relateSession(product.database.db, ticket, session);
  });

  it("are watched by those the ticket asks and those who may watch sessions, as long as they run", async () => {
    const mayWatch = async (username: string, id = session) => {
      const { rows } = await product.database.pool.query<{ id: string }>(
        "select id from users where username = $1",
        [username],
      );
      const principal = { userId: String(rows[0]?.id), name: username, username, language: "en" as const };
      return ports.watching.mayWatch({ ...principal, signInId: null, remoteAddress: "192.0.2.1" }, id);
    };
    expect([await mayWatch("tom"), await mayWatch("admin")]).toEqual([true, true]);
    expect([await mayWatch("mei"), await mayWatch("eve")]).toEqual([false, false]);
    expect((await tom.call("GET", `terminal/sessions/${session}/`)).body.can_join).toBe(true);
    const others = [sessionRecord(world, { type: "sftp" }), sessionRecord(world)];
    for (const record of others) await ports.sessions.open(record);
    await ports.sessions.failed(String(others[1]?.id), "unreachable");
    for (const { id } of others) expect(await mayWatch("admin", id)).toBe(false);
    for (const id of ["", "nonsense", world.ids.front as string])
      expect(await mayWatch("admin", id)).toBe(false);
  });

  it("are looked at, locked and ended by those the ticket asks, and nobody else", async () => {
    const seen = await tom.call("GET", `tickets/tickets/${ticket}/session/`);
    expect(seen.body).toMatchObject({ id: session, can_terminate: true, protocol: "ssh" });
    expect((await mei.call("GET", `tickets/tickets/${ticket}/session/`)).body.id).toBe(session);
    expect((await eve.call("GET", `tickets/tickets/${ticket}/session/`)).status).toBe(404);

    expect((await tom.call("GET", `terminal/sessions/${session}/`)).body.id).toBe(session);
    expect((await tom.call("GET", "terminal/sessions/")).status).toBe(403);
    // Whom no ticket asks is refused, and learns of nobody else's sessions whether there are any.
    const missing = "ffffffff-ffff-4fff-8fff-ffffffffffff";
    for (const [who, id] of [
      [mei, session],
      [eve, session],
      [eve, missing],
      [eve, "none"],
      [tom, missing],
    ] as const) {
      const refused = await who.call("GET", `terminal/sessions/${id}/`);
      expect([refused.status, refused.body.code]).toEqual([403, "permission_denied"]);
    }
    expect((await product.administrator.call("GET", `terminal/sessions/${missing}/`)).status).toBe(404);

    const later = sessionRecord(world, { dateStart: new Date(Date.now() + 1000) });
    await ports.sessions.open(later);
    await relateSession(product.database.db, ticket, later.id);
    const all = await tom.call("GET", `sallyport/tickets/${ticket}/sessions/`);
    expect(all.body).toMatchObject([{ id: later.id }, { id: session, can_terminate: true }]);
    await ports.sessions.failed(later.id, "gone");
    const { body: sorted } = await mei.call("GET", `sallyport/tickets/${ticket}/sessions/`);
    expect(sorted).toMatchObject([{ id: session }, { id: later.id, is_finished: true }]);
    expect((await eve.call("GET", `sallyport/tickets/${ticket}/sessions/`)).status).toBe(404);

    for (const stranger of [mei, eve]) {
      const refused = await kill(stranger);
      expect([refused.status, refused.body]).toEqual([403, {}]);
      expect((await lock(stranger)).status).toBe(403);
    }
    expect((await lock(tom)).body).toEqual({ ok: [session] });
    expect((await kill(tom)).body).toEqual({ ok: [session] });
  });
});
