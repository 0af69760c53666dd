import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTestProduct,
  type TestAnswer,
  type TestCaller,
  type TestProduct,
} from "../../testing/product.ts";
import { organizationIds } from "../organizations/index.ts";
import { roleIds } from "../roles/index.ts";

const list = "tickets/apply-asset-tickets/";

interface Person {
  readonly id: string;
  readonly caller: TestCaller;
}

describe("requests for assets", () => {
  let product: TestProduct;
  let admin: TestCaller;
  let adminId: string;
  let alice: Person;
  let bob: Person;
  let carol: Person;
  let asset: string;
  let branch: string;

  const make = async (username: string, user: Record<string, string[]> = {}): Promise<Person> => {
    const { id } = await product.createUser({ username, ...user });
    return { id, caller: await product.signIn(id) };
  };
  const period = (days = 7) => ({
    apply_date_start: new Date().toISOString(),
    apply_date_expired: new Date(Date.now() + days * 86_400_000).toISOString(),
  });
  const apply = (caller: TestCaller, changes: Record<string, unknown> = {}): Promise<TestAnswer> =>
    caller.call("POST", `${list}open/`, {
      title: "Look at the logs",
      org_id: organizationIds.default,
      apply_assets: [asset],
      apply_accounts: ["root"],
      ...period(),
      ...changes,
    });
  const opened = async (caller: TestCaller, changes: Record<string, unknown> = {}): Promise<string> => {
    const { status, body } = await apply(caller, changes);
    expect([status, body]).toEqual([201, expect.anything()]);
    return body.id;
  };
  const act = (caller: TestCaller, id: string, action: string, body: unknown = {}, path = list) =>
    caller.call(action === "approve" ? "PATCH" : "PUT", `${path}${id}/${action}/`, body);
  const badge = async (userId: string, caller: TestCaller): Promise<string[]> => {
    const { body } = await caller.call(
      "GET",
      `tickets/tickets/?assignees__id=${userId}&status=open&offset=0&limit=15`,
    );
    return body.results.map(({ id }: { id: string }) => id);
  };
  /** The flow of the default organization: one level, or bob and then system administrators. */
  const flow = async (levels: "one" | "two"): Promise<void> => {
    const [{ id }] = (await admin.call("GET", "tickets/flows/?type=apply_asset")).body;
    const last = { strategy: "super_admin" };
    const { status, body } = await admin.call("PATCH", `tickets/flows/${id}/`, {
      approval_level: levels === "one" ? 1 : 2,
      rules: levels === "one" ? [last] : [{ strategy: "custom_user", assignees: [bob.id] }, last],
    });
    expect([status, body.rules?.length]).toEqual([200, levels === "one" ? 1 : 2]);
  };

  beforeAll(async () => {
    product = await createTestProduct();
    admin = product.administrator;
    adminId = (await admin.call("GET", "users/profile/")).body.id;
    alice = await make("alice");
    bob = await make("bob");
    carol = await make("carol");
    const host = { name: "web1", address: "192.0.2.1", platform: { pk: 1 } };
    asset = (await admin.call("POST", "assets/hosts/", host)).body.id;
    branch = (await admin.call("POST", "orgs/orgs/", { name: "Branch" })).body.id;
  });
  afterAll(() => product?.close());

  it("ask the administrators by the flow there is at first (T1)", async () => {
    const { status, body } = await apply(alice.caller);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      title: "Look at the logs",
      state: { value: "pending", label: "Open" },
      status: { value: "open", label: "Open" },
      type: { value: "apply_asset", label: "Apply for asset" },
      serial_num: expect.stringMatching(/^20\d{6}0001$/),
      applicant: "alice(alice)",
      org_name: "Default",
      approval_step: { value: 1, label: "One level" },
      apply_assets: [{ id: asset, name: "web1" }],
      apply_accounts: ["root"],
      apply_actions: [{ value: "connect", label: "Connect (All protocols)" }],
      apply_permission_name: `Created by ticket (Look at the logs-${body.id.slice(0, 4)})`,
      process_map: [
        {
          state: "pending",
          assignees: [adminId],
          assignees_display: ["Administrator(admin)"],
          processor: "",
          processor_display: "",
          approval_level: 1,
          approval_date: expect.any(String),
        },
      ],
      rel_snapshot: {
        applicant: "alice(alice)",
        applicant_id: alice.id,
        apply_assets: ["web1(192.0.2.1)"],
        apply_nodes: [],
      },
    });
    const seen = await alice.caller.call("GET", `tickets/tickets/${body.id}/`);
    expect(seen.body.applicant).toEqual({ id: alice.id, name: "alice" });
    expect((await act(alice.caller, body.id, "close")).body).toBe("ok");
  });

  it("are decided by nobody alone about themselves, unless a setting allows it (T2)", async () => {
    const refused = await apply(admin);
    expect([refused.status, refused.body.code]).toEqual([400, "ticket_no_approver"]);
    await product.configure({ TICKET_SELF_APPROVAL: true });
    const id = await opened(admin);
    await product.configure({ TICKET_SELF_APPROVAL: false });
    expect((await act(admin, id, "approve")).status).toBe(403);
    await product.configure({ TICKET_SELF_APPROVAL: true });
    expect((await act(admin, id, "approve")).body).toBe("ok");
    await product.configure({ TICKET_SELF_APPROVAL: false });
  });

  it("grant what was approved, for the time and the accounts approved (T4)", async () => {
    const id = await opened(alice.caller, { apply_assets: [], apply_accounts: [] });
    const dates = period(2);
    const approved = await act(admin, id, "approve", {
      apply_assets: [asset],
      apply_accounts: ["root"],
      ...dates,
    });
    expect([approved.status, approved.body]).toEqual([200, "ok"]);
    const { body } = await admin.call("GET", `perms/asset-permissions/${id}/`);
    expect(body).toMatchObject({
      name: `Created by ticket (Look at the logs-${id.slice(0, 4)})`,
      users: [expect.objectContaining({ id: alice.id })],
      assets: [expect.objectContaining({ id: asset })],
      accounts: ["root"],
      actions: [expect.objectContaining({ value: "connect" })],
      from_ticket: true,
      created_by: `ApplyAssetTicket:${id}`,
      is_valid: true,
    });
    expect(new Date(body.date_expired).getTime()).toBe(
      Math.floor(Date.parse(dates.apply_date_expired) / 1000) * 1000,
    );
    expect((await alice.caller.call("GET", "perms/users/self/assets/?fields=id")).body).toEqual([
      { id: asset },
    ]);
    const { body: comments } = await alice.caller.call("GET", `tickets/comments/?ticket_id=${id}`);
    expect(comments.map(({ body: text }: { body: string }) => text.split("\n")[0])).toEqual([
      "alice\\(alice\\) opened the ticket",
      "Administrator\\(admin\\) approved the ticket",
    ]);
    expect(comments[1].body).toContain("| Apply assets |  | web1\\(192.0.2.1\\) |");
    const { rows } = await sql<{ subject: string }>`
      select m.subject from site_messages m join site_message_users u on u.message_id = m.id
      where u.user_id = ${alice.id}::uuid and m.subject like 'Ticket has processed%'
    `.execute(product.database.db);
    expect(rows[0]?.subject).toBe("Ticket has processed - Look at the logs (Apply for asset)");
  });

  it("stay open until there is something to grant (T5)", async () => {
    const id = await opened(alice.caller, { apply_assets: [] });
    const refused = await act(admin, id, "approve", { apply_nodes: [], apply_assets: [], ...period() });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["apply_nodes", "apply_assets"]]);
    const { body } = await alice.caller.call("GET", `${list}${id}/`);
    expect(body.status.value).toBe("open");
    const noAccount = await act(admin, id, "approve", { apply_assets: [asset], apply_accounts: [] });
    expect([noAccount.status, Object.keys(noAccount.body)]).toEqual([400, ["apply_accounts"]]);
    const past = await act(admin, id, "approve", {
      apply_assets: [asset],
      apply_date_start: "2020-01-01T00:00:00Z",
      apply_date_expired: "2020-01-02T00:00:00Z",
    });
    expect([past.status, Object.keys(past.body)]).toEqual([400, ["apply_date_expired"]]);
    expect((await act(alice.caller, id, "close")).status).toBe(200);
  });

  it("take back the approval when the permission cannot be made", async () => {
    const id = await opened(alice.caller);
    const name = `Created by ticket (Look at the logs-${id.slice(0, 4)})`;
    const other = await admin.call("POST", "perms/asset-permissions/", { name });
    expect(other.status).toBe(201);
    const refused = await act(admin, id, "approve", period());
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      `Permission named \`${name}\` already exists`,
    ]);
    expect((await alice.caller.call("GET", `${list}${id}/`)).body.status.value).toBe("open");
    await act(alice.caller, id, "close");
  });

  it("drop what belongs to another organization, and refuse what cannot be (T15, T16)", async () => {
    const there = { "X-JMS-ORG": branch };
    const host = { name: "there", address: "192.0.2.9", platform: { pk: 1 } };
    const foreign = (await admin.call("POST", "assets/hosts/", host, there)).body.id;
    const id = await opened(alice.caller, { apply_assets: [asset, foreign] });
    const { body } = await alice.caller.call("GET", `${list}${id}/`);
    expect(body.apply_assets).toEqual([{ id: asset, name: "web1" }]);
    await act(alice.caller, id, "close");
    const at = new Date().toISOString();
    for (const [changes, field] of [
      [{ apply_date_start: at, apply_date_expired: at }, "apply_date_expired"],
      [{ apply_date_expired: null }, "apply_date_expired"],
      [{ org_id: branch }, "org_id"],
      [{ org_id: "nowhere" }, "org_id"],
      [{ org_id: "" }, "org_id"],
      [{ title: "" }, "title"],
      [{ apply_accounts: ["%x"] }, "apply_accounts"],
      [{ apply_accounts: "root" }, "apply_accounts"],
      [{ apply_actions: ["fly"] }, "apply_actions"],
    ] as const) {
      const refused = await apply(alice.caller, changes);
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, [field]]);
    }
  });

  it("end with a rejection, or when the applicant takes them back (T10, T11, T12)", async () => {
    const id = await opened(alice.caller);
    expect((await carol.caller.call("GET", `${list}${id}/`)).status).toBe(404);
    expect((await carol.caller.call("GET", `tickets/tickets/${id}/`)).status).toBe(404);
    expect((await act(carol.caller, id, "close")).status).toBe(404);
    expect((await act(alice.caller, id, "approve", period())).status).toBe(403);
    expect((await act(alice.caller, id, "close")).body).toBe("ok");
    const { body } = await alice.caller.call("GET", `${list}${id}/`);
    expect([body.state.value, body.status.value]).toEqual(["closed", "closed"]);
    expect(body.process_map[0]).toMatchObject({ state: "closed", processor: alice.id });
    const late = await act(admin, id, "approve", period());
    expect([late.status, late.body.detail]).toEqual([400, "Ticket already closed"]);
  });

  it("answer methods that the contract has not with 405 (T18)", async () => {
    const id = await opened(alice.caller);
    const all = "tickets/tickets/";
    for (const [method, path] of [
      ["PUT", `${all}${id}/approve/`],
      ["PUT", `${all}bulk/?action=approve`],
      ["POST", all],
      ["PUT", `${all}${id}/`],
      ["PATCH", `${list}${id}/`],
      ["DELETE", `${list}${id}/`],
    ] as const) {
      expect([path, (await admin.call(method, path, {})).status]).toEqual([path, 405]);
    }
    expect((await admin.call("PUT", `${all}${id}/reject/`, {})).body).toBe("ok");
    expect((await alice.caller.call("GET", `${all}${id}/`)).body.state.value).toBe("rejected");
  });

  it("let one of two who approve at once win", async () => {
    const root = await make("root2", { system_roles: [roleIds.systemAdmin] });
    const id = await opened(alice.caller);
    const answers = await Promise.all([
      act(admin, id, "approve", period()),
      act(root.caller, id, "approve", period()),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.detail).toBe("Ticket already closed");
    const { rows } = await sql`select 1 from asset_permissions where id = ${id}::uuid`.execute(
      product.database.db,
    );
    expect(rows).toHaveLength(1);
    // With two administrators one who applies is decided on by the other (T3).
    const { body } = await apply(admin);
    expect(body.process_map[0].assignees).toEqual([root.id]);
    await act(admin, body.id, "close");
  });

  it("pass through two levels (T6, T7, T8, T9, T19)", async () => {
    await flow("two");
    const id = await opened(alice.caller);
    expect(await badge(bob.id, bob.caller)).toEqual([id]);
    expect(await badge(adminId, admin)).toEqual([]);
    expect((await act(admin, id, "approve", period())).status).toBe(403);
    expect((await act(bob.caller, id, "approve", { apply_accounts: ["deploy"] })).body).toBe("ok");
    const { body: halfway } = await alice.caller.call("GET", `${list}${id}/`);
    expect([halfway.approval_step.value, halfway.state.value, halfway.status.value]).toEqual([
      2,
      "pending",
      "open",
    ]);
    expect((await admin.call("GET", `perms/asset-permissions/${id}/`)).status).toBe(404);
    expect((await act(bob.caller, id, "approve", period())).status).toBe(403);
    expect(await badge(bob.id, bob.caller)).toEqual([]);
    expect(await badge(adminId, admin)).toEqual([id]);
    expect((await bob.caller.call("GET", `${list}${id}/`)).status).toBe(200);
    expect((await act(admin, id, "approve", period())).body).toBe("ok");
    const { body: granted } = await admin.call("GET", `perms/asset-permissions/${id}/`);
    expect(granted.accounts).toEqual(["deploy"]);
    const { body: done } = await alice.caller.call("GET", `${list}${id}/`);
    expect(done.process_map.map(({ state, processor }: never) => [state, processor])).toEqual([
      ["approved", bob.id],
      ["approved", adminId],
    ]);

    const rejected = await opened(alice.caller);
    expect((await act(bob.caller, rejected, "reject")).body).toBe("ok");
    const { body } = await alice.caller.call("GET", `${list}${rejected}/`);
    expect([body.state.value, body.process_map[1].state]).toEqual(["rejected", "pending"]);
    expect(await badge(adminId, admin)).toEqual([]);
    await flow("one");
  });

  it("are decided many at a time by those they ask", async () => {
    const [one, two] = [await opened(alice.caller), await opened(alice.caller)];
    const bulk = (caller: TestCaller, action: string, tickets: readonly string[]) =>
      caller.call("PUT", `${list}bulk/?action=${action}`, { tickets });
    expect((await bulk(admin, "close", [one])).body.error).toBe("`action` must be `approve` or `reject`.");
    const mine = await bulk(alice.caller, "approve", [one]);
    expect([mine.status, mine.body.error]).toEqual([
      400,
      "You do not have permission to decide on: Look at the logs",
    ]);
    // Somebody else's are passed over.
    expect((await bulk(carol.caller, "approve", [one])).status).toBe(200);
    expect((await bulk(admin, "approve", [one, two])).body).toBe("ok");
    for (const id of [one, two]) {
      expect((await alice.caller.call("GET", `${list}${id}/`)).body.state.value).toBe("approved");
    }
  });

  it("are talked about by those they concern", async () => {
    const id = await opened(alice.caller);
    const path = `tickets/comments/?ticket_id=${id}`;
    expect((await alice.caller.call("POST", path, { body: "Please **hurry**" })).status).toBe(201);
    const answered = await admin.call("POST", path, { body: "Soon", user: alice.id });
    expect(answered.body).toMatchObject({ body: "Soon", user_display: "Administrator(admin)", ticket: id });
    const { body } = await alice.caller.call("GET", path);
    expect(body.map((comment: { body: string }) => comment.body)).toEqual([
      "alice\\(alice\\) opened the ticket",
      "Please **hurry**",
      "Soon",
    ]);
    const inJapanese = await alice.caller.call("GET", path, undefined, { "accept-language": "ja" });
    expect(inJapanese.body[0].body).toContain("がチケットを起票しました");
    expect((await carol.caller.call("GET", path)).status).toBe(403);
    expect((await carol.caller.call("POST", path, { body: "x" })).status).toBe(403);
    const nowhere = await alice.caller.call("GET", `tickets/comments/?ticket_id=${alice.id}`);
    expect([nowhere.status, nowhere.body.detail]).toEqual([400, "Ticket does not exist"]);
    expect((await alice.caller.call("POST", "tickets/comments/", { body: "x" })).status).toBe(400);
    await act(alice.caller, id, "close");
  });

  it("are found by what they are about", async () => {
    const ask = async (query: string): Promise<number> =>
      (await alice.caller.call("GET", `tickets/tickets/?${query}&limit=100`)).body.count;
    const all = await ask("");
    expect(all).toBeGreaterThan(3);
    expect(await ask("relevant_asset=WEB1(192")).toBeGreaterThan(3);
    expect(await ask("relevant_asset=nothing")).toBe(0);
    expect(await ask("relevant_command=reboot")).toBe(0);
    expect(await ask("relevant_app=x")).toBe(all);
    expect(await ask(`applicant=${alice.id}`)).toBe(all);
    expect(await ask("type=login_confirm")).toBe(0);
    expect(await ask("search=logs")).toBe(all);
    expect((await alice.caller.call("GET", "tickets/tickets/?assignees__id=x&limit=1")).status).toBe(400);
  });

  it("close by themselves when nobody decides in time, or is left to", async () => {
    await product.work();
    const id = await opened(alice.caller);
    await sql`update tickets set date_created = now() - interval '8 days' where id = ${id}::uuid`.execute(
      product.database.db,
    );
    const job = product.product.areas
      .flatMap(({ jobs = [] }) => jobs)
      .find(({ name }) => name === "tickets.close-lost");
    await job?.run(product.services, null, undefined as never);
    const { body } = await alice.caller.call("GET", `${list}${id}/`);
    expect(body.status.value).toBe("closed");
    const { body: comments } = await alice.caller.call("GET", `tickets/comments/?ticket_id=${id}`);
    expect(comments.at(-1).body).toBe("The ticket was closed automatically: no one decided in time.");

    const dave = await make("dave");
    const [{ id: flowId }] = (await admin.call("GET", "tickets/flows/?type=apply_asset")).body;
    const { body: described } = await admin.call("OPTIONS", `tickets/flows/${flowId}/`);
    // The form of a flow shows what is described here.
    expect(described.actions).toMatchObject({
      PUT: { mfa_required: { type: "boolean" }, approval_level: {} },
      PATCH: { mfa_required: { type: "boolean" } },
    });
    const rules = [{ strategy: "custom_user", assignees: [dave.id] }];
    expect((await admin.call("PATCH", `tickets/flows/${flowId}/`, { rules })).status).toBe(200);
    const left = await opened(alice.caller);
    expect((await admin.call("DELETE", `users/users/${dave.id}/`)).status).toBe(204);
    await job?.run(product.services, null, undefined as never);
    expect((await alice.caller.call("GET", `${list}${left}/`)).body.status.value).toBe("closed");
    const refused = await apply(alice.caller);
    expect([refused.status, refused.body.code]).toEqual([400, "ticket_no_approver"]);
    await flow("one");
  });
});
