import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../testing/browser.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { signedHeaders } from "../credentials/testing/sign.ts";
import { signInAtTerminal } from "../sign-in/index.ts";

const path = "acls/login-acls/";

describe("sign-in rules", () => {
  let product: TestProduct;
  let alice: { readonly id: string; readonly username: string; readonly password: string };
  let bob: { readonly id: string; readonly username: string; readonly password: string };
  const call: TestProduct["administrator"]["call"] = (...given) => product.administrator.call(...given);
  beforeAll(async () => {
    product = await createTestProduct();
    alice = await product.createUser({ username: "alice" });
    bob = await product.createUser({ username: "bob" });
  });
  afterAll(() => product?.close());
  afterEach(async () => {
    await sql`delete from login_acls`.execute(product.database.db);
    // Whoever failed is asked for a captcha next.
    await sql`delete from captcha_marks`.execute(product.database.db);
  });

  const make = async (values: Record<string, unknown>) => {
    const answer = await call("POST", path, {
      name: `rule ${Math.random()}`,
      users: { type: "ids", ids: [alice.id] },
      rules: {},
      ...values,
    } as never);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const token = ({ username, password } = alice) =>
    product.anonymous.call("POST", "authentication/auth/", { username, password });
  const terminal = ({ username, password } = alice) =>
    signInAtTerminal(product.services, {
      username,
      proof: { kind: "password", password },
      remoteAddress: "127.0.0.1",
      client: "SSH-2.0-test",
    });
  const page = async ({ username, password } = alice) => {
    const browser = openBrowser(product);
    return { browser, answer: await browser.signIn(username, password) };
  };
  const decide = (id: string, state: string) =>
    sql`update tickets set state = ${state}, status = 'closed' where id = ${id}::uuid`.execute(
      product.database.db,
    );

  it("are made with defaults, described, read back, and found by whom they are about", async () => {
    const made = await make({ name: "Nights" });
    expect(made).toMatchObject({
      priority: 50,
      action: { value: "reject", label: "Reject" },
      reviewers: [],
      users: { type: "ids", ids: [alice.id] },
      rules: { ip_group: ["*"], time_period: [] },
      is_active: true,
      created_by: "Administrator",
      comment: "",
    });
    const list = async (query: string) =>
      (await call("GET", `${path}?${query}&fields=name`)).body.map(({ name }: { name: string }) => name);
    for (const known of [alice.id, alice.username]) expect(await list(`users=${known}`)).toEqual(["Nights"]);
    for (const other of [bob.id, "nobody"]) expect(await list(`users=${other}`)).toEqual([]);
    expect(await list("action=reject")).toEqual(["Nights"]);
    expect(await list("action=accept")).toEqual([]);
    const again = await call("POST", path, { name: "Nights", users: { type: "all" }, rules: {} });
    expect([again.status, Object.keys(again.body)]).toEqual([400, ["name"]]);
    const { rows } = await sql<{ action: string }>`
      select action from operate_logs where resource = 'Nights'
    `.execute(product.database.db);
    expect(rows.length).toBeGreaterThan(0);
  });

  it("are about the user they are made for (?user=)", async () => {
    const answer = await call("POST", `${path}?user=${bob.id}`, { name: "Of Bob", rules: {} });
    expect([answer.status, answer.body.users]).toEqual([201, { type: "ids", ids: [bob.id] }]);
  });

  it.each([
    ["ip_group", { ip_group: ["192.168.1.5/24"] }],
    ["ip_group", { ip_group: ["10.0.0"] }],
    ["time_period", { time_period: [{ id: 7, value: "" }] }],
    ["time_period", { time_period: [{ id: 1, value: "22:00~06:00" }] }],
    ["time_period", { time_period: ["09:00~10:00"] }],
  ])("refuse %s that says nothing (L14)", async (field, rules) => {
    const answer = await call("POST", path, { name: "Odd", users: { type: "all" }, rules });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.rules)).toEqual([field]);
  });

  it("need somebody who decides, and take only people", async () => {
    const review = { name: "Ask", users: { type: "all" }, rules: {}, action: "review" };
    for (const reviewers of [undefined, []]) {
      const answer = await call("POST", path, {
        ...review,
        ...(reviewers === undefined ? {} : { reviewers }),
      });
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["reviewers"]]);
    }
    const made = await call("POST", path, { ...review, reviewers: [bob.id], is_active: false });
    expect(made.body.reviewers).toEqual([{ id: bob.id, name: "bob" }]);
    const emptied = await call("PATCH", `${path}${made.body.id}/`, { reviewers: [] });
    expect([emptied.status, Object.keys(emptied.body)]).toEqual([400, ["reviewers"]]);
    expect((await call("PATCH", `${path}${made.body.id}/`, { action: "reject" })).status).toBe(200);
  });

  it("are listed as they are gone through, by the setting", async () => {
    for (const [name, priority] of [
      ["low", 10],
      ["high", 90],
    ] as const)
      await make({ name, priority, is_active: false });
    const names = async () =>
      (await call("GET", `${path}?fields=name`)).body.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(["high", "low"]);
    await product.configure({ ACL_PRIORITY_ORDER: "lowest_first" });
    expect(await names()).toEqual(["low", "high"]);
    await product.configure({ ACL_PRIORITY_ORDER: "highest_first" });
  });

  it("refuse at the page, by API and in a terminal, say nothing of themselves, and are in the log", async () => {
    await make({ name: "Secret name" });
    const api = await token();
    expect([api.status, api.body.error]).toEqual([400, "acl_not_allow"]);
    const shown = await page();
    expect(shown.answer.status).toBe(400);
    expect(shown.answer.text).toContain("cannot sign in from this address");
    const shell = await terminal();
    expect(shell).toMatchObject({ state: "refused", told: true });
    for (const said of [api.text, shown.answer.text]) expect(said).not.toContain("Secret name");
    // A wrong password learns nothing of rules.
    expect((await token({ ...alice, password: "wrong" })).body.error).toBe("password_failed");
    expect((await token(bob)).status).toBe(201);
    const { rows } = await sql<{ type: string; reason: string }>`
      select distinct type, reason from login_logs where username = 'alice' and reason = 'acl_not_allow' order by type
    `.execute(product.database.db);
    expect(rows.map(({ type }) => type)).toEqual(["T", "U", "W"]);
  });

  it("L3, L18: the first that fits decides; what is not active never does", async () => {
    await make({ action: "reject", priority: 50 });
    const office = await make({ action: "accept", priority: 90, rules: { ip_group: ["127.0.0.0/8"] } });
    expect((await token()).status).toBe(201);
    await call("PATCH", `${path}${office.id}/`, { rules: { ip_group: ["10.0.0.0/8"] } });
    expect((await token()).body.error).toBe("acl_not_allow");
    await call("PATCH", `${path}${office.id}/`, { rules: { ip_group: ["*"] }, priority: 10 });
    expect((await token()).body.error).toBe("acl_not_allow");
    await product.configure({ ACL_PRIORITY_ORDER: "lowest_first" });
    expect((await token()).status).toBe(201);
    await product.configure({ ACL_PRIORITY_ORDER: "highest_first" });
    await call("PATCH", `${path}${office.id}/`, { is_active: false });
    expect((await token()).body.error).toBe("acl_not_allow");
  });

  it("one made while a sign-in goes on refuses it too", async () => {
    const { browser, answer } = await page();
    expect(answer.status).toBe(302);
    await make({});
    const guarded = await browser.get("/core/auth/login/guard/");
    expect(guarded.text).toContain("cannot sign in from this address");
  });

  it("L16, L17: a review waits, lets in who is approved, refuses the rejected, and is asked anew when closed", async () => {
    const rule = await make({ action: "review", reviewers: [bob.id] });
    const first = await terminal();
    if (first.state !== "consent") throw new Error(`the sign-in is ${first.state}`);
    expect(first.assignees).toEqual(["bob(bob)"]);
    const latest = async () =>
      (
        await sql<{ id: string; org_id: string; state: string; apply_login_ip: string }>`
          select id, org_id, state, apply_login_ip from tickets order by date_created desc, serial_num desc limit 1
        `.execute(product.database.db)
      ).rows[0];
    const ticket = await latest();
    expect(ticket).toMatchObject({
      org_id: "00000000-0000-0000-0000-000000000000",
      state: "pending",
      apply_login_ip: "127.0.0.1",
    });
    expect((await first.look()).state).toBe("consent");
    expect((await latest())?.id).toBe(ticket?.id);
    const told = first.changed(new AbortController().signal);
    await decide(ticket?.id ?? "", "approved");
    await told;
    expect((await first.look()).state).toBe("in");

    const second = await terminal();
    if (second.state !== "consent") throw new Error(`the sign-in is ${second.state}`);
    await decide((await latest())?.id ?? "", "rejected");
    expect((await second.look()).state).toBe("refused");

    const third = await terminal();
    if (third.state !== "consent") throw new Error(`the sign-in is ${third.state}`);
    const asked = await latest();
    await third.cancel();
    expect((await latest())?.state).toBe("closed");
    expect((await third.look()).state).toBe("consent");
    expect((await latest())?.id).not.toBe(asked?.id);

    // A rule that refuses meanwhile counts for those who wait.
    await call("PATCH", `${path}${rule.id}/`, { action: "reject" });
    expect((await third.look()).state).toBe("refused");
  });

  it("refuse keys of people, which need no sign-in, and let tokens be that were given out", async () => {
    const person = await product.signIn(alice.id);
    const bearer = await product.bearer(alice.username, alice.password);
    await product.confirm(person);
    const { body } = await person.call("POST", "authentication/access-keys/");
    const ask = () => {
      const key = { id: body.id, secret: body.secret };
      const profile = "/api/v1/users/profile/";
      return product.anonymous.call("GET", profile, undefined, signedHeaders(key, "GET", profile));
    };
    expect((await ask()).status).toBe(200);
    await make({});
    expect((await ask()).status).toBe(401);
    expect((await bearer.call("GET", "users/profile/")).status).toBe(200);
    const { rows } = await sql`
      select 1 from login_logs where username = 'alice' and reason = 'acl_not_allow' and backend = 'Access key'
    `.execute(product.database.db);
    expect(rows).toHaveLength(1);
    await sql`delete from login_acls`.execute(product.database.db);
    await make({ action: "review", reviewers: [bob.id] });
    expect((await ask()).status).toBe(200);
  });

  it("nobody comes in where nobody is left who could decide", async () => {
    await make({ action: "review", reviewers: [bob.id] });
    await sql`update users set is_active = false where id = ${bob.id}::uuid`.execute(product.database.db);
    expect((await token()).body.error).toBe("login_confirm_error");
    await sql`update users set is_active = true where id = ${bob.id}::uuid`.execute(product.database.db);
  });
});
