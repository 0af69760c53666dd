import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { organizationIds } from "../organizations/index.ts";
import { closeReview, findReview, onReviewDecided, openReview, type ReviewRequest } from "./index.ts";
import { holdWait, renewWaits } from "./waits.ts";

describe("reviews that rules ask for", () => {
  let product: TestProduct;
  let alice: { readonly id: string; readonly username: string };
  let bob: { readonly id: string; readonly username: string };

  beforeAll(async () => {
    product = await createTestProduct();
    alice = await product.createUser({ username: "alice" });
    bob = await product.createUser({ username: "bob" });
  });
  afterAll(() => product?.close());

  const request = (changes: Partial<ReviewRequest> = {}): ReviewRequest => ({
    type: "login_confirm",
    organizationId: organizationIds.default,
    applicantId: alice.id,
    reviewerIds: [alice.id, bob.id],
    facts: { apply_login_ip: "192.0.2.7", apply_login_city: "Delft", unknown: "x" },
    ...changes,
  });

  it("ask the reviewers, the applicant not among them (T17)", async () => {
    const review = await openReview(product.services, request());
    expect(review).toMatchObject({
      state: "pending",
      assignees: ["bob(bob)"],
      decidedBy: "",
      page: `/ui/#/tickets/tickets/${review.id}?type=login_confirm`,
    });
    const { rows } = await sql<Record<string, unknown>>`
      select serial_num, apply_login_ip, applicant, rel_snapshot from tickets where id = ${review.id}::uuid
    `.execute(product.database.db);
    expect(rows[0]).toEqual({
      serial_num: expect.stringMatching(/^20\d{6}0001$/),
      apply_login_ip: "192.0.2.7",
      applicant: "alice(alice)",
      rel_snapshot: { applicant: "alice(alice)", applicant_id: alice.id },
    });
    const { rows: messages } = await sql<{ subject: string }>`
      select m.subject from site_messages m join site_message_users u on u.message_id = m.id
      where u.user_id = ${bob.id}::uuid
    `.execute(product.database.db);
    expect(messages.map(({ subject }) => subject)).toEqual([
      "alice(alice): New Ticket - Login: alice(alice) (Login confirm)",
    ]);
  });

  it("are refused where nobody could decide, unless a setting lets the applicant", async () => {
    const alone = request({ reviewerIds: [alice.id] });
    await expect(openReview(product.services, alone)).rejects.toMatchObject({ code: "ticket_no_approver" });
    const gone = request({ reviewerIds: [randomUUID()] });
    await expect(openReview(product.services, gone)).rejects.toMatchObject({ code: "ticket_no_approver" });
    await product.configure({ TICKET_SELF_APPROVAL: true });
    expect((await openReview(product.services, alone)).assignees).toEqual(["alice(alice)"]);
    await product.configure({ TICKET_SELF_APPROVAL: false });
  });

  it("tell those who wait when they are taken back, once", async () => {
    const { id } = await openReview(product.services, request());
    const heard: (string | null)[] = [];
    const stop = onReviewDecided(product.services, (decided) => heard.push(decided));
    await product.services.events.ready();
    await closeReview(product.services, id);
    await closeReview(product.services, id);
    await vi.waitFor(() => expect(heard).toEqual([id]), { interval: 10 });
    stop();
    expect(await findReview(product.database.db, id)).toMatchObject({
      state: "closed",
      decidedBy: "alice(alice)",
    });
    expect(await findReview(product.database.db, randomUUID())).toBeNull();
  });

  it("close with the reason when what they are about goes", async () => {
    const { body: asset } = await product.administrator.call("POST", "assets/hosts/", {
      name: "db1",
      address: "192.0.2.1",
      platform: { pk: 1 },
    });
    const about = (type: ReviewRequest["type"], facts: ReviewRequest["facts"], applicantId = alice.id) =>
      openReview(product.services, request({ type, facts, applicantId, reviewerIds: [bob.id] }));
    const asked = await about("login_asset_confirm", {
      apply_login_user: alice.id,
      apply_login_asset: asset.id,
      apply_login_account: "root",
    });
    expect((await product.administrator.call("DELETE", `assets/hosts/${asset.id}/`)).status).toBe(204);
    expect((await findReview(product.database.db, asked.id))?.state).toBe("closed");
    const { rows } = await sql<{ event: unknown }>`
      select event from ticket_comments where ticket_id = ${asked.id}::uuid order by date_created
    `.execute(product.database.db);
    expect(rows.map(({ event }) => event)).toEqual([{ name: "pending" }, { name: "lost", reason: "asset" }]);

    const carol = await product.createUser({ username: "carol" });
    const hers = await about("login_confirm", {}, carol.id);
    expect((await product.administrator.call("DELETE", `users/users/${carol.id}/`)).status).toBe(204);
    expect((await findReview(product.database.db, hers.id))?.state).toBe("closed");
  });

  it("close with the reason when the process of whoever waits for them has died", async () => {
    const { db } = product.database;
    const [held, idle] = [
      await openReview(product.services, request()),
      await openReview(product.services, request()),
    ];
    const seconds = async (id: string): Promise<number | null> => {
      const { rows } = await sql<{ left: string | null }>`
        select extract(epoch from waiting_until - now()) as left from tickets where id = ${id}::uuid
      `.execute(db);
      const left = rows[0]?.left ?? null;
      return left === null ? null : Number(left);
    };
    const silence = () =>
      sql`update tickets set waiting_until = now() - interval '1 second' where id = ${held.id}::uuid`.execute(
        db,
      );
    const sweep = () =>
      product.product.areas
        .flatMap(({ jobs = [] }) => jobs)
        .find(({ name }) => name === "tickets.close-lost")
        ?.run(product.services, null, undefined as never);

    const release = await holdWait(product.services, held.id);
    expect(await seconds(held.id)).toBeGreaterThan(60);
    expect(await seconds(idle.id)).toBeNull();
    // A process that lives says so again, about all it waits for.
    await silence();
    await renewWaits(product.services);
    await sweep();
    expect((await findReview(db, held.id))?.state).toBe("pending");
    // One that died says nothing any more.
    release();
    await silence();
    await renewWaits(product.services);
    await sweep();
    expect((await findReview(db, held.id))?.state).toBe("closed");
    expect((await findReview(db, idle.id))?.state).toBe("pending");
    const { body: comments } = await (await product.signIn(alice.id)).call(
      "GET",
      `tickets/comments/?ticket_id=${held.id}`,
    );
    expect(comments.at(-1).body).toContain("the person waiting for it disconnected");
  });
});
