import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { TestCaller, TestProduct } from "../../testing/product.ts";
import { closeLostTickets } from "../tickets/lost-tickets.ts";
import { remindSignOff } from "../tickets/remind-sign-off.ts";
import { consentBed } from "./testing/consent-bed.ts";

const tickets = "tickets/apply-login-asset-tickets/";

describe("a rule that has somebody consent and allows emergency access", () => {
  const bed = consentBed();
  const { id, makeRule, change, ask, outcome, redeem, decide, atTerminal, pass, open } = bed;
  let product: TestProduct;
  let mei: TestCaller;
  let tom: TestCaller;
  beforeAll(() => {
    ({ product, mei, tom } = bed.made());
  });

  const reason = "The payroll database is down";
  const administratorId = async () => {
    const { rows } = await sql<{ id: string }>`select id from users where username = 'admin'`.execute(
      product.database.db,
    );
    return rows[0]?.id;
  };
  const latest = async (): Promise<string> => {
    const { rows } = await sql<{
      id: string;
    }>`select id from tickets order by serial_num desc limit 1`.execute(product.database.db);
    return String(rows[0]?.id);
  };
  /** What people were told, newest first. */
  const messagesOf = async (who: TestCaller): Promise<string[]> => {
    const { body } = await who.call("GET", "notifications/site-messages/");
    return (body.results ?? body).map(({ subject, content }: Record<string, unknown>) =>
      String(subject ?? (content as Record<string, unknown>)?.subject),
    );
  };

  it("refuses it where the rule does not say so, or for another way, or without words", async () => {
    await makeRule({});
    const without = await ask({ emergency_reason: reason });
    expect([without.status, without.body.code, "emergency_access" in without.body]).toEqual([
      400,
      "acl_review",
      false,
    ]);
    await change({ emergency_access: true });
    const { body } = await ask();
    expect(body).toMatchObject({ code: "acl_review", emergency_access: true });
    const guide = await ask({ connect_method: "ssh_client", emergency_reason: reason });
    expect([guide.body.code, "emergency_access" in guide.body]).toEqual(["acl_review", false]);
    expect(await outcome({ emergency_reason: "?! ..." })).toBe("400 emergency_reason");
    const { rows } = await sql`select 1 from tickets`.execute(product.database.db);
    expect(rows).toEqual([]);
  });

  it("opens at once, tells the reviewers, stands out, and is signed off", async () => {
    await makeRule({ emergency_access: true, approval_valid_for: 30 });
    const { status, body: token, text } = await ask({ emergency_reason: reason, is_reusable: true });
    expect(status, text).toBe(201);
    expect(token).toMatchObject({ is_active: true, is_reusable: false });
    expect(text).not.toContain("emergency_reason");
    const ticket = token.from_ticket.id;
    const grant = await redeem(token.id);
    expect([grant.reviewId, grant.isEmergency]).toEqual([ticket, true]);
    const session = await open(grant.reviewId, grant.isEmergency);

    const { body: asked } = await tom.call("GET", `tickets/tickets/?assignees__id=${id("tom")}&status=open`);
    expect(asked).toMatchObject([
      { id: ticket, is_emergency: true, state: { value: "pending" }, comment: reason },
    ]);
    expect((await messagesOf(tom))[0]).toContain("Emergency access, to be signed off");
    const { body: marked } = await product.administrator.call("GET", "terminal/sessions/?is_emergency=1");
    expect(marked).toMatchObject([
      {
        id: session,
        is_emergency: true,
        approval: { id: ticket, state: "pending", processor: "", reason },
      },
    ]);
    const { body: log } = await product.administrator.call(
      "GET",
      `audits/operate-logs/?resource_id=${ticket}&limit=5`,
    );
    expect(JSON.stringify(log)).toContain("Emergency access");

    // It was for one connection, and signing it off opens no further one.
    await expect(redeem(token.id)).rejects.toMatchObject({ code: "token_used" });
    for (const who of [mei, tom]) expect(await decide(ticket, "close", who)).toBe("403 permission_denied");
    expect(await decide(ticket, "approve", mei)).toBe("403 permission_denied");
    expect(await decide(ticket, "approve")).toBe("200");
    expect(await outcome()).toBe("400 acl_review");
    const { body: signed } = await product.administrator.call("GET", `terminal/sessions/${session}/`);
    expect(signed.approval).toMatchObject({ state: "approved", processor: "tom(tom)" });
  });

  it("an objection before the token is used keeps it shut, and so does a rule that takes it away", async () => {
    await makeRule({ emergency_access: true });
    const { body: one } = await ask({ emergency_reason: reason });
    expect(await decide(one.from_ticket.id, "reject")).toBe("200");
    await expect(redeem(one.id)).rejects.toMatchObject({ code: "acl_review" });
    const { body: two } = await ask({ emergency_reason: reason });
    await change({ emergency_access: false });
    await expect(redeem(two.id)).rejects.toMatchObject({ code: "acl_review" });
  });

  it("overrides no refusal: a rule, a permission, an asset, a person nobody else could sign off", async () => {
    await makeRule({ emergency_access: true });
    expect(await outcome({ account: "nobody", emergency_reason: reason })).toBe("400 perm_account_invalid");
    const { db } = product.database;
    await sql`update assets set is_active = false where id = ${id("front")}::uuid`.execute(db);
    expect(await outcome({ emergency_reason: reason })).toBe("400 asset_inactive");
    await sql`update assets set is_active = true where id = ${id("front")}::uuid`.execute(db);
    await product.configure({ TICKET_SELF_APPROVAL: true });
    await change({ reviewers: [id("mei")] });
    expect(await outcome({ emergency_reason: reason })).toBe("400 ticket_no_approver");
    await product.configure({ TICKET_SELF_APPROVAL: false });
    await makeRule({ name: "never", action: "reject", priority: 99, reviewers: [] });
    expect(await outcome({ emergency_reason: reason })).toBe("400 acl_reject");
  });

  it("is offered by a shell alone", async () => {
    await makeRule({ emergency_access: true });
    for (const way of ["exec", "scp", "forward"] as const) {
      expect(await atTerminal(way), way).toMatchObject({ outcome: "review", emergency: null });
    }
    const decision = await atTerminal();
    if (decision.outcome !== "review") throw new Error(`the decision is ${decision.outcome}`);
    await expect(decision.emergency?.("...")).rejects.toMatchObject({ code: "emergency_reason" });
    const granted = await decision.emergency?.(reason);
    expect(granted).toMatchObject({ outcome: "granted", grant: { isEmergency: true } });
    expect(await tom.call("GET", `${tickets}${await latest()}/`)).toMatchObject({
      body: { comment: reason, is_emergency: true },
    });
  });

  it("is handed to administrators where no reviewer is left, who are told and sign it off", async () => {
    const gone = await product.createUser({ username: "gone", name: "Gone" });
    await makeRule({ emergency_access: true, reviewers: [gone.id] });
    const { body: token } = await ask({ emergency_reason: reason });
    const ticket = token.from_ticket.id;
    const lookAround = () => closeLostTickets.run(product.services, null, undefined as never);
    await lookAround();
    expect(await decide(ticket, "approve", product.administrator)).toMatch(/^404/);
    const removed = await product.administrator.call("DELETE", `users/users/${gone.id}/`);
    expect(removed.status, removed.text).toBe(204);
    await lookAround();
    await lookAround();
    const told = (await messagesOf(product.administrator)).filter((subject) =>
      subject.includes("Emergency access, to be signed off"),
    );
    expect(told).toHaveLength(1);
    const { body: said } = await product.administrator.call("GET", `tickets/comments/?ticket_id=${ticket}`);
    expect(JSON.stringify(said)).toContain("None of the people asked can sign off any longer");
    const { body: asked } = await product.administrator.call(
      "GET",
      `tickets/tickets/?assignees__id=${(await administratorId()) ?? ""}&status=open`,
    );
    expect(asked).toMatchObject([{ id: ticket }]);
    expect(await decide(ticket, "approve", product.administrator)).toBe("200");
  });

  it("stays open until it is signed off, and reviewers are reminded of it every day", async () => {
    await makeRule({ emergency_access: true });
    const { body: token } = await ask({ emergency_reason: reason });
    const ticket = token.from_ticket.id;
    const remind = () => remindSignOff.run(product.services, null, undefined as never);
    const reminders = async () =>
      (await messagesOf(tom)).filter((subject) => subject.startsWith("Reminder:")).length;
    await remind();
    expect(await reminders()).toBe(0);
    await pass(24 * 60 + 1);
    await remind();
    await remind();
    expect(await reminders()).toBe(1);
    await pass(24 * 60 + 1);
    await remind();
    expect(await reminders()).toBe(2);
    await sql`select close_lost_tickets(array[${ticket}::uuid], 'expired')`.execute(product.database.db);
    const { body } = await tom.call("GET", `${tickets}${ticket}/`);
    expect(body.status.value).toBe("open");
    expect(await decide(ticket, "reject")).toBe("200");
    await pass(24 * 60 + 1);
    await remind();
    expect(await reminders()).toBe(2);
  });
});
