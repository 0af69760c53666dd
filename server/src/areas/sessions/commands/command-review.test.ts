import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CommandReview, GatewayPorts } from "../../../gateway/ports.ts";
import { createGatewayPorts } from "../../../gateway-ports.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";
import { roleIds } from "../../roles/index.ts";
import { sessionRecord } from "../testing/session-record.ts";

const organization = "00000000-0000-0000-0000-000000000002";
const path = "acls/command-filter-acls/command-review/";

describe("commands that people decide about", () => {
  let product: TestProduct;
  let world: World;
  let ports: GatewayPorts;
  let component: TestCaller;
  /** Two who are asked, and who runs the command. */
  let tom: TestCaller;
  let eve: TestCaller;
  let mei: TestCaller;
  let rule: { readonly id: string };
  let session: string;
  const id = (name: string): string => world.ids[name] as string;

  beforeAll(async () => {
    product = await createTestProduct();
    for (const username of ["mei", "tom", "eve"]) await product.createUser({ username, name: username });
    const gate = await product.createUser({ username: "gate", system_roles: [roleIds.systemComponent] });
    await sql`update users set is_service_account = true where id = ${gate.id}`.execute(product.database.db);
    component = await product.signIn(gate.id);
    world = await createWorld(product.database.db, organization);
    ports = await createGatewayPorts(product.services);
    const { rows } = await product.database.pool.query("select id from users where username = 'eve'");
    eve = await product.signIn(rows[0].id);
    tom = await product.signIn(id("tom"));
    mei = await product.signIn(id("mei"));
    const group = await product.administrator.call("POST", "acls/command-groups/", {
      name: "Deletions",
      content: "rm",
    });
    const made = await product.administrator.call("POST", "acls/command-filter-acls/", {
      name: "Ask first",
      action: "review",
      users: { type: "all" },
      assets: { type: "all" },
      accounts: ["*"],
      command_groups: [group.body.id],
      // Who runs it decides nothing.
      reviewers: [id("tom"), id("mei"), rows[0].id],
    });
    expect(made.status, made.text).toBe(201);
    rule = made.body;
  });
  beforeEach(async () => {
    const record = sessionRecord(world);
    await ports.sessions.open(record);
    session = record.id;
  });
  afterAll(() => product?.close());

  const held = async (command = "rm -rf /x"): Promise<CommandReview> => {
    const [found] = await ports.commandRules.load(
      { userId: id("mei") } as never,
      {
        asset: { id: id("front"), organization: { id: organization } },
        account: { username: "admin" },
      } as never,
    );
    if (found === undefined) throw new Error("no rule fits");
    return ports.commandRules.review(session, { command, rule: found });
  };
  const ticketOf = ({ page }: Pick<CommandReview, "page">): string =>
    page.replace(/.*tickets\/(.*)\?.*/, "$1");
  const decide = (who: TestCaller, review: CommandReview, verb: "approve" | "reject") =>
    who.call("PUT", `tickets/apply-command-tickets/${ticketOf(review)}/${verb}/`, {});
  const waiting = (review: CommandReview) => review.wait(new AbortController().signal);

  it("are asked of the people of the rule, the applicant not among them, with what it is about", async () => {
    const review = await held();
    expect([...review.assignees].sort()).toEqual(["eve(eve)", "tom(tom)"]);
    expect(review.page).toMatch(/^https?:\/\/.*\/ui\/#\/tickets\/tickets\/.*\?type=command_confirm$/);
    const { body } = await tom.call("GET", `tickets/apply-command-tickets/${ticketOf(review)}/`);
    expect(body).toMatchObject({
      title: "Command: mei(mei)",
      applicant: "mei(mei)",
      apply_run_user: { id: id("mei") },
      apply_run_asset: "front(front.example)",
      apply_run_account: "admin(admin)",
      apply_run_command: "rm -rf /x",
      apply_from_session: { id: session },
      apply_from_cmd_filter_acl: { id: rule.id, name: "Ask first" },
    });
    const own = await decide(mei, review, "approve");
    expect([
      own.status >= 400,
      (await tom.call("GET", `tickets/tickets/${ticketOf(review)}/`)).body.state.value,
    ]).toEqual([true, "pending"]);
  });

  it("go on as they are decided, by whoever is first", async () => {
    const review = await held();
    const verdict = waiting(review);
    const answers = await Promise.all([decide(tom, review, "approve"), decide(eve, review, "reject")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const isApproved = answers[0]?.status === 200;
    expect(await verdict).toEqual(
      isApproved ? { state: "approved", by: "tom(tom)" } : { state: "rejected", by: "eve(eve)" },
    );
    // Also for who looks later.
    expect(await waiting(review)).toMatchObject({ state: isApproved ? "approved" : "rejected" });
    const other = await held("rm other");
    const rejected = waiting(other);
    await decide(eve, other, "reject");
    expect(await rejected).toEqual({ state: "rejected", by: "eve(eve)" });
  });

  it("are taken back by who waits, and decided by nobody then", async () => {
    const review = await held();
    const leave = new AbortController();
    const verdict = review.wait(leave.signal);
    leave.abort();
    expect(await verdict).toBeNull();
    await review.cancel();
    const late = await decide(tom, review, "approve");
    expect([late.status, late.body.code]).toEqual([400, "ticket_closed"]);
    expect(await waiting(review)).toMatchObject({ state: "closed" });
  });

  it("go with their session, however it ends, and a decision after that opens nothing", async () => {
    const review = await held();
    const verdict = waiting(review);
    await ports.sessions.failed(session, "client_closed");
    expect(await verdict).toEqual({ state: "closed", by: "" });
    expect((await decide(tom, review, "approve")).body.code).toBe("ticket_closed");
    const { body } = await tom.call("GET", `tickets/comments/?ticket_id=${ticketOf(review)}`);
    expect(JSON.stringify(body)).toContain("the session has ended. The command was not run.");
    await expect(held("rm again")).rejects.toMatchObject({ status: 400 });
  });

  it("are not held where nobody could decide", async () => {
    const alone = { id: rule.id, name: "Alone", reviewers: [id("mei")] } as never;
    await expect(ports.commandRules.review(session, { command: "rm", rule: alone })).rejects.toMatchObject({
      code: "ticket_no_approver",
    });
  });

  it("are asked about by components, who look and take back with addresses of their own", async () => {
    const asked = { session_id: session, cmd_filter_acl_id: rule.id, run_command: "x".repeat(5000) };
    for (const person of [product.administrator, mei])
      expect((await person.call("POST", path, asked)).status).toBe(403);
    const { status, body, text } = await component.call("POST", path, asked);
    expect(status, text).toBe(200);
    const ticket = ticketOf({ page: body.ticket_detail_page_url });
    const address = `/api/v1/tickets/super-tickets/${ticket}/status/`;
    expect(body).toEqual({
      check_ticket_api: { method: "GET", url: address },
      close_ticket_api: { method: "DELETE", url: address },
      ticket_detail_page_url: expect.stringContaining("type=command_confirm"),
      assignees: expect.arrayContaining(["tom(tom)", "eve(eve)"]),
    });
    const seen = await tom.call("GET", `tickets/apply-command-tickets/${ticket}/`);
    expect(seen.body.apply_run_command).toHaveLength(4090);
    const below = address.replace("/api/v1/", "");
    expect((await component.call("GET", below)).body.state.value).toBe("pending");
    expect((await component.call("DELETE", below)).status).toBe(204);
  });

  it("are not asked about where session, rule or command is none", async () => {
    const asked = { session_id: session, cmd_filter_acl_id: rule.id, run_command: "rm x" };
    for (const [name, value] of [
      ["session_id", randomUUID()],
      ["session_id", "x"],
      ["cmd_filter_acl_id", randomUUID()],
      ["run_command", ""],
      ["run_command", undefined],
    ] as const) {
      const { status, body } = await component.call("POST", path, { ...asked, [name]: value });
      expect([status, Object.keys(body)]).toEqual([400, [name]]);
    }
    await ports.sessions.failed(session, "client_closed");
    const over = await component.call("POST", path, asked);
    expect([over.status, Object.keys(over.body)]).toEqual([400, ["session_id"]]);
  });
});
