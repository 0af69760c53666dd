import { sql } from "kysely";
import { generateSecret, generateSync } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";
import { sealOtpSecret } from "../factors/one-time-codes.ts";
import { organizationIds } from "../organizations/index.ts";
import { openReview } from "./index.ts";

const list = "tickets/apply-asset-tickets/";

describe("approving by a second factor", () => {
  let product: TestProduct;
  let alice: TestCaller;
  let aliceId: string;
  let asset: string;

  beforeAll(async () => {
    product = await createTestProduct();
    const { administrator } = product;
    ({ id: aliceId } = await product.createUser({ username: "alice" }));
    alice = await product.signIn(aliceId);
    const host = { name: "web1", address: "192.0.2.1", platform: { pk: 1 } };
    asset = (await administrator.call("POST", "assets/hosts/", host)).body.id;
  });
  afterAll(() => product?.close());

  async function approver() {
    const { id } = await product.createUser({});
    const secret = generateSecret();
    await sql`
      update users set otp_secret_sealed = ${sealOtpSecret(product.services, id, secret)}, mfa_level = 1
      where id = ${id}
    `.execute(product.database.db);
    const caller = await product.signIn(id);
    const confirm = () =>
      caller.call("POST", "authentication/confirm/", {
        confirm_type: "mfa",
        mfa_type: "otp",
        secret_key: generateSync({ secret }),
      });
    return { id, caller, confirm };
  }
  /** Has the flow ask these people, by a second factor or not. */
  async function flow(assignees: readonly string[], mfa_required: boolean | undefined): Promise<string> {
    const { administrator } = product;
    const [{ id }] = (await administrator.call("GET", "tickets/flows/?type=apply_asset")).body;
    const { status, body } = await administrator.call("PATCH", `tickets/flows/${id}/`, {
      approval_level: 1,
      ...(mfa_required === undefined ? {} : { mfa_required }),
      rules: [{ strategy: "custom_user", assignees }],
    });
    expect(status).toBe(200);
    return body.id;
  }
  async function apply(): Promise<string> {
    const { status, body } = await alice.call("POST", `${list}open/`, {
      title: "Look at the logs",
      org_id: organizationIds.default,
      apply_assets: [asset],
      apply_accounts: ["root"],
    });
    expect(status).toBe(201);
    return body.id;
  }
  const state = async (caller: TestCaller, id: string): Promise<string> =>
    (await caller.call("GET", `tickets/tickets/${id}/`)).body.state.value;

  it("is asked for where the flow says so, one by one and in bulk", async () => {
    const bob = await approver();
    await flow([bob.id], true);
    const [one, two, three] = [await apply(), await apply(), await apply()];
    const refused = await bob.caller.call("PATCH", `${list}${one}/approve/`, {});
    expect(refused).toMatchObject({ status: 400, body: { code: "mfa" } });
    const bulk = (action: string, tickets: readonly string[]) =>
      bob.caller.call("PUT", `${list}bulk/?action=${action}`, { tickets });
    expect(await bulk("approve", [one, two])).toMatchObject({ status: 400, body: { code: "mfa" } });
    expect([await state(bob.caller, one), await state(bob.caller, two)]).toEqual(["pending", "pending"]);
    // Saying no takes none.
    expect((await bulk("reject", [three])).status).toBe(200);
    // A password is not enough.
    await bob.caller.call("POST", "authentication/confirm/", { confirm_type: "password", secret_key: "x" });
    expect((await bob.confirm()).body).toBe("ok");
    expect((await bob.caller.call("PATCH", `${list}${one}/approve/`, {})).status).toBe(200);
    expect((await bulk("approve", [two])).status).toBe(200);
    expect([await state(bob.caller, one), await state(bob.caller, two)]).toEqual(["approved", "approved"]);
  });

  it("holds also where the setting lifts other confirmations, and counts as the flow was when it was asked", async () => {
    const bob = await approver();
    await flow([bob.id], true);
    const before = await apply();
    await flow([bob.id], false);
    const after = await apply();
    await product.configure({ SECURITY_VIEW_AUTH_NEED_MFA: false });
    try {
      const refused = await bob.caller.call("PATCH", `${list}${before}/approve/`, {});
      expect(refused.body).toMatchObject({ code: "mfa" });
      expect((await bob.caller.call("PATCH", `${list}${after}/approve/`, {})).status).toBe(200);
    } finally {
      await product.configure({ SECURITY_VIEW_AUTH_NEED_MFA: true });
    }
  });

  it("stays when the flow for all is changed in an organization without a word about it", async () => {
    const bob = await approver();
    const id = await flow([bob.id], true);
    const { administrator } = product;
    const { body: branch } = await administrator.call("POST", "orgs/orgs/", { name: "Branch" });
    await sql`update ticket_flows set org_id = ${organizationIds.root} where id = ${id} and not exists (
      select 1 from ticket_flows where org_id = ${organizationIds.root})`.execute(product.database.db);
    await sql`update ticket_flows set mfa_required = true where org_id = ${organizationIds.root}`.execute(
      product.database.db,
    );
    const [shared] = (
      await administrator.call("GET", "tickets/flows/?type=apply_asset", undefined, {
        "x-jms-org": branch.id,
      })
    ).body;
    expect(shared).toMatchObject({ mfa_required: true, org_id: organizationIds.root });
    const own = await administrator.call(
      "PATCH",
      `tickets/flows/${shared.id}/`,
      { approval_level: 1 },
      { "x-jms-org": branch.id },
    );
    expect(own.body).toMatchObject({ mfa_required: true, org_id: branch.id });
  });

  it("is asked of the reviewers of rules by a setting", async () => {
    const bob = await approver();
    const question = {
      type: "login_confirm",
      organizationId: organizationIds.root,
      applicantId: aliceId,
      reviewerIds: [bob.id],
      facts: { apply_login_ip: "192.0.2.9" },
    } as const;
    const free = await openReview(product.services, question);
    await product.configure({ TICKET_REVIEW_MFA: true });
    const held = await openReview(product.services, question);
    await product.configure({ TICKET_REVIEW_MFA: false });
    const approve = (id: string) => bob.caller.call("PUT", `tickets/apply-login-tickets/${id}/approve/`, {});
    expect((await approve(free.id)).status).toBe(200);
    expect(await approve(held.id)).toMatchObject({ status: 400, body: { code: "mfa" } });
    await bob.confirm();
    expect((await approve(held.id)).status).toBe(200);
  });
});
