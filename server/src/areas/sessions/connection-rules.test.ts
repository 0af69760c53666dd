import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { GatewayPorts, GatewayPrincipal } from "../../gateway/ports.ts";
import { createGatewayPorts } from "../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { createWorld, type World } from "../permissions/testing/world.ts";
import { roleIds } from "../roles/index.ts";

const organizationId = "00000000-0000-0000-0000-000000000002";
const path = "authentication/connection-token/";

describe("rules about connecting", () => {
  let product: TestProduct;
  let world: World;
  let mei: TestCaller;
  let ports: GatewayPorts;
  let person: GatewayPrincipal;
  let tom: TestCaller;
  const id = (name: string): string => world.ids[name] as string;

  beforeAll(async () => {
    product = await createTestProduct();
    for (const username of ["mei", "tom"]) await product.createUser({ username, name: username });
    world = await createWorld(product.database.db, organizationId);
    mei = await product.signIn(id("mei"));
    tom = await product.signIn(id("tom"));
    ports = await createGatewayPorts(product.services);
    person = {
      userId: id("mei"),
      name: "mei",
      username: "mei",
      language: "en",
      signInId: null,
      remoteAddress: "127.0.0.1",
    };
    await product.administrator.call("PATCH", `accounts/accounts/${id("front/admin")}/`, {
      secret: "hunter22",
    });
    await world.permit({
      users: ["mei"],
      assets: ["front", "proxy", "wiki"],
      accounts: ["admin", "release", "@INPUT", "@USER", "mei"],
    });
  });
  afterAll(() => product?.close());
  afterEach(async () => {
    await sql`delete from login_asset_acls`.execute(product.database.db);
    await sql`delete from connect_method_acls`.execute(product.database.db);
  });

  let serial = 0;
  const make = async (list: string, values: Record<string, unknown>) => {
    const answer = await product.administrator.call("POST", `acls/${list}/`, {
      name: `rule ${++serial}`,
      users: { type: "all" },
      ...values,
    } as never);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const rule = (values: Record<string, unknown> = {}) =>
    make("login-asset-acls", { assets: { type: "all" }, accounts: ["@ALL"], rules: {}, ...values });
  const ask = (changes: Record<string, unknown> = {}, query = "") =>
    mei.call("POST", `${path}${query}`, {
      asset: id("front"),
      account: "admin",
      protocol: "ssh",
      connect_method: "web_cli",
      ...changes,
    } as never);
  const outcome = async (changes: Record<string, unknown> = {}) => {
    const { status, body } = await ask(changes);
    return status === 201 ? "ok" : `${status} ${body.code}`;
  };
  const decideTicket = async (ticket: string, action: "approve" | "reject" | "close", by = tom) => {
    const answer = await by.call("PUT", `tickets/apply-login-asset-tickets/${ticket}/${action}/`, {});
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  const redeem = (tokenId: string) => ports.redeemConnectionToken(tokenId, person, "web_cli");

  it("are asked when a session is taken up again from another address", async () => {
    const grant = await redeem((await ask()).body.id);
    const from = (remoteAddress: string) =>
      ports.mayContinueFrom(grant, { userId: person.userId, remoteAddress });
    expect(await from("203.0.113.9")).toBe(true);
    await rule({ action: "reject", rules: { ip_group: ["203.0.113.0/24"] } });
    expect(await from("203.0.113.9")).toBe(false);
    expect(await from("198.51.100.9")).toBe(true);
    await rule({ action: "review", reviewers: [id("tom")], rules: { ip_group: ["198.51.100.0/24"] } });
    expect(await from("198.51.100.9")).toBe(false);
  });

  it("S1, S2, S5: refuse the accounts they name, and say nothing of themselves", async () => {
    const all = await rule({ name: "Secret name" });
    const { status, body, text } = await ask();
    expect([status, body.code]).toEqual([400, "acl_reject"]);
    expect(text).not.toContain("Secret name");
    const change = (values: Record<string, unknown>) =>
      product.administrator.call("PATCH", `acls/login-asset-acls/${all.id}/`, values as never);
    await change({ accounts: ["somebody"] });
    expect(await outcome()).toBe("ok");
    await change({ accounts: ["@SPEC", "admin"] });
    expect(await outcome()).toBe("400 acl_reject");
  });

  it("S3, S4: hold for a user name that is typed, and for typing one", async () => {
    await rule({ accounts: ["root"] });
    const typing = (username: string) =>
      outcome({ account: "@INPUT", input_username: username, input_secret: "a long secret" });
    expect(await typing("root")).toBe("400 acl_reject");
    expect(await typing("guest")).toBe("ok");
    await rule({ accounts: ["@INPUT"] });
    expect(await typing("guest")).toBe("400 acl_reject");
  });

  it("S6: hold for the dynamic user, by the name of whoever connects", async () => {
    await rule({ accounts: ["tom"] });
    expect(await outcome({ asset: id("proxy"), account: "@USER" })).toBe("ok");
    await rule({ accounts: ["mei"] });
    expect(await outcome({ asset: id("proxy"), account: "@USER" })).toBe("400 acl_reject");
  });

  it("S9: the first that fits decides, by the priority; others' assets and people are not concerned", async () => {
    const { body } = await product.administrator.call("GET", `assets/assets/${id("front")}/`);
    await rule({ priority: 90, action: "accept", assets: { type: "ids", ids: [id("front")] } });
    await rule({ priority: 10 });
    expect(await outcome()).toBe("ok");
    await sql`delete from login_asset_acls`.execute(product.database.db);
    await rule({ users: { type: "ids", ids: [id("tom")] } });
    await rule({
      assets: { type: "attrs", attrs: [{ name: "name", match: "exact", value: `not ${body.name}` }] },
    });
    await rule({ rules: { ip_group: ["192.0.2.0/24"] } });
    await rule({ is_active: false });
    expect(await outcome()).toBe("ok");
  });

  it("of another organization do not hold here", async () => {
    const made = await product.administrator.call("POST", "orgs/orgs/", { name: "Elsewhere" });
    const answer = await product.administrator.call(
      "POST",
      "acls/login-asset-acls/",
      { name: "Theirs", users: { type: "all" }, assets: { type: "all" }, accounts: ["@ALL"], rules: {} },
      { "x-jms-org": made.body.id },
    );
    expect(answer.status, answer.text).toBe(201);
    expect(await outcome()).toBe("ok");
  });

  it("are told to components that ask, which have the reviewers asked at once", async () => {
    const gateway = await product.createUser({ system_roles: [roleIds.systemComponent] });
    await sql`update users set is_service_account = true where id = ${gateway.id}`.execute(
      product.database.db,
    );
    const component = await product.signIn(gateway.id);
    const check = (body: Record<string, unknown>) =>
      component.call("POST", "acls/login-asset/check/", body as never);
    const question = { user_id: id("mei"), asset_id: id("front"), account_username: "admin" };
    expect((await check(question)).body).toEqual({ need_review: false });
    await rule({ action: "review", reviewers: [id("tom")], accounts: ["admin"] });
    expect((await check({ ...question, account_username: "release" })).body).toEqual({ need_review: false });
    const { status, body } = await check(question);
    expect([status, body]).toEqual([
      200,
      {
        need_review: true,
        check_review_status: {
          method: "GET",
          url: `/api/v1/tickets/super-tickets/${body.ticket_id}/status/`,
        },
        close_review: { method: "DELETE", url: `/api/v1/tickets/super-tickets/${body.ticket_id}/status/` },
        ticket_detail_url: expect.stringContaining(body.ticket_id),
        reviewers: ["tom(tom)"],
        ticket_id: expect.any(String),
      },
    ]);
    const state = await component.call("GET", body.check_review_status.url);
    expect(state.body.state.value).toBe("pending");
    await decideTicket(body.ticket_id, "approve");
    const unknown = await check({ ...question, user_id: question.asset_id, asset_id: question.user_id });
    expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, ["user_id", "asset_id"]]);
    await sql`delete from login_asset_acls`.execute(product.database.db);
    await rule();
    expect(await check(question)).toMatchObject({ status: 400, body: { code: "acl_reject" } });
    const person = await mei.call("POST", "acls/login-asset/check/", question as never);
    expect(person.status).toBe(403);
  });

  it("hold when a token is used, exchanged, and at the SSH server", async () => {
    const { body: token } = await ask();
    const { body: other } = await ask();
    await rule();
    await expect(redeem(token.id)).rejects.toMatchObject({ status: 403, code: "acl_reject" });
    const exchanged = await mei.call("POST", `${path}exchange/`, { id: other.id });
    expect([exchanged.status, exchanged.body.code]).toEqual([400, "acl_reject"]);
    const wanted = { asset: "front", account: "admin", protocol: "ssh", way: "exec" } as const;
    expect(await ports.decide(person, wanted)).toMatchObject({ outcome: "refused", code: "acl_reject" });
  });

  it("S7, S8: a review refuses until people are asked, and opens one connection when they approve", async () => {
    await rule({ action: "review", reviewers: [id("tom")] });
    expect(await outcome()).toBe("400 acl_review");
    const { status, body: token } = await ask({ is_reusable: true }, "?create_ticket=1");
    expect(status).toBe(201);
    const ticket = token.from_ticket.id;
    expect(token).toMatchObject({
      is_active: false,
      is_reusable: false,
      from_ticket_info: {
        check_ticket_api: { method: "GET", url: `/api/v1/tickets/tickets/${ticket}/` },
        close_ticket_api: { method: "PUT", url: `/api/v1/tickets/tickets/${ticket}/close/` },
        ticket_detail_page_url: expect.stringMatching(
          /^http.*\/ui\/#\/tickets\/tickets\/.*login_asset_confirm$/,
        ),
        assignees: ["tom(tom)"],
      },
    });
    await expect(redeem(token.id)).rejects.toMatchObject({ status: 403, code: "token_inactive" });
    await decideTicket(ticket, "approve");
    const { body: active } = await mei.call("GET", `${path}${token.id}/`);
    expect([active.is_active, active.expire_time <= 300]).toEqual([true, true]);
    await product.configure({ CONNECTION_TOKEN_REUSABLE: true });
    expect((await mei.call("PATCH", `${path}${token.id}/reuse/`, { is_reusable: true })).status).toBe(400);
    await product.configure({ CONNECTION_TOKEN_REUSABLE: false });
    expect((await redeem(token.id)).asset.id).toBe(id("front"));
    await expect(redeem(token.id)).rejects.toMatchObject({ status: 403, code: "token_used" });
    // What was approved once is asked anew for the next one.
    const again = await mei.call("POST", `${path}exchange/`, { id: token.id });
    expect([again.status, again.body.code]).toEqual([400, "acl_review"]);
  });

  it("what was rejected, or whose permission is gone, opens nothing", async () => {
    await rule({ action: "review", reviewers: [id("tom")] });
    const { body: rejected } = await ask({}, "?create_ticket=1");
    await decideTicket(rejected.from_ticket.id, "reject");
    await expect(redeem(rejected.id)).rejects.toMatchObject({ code: "token_inactive" });
    const { body: approved } = await ask({}, "?create_ticket=1");
    await decideTicket(approved.from_ticket.id, "approve");
    await rule({ priority: 99 });
    await expect(redeem(approved.id)).rejects.toMatchObject({ code: "acl_reject" });
  });

  it("at a terminal somebody waits for the decision, and it opens what it was asked for alone", async () => {
    await rule({ action: "review", reviewers: [id("tom")] });
    const wanted = { asset: "front", account: "admin", protocol: "ssh", way: "shell" } as const;
    const begin = async () => {
      const decision = await ports.decide(person, wanted);
      if (decision.outcome !== "review") throw new Error(`the decision is ${decision.outcome}`);
      return decision.open();
    };
    const ticketOf = async () =>
      String(
        (
          await sql<{ id: string }>`select id from tickets order by serial_num desc limit 1`.execute(
            product.database.db,
          )
        ).rows[0]?.id,
      );
    const first = await begin();
    expect(first.assignees).toEqual(["tom(tom)"]);
    const waiting = first.wait(new AbortController().signal);
    await decideTicket(await ticketOf(), "approve");
    expect(await waiting).toMatchObject({ outcome: "granted" });
    expect((await ports.decide(person, wanted)).outcome).toBe("review");

    const second = await begin();
    await decideTicket(await ticketOf(), "reject");
    expect(await second.wait(new AbortController().signal)).toMatchObject({
      outcome: "refused",
      code: "acl_review",
    });

    const third = await begin();
    const left = new AbortController();
    const leaving = third.wait(left.signal);
    left.abort();
    expect(await leaving).toBeNull();
    await third.cancel();
    const closed = await tom.call("GET", `tickets/tickets/${await ticketOf()}/`);
    expect(closed.body.state.value).toBe("closed");
  });

  it("M1–M3: methods are hidden from those they are taken from, and refused to them", async () => {
    const offered = async (who: TestCaller) => {
      const { body } = await who.call("GET", "terminal/components/connect-methods/?os=linux");
      return (body.ssh as { value: string }[]).map(({ value }) => value);
    };
    const one = await make("connect-method-acls", {
      users: { type: "ids", ids: [id("mei")] },
      connect_methods: ["web_cli"],
    });
    await make("connect-method-acls", {
      users: { type: "ids", ids: [id("mei")] },
      connect_methods: ["ssh_client", "sftp_client"],
    });
    expect(await offered(mei)).toEqual(["ssh_guide"]);
    expect(await offered(tom)).toContain("web_cli");
    expect(await outcome()).toBe("400 acl_reject");
    for (const way of ["shell", "exec", "scp", "forward"] as const) {
      expect(
        await ports.decide(person, { asset: "front", account: "admin", protocol: "ssh", way }),
      ).toMatchObject({ outcome: "refused", code: "acl_reject" });
    }
    const flat = await mei.call("GET", "terminal/components/connect-methods/?flat=1");
    expect(flat.body.map(({ value }: { value: string }) => value)).toContain("web_cli");
    const list = await product.administrator.call(
      "GET",
      "acls/connect-method-acls/?methods=web_cli&fields=id",
    );
    expect(list.body).toEqual([{ id: one.id }]);
    await product.administrator.call("PATCH", `acls/connect-method-acls/${one.id}/`, { is_active: false });
    expect(await offered(mei)).toContain("web_cli");
    expect(await outcome()).toBe("ok");
    const odd = await product.administrator.call("PATCH", `acls/connect-method-acls/${one.id}/`, {
      connect_methods: "web_cli",
    });
    expect([odd.status, Object.keys(odd.body)]).toEqual([400, ["connect_methods"]]);
    const accept = await product.administrator.call("PATCH", `acls/connect-method-acls/${one.id}/`, {
      action: "accept",
    });
    expect(accept.status).toBe(400);
  });
});
