import { sql } from "kysely";
import { generateSecret, generateSync } from "otplib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser, type TestBrowser } from "../../testing/browser.ts";
import { mailSettings, startMailServer, type TestMailServer } from "../../testing/mail-server.ts";
import { createPasskeyDevice } from "../../testing/passkey-device.ts";
import { createTestProduct, type TestAnswer, type TestProduct } from "../../testing/product.ts";
import { sealOtpSecret } from "../factors/one-time-codes.ts";
import { organizationIds } from "../organizations/index.ts";
import { findReview, openReview } from "../tickets/index.ts";

interface Person {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  /** What their authenticator shows, steps from now; each counts once. */
  readonly code: (steps?: number) => string;
}

describe("deciding by a mailed link and a second factor", () => {
  let product: TestProduct;
  let mails: TestMailServer;
  let alice: { readonly id: string };
  let bob: Person;

  beforeAll(async () => {
    product = await createTestProduct();
    mails = await startMailServer();
    alice = await product.createUser({ username: "alice" });
    await product.configure(mailSettings({ port: mails.port }));
    await product.work();
  });
  afterAll(async () => {
    await product?.close();
    await mails?.close();
  });
  beforeEach(async () => {
    await product.configure({ TICKET_LINK_DECIDES: true, TICKET_REVIEW_MFA: false });
    bob = await person();
  });

  const run = (query: ReturnType<typeof sql>) => query.execute(product.database.db);

  async function person(): Promise<Person> {
    const user = await product.createUser({});
    const secret = generateSecret();
    await run(sql`
      update users set otp_secret_sealed = ${sealOtpSecret(product.services, user.id, secret)}, mfa_level = 1
      where id = ${user.id}
    `);
    return { ...user, code: (steps = 0) => generateSync({ secret, epoch: Date.now() / 1000 + steps * 30 }) };
  }

  /** A question to people, and the path of the link that `reader` is mailed. */
  async function ask(reader: Person, reviewers: readonly Person[] = [reader]) {
    const { id } = await openReview(product.services, {
      type: "command_confirm",
      organizationId: organizationIds.default,
      applicantId: alice.id,
      reviewerIds: reviewers.map((one) => one.id),
      facts: { apply_run_user: alice.id, apply_run_asset: "db1", apply_run_command: "rm -rf <b>x</b>" },
    });
    const mail = await vi.waitFor(
      () => {
        const found = mails.mails.find(
          ({ text = "", envelope }) =>
            text.includes("/core/tickets/direct-approve/") &&
            envelope.to.includes(`${reader.username}@example.com`),
        );
        if (found === undefined) throw new Error("no mail yet");
        return found;
      },
      { timeout: 20_000, interval: 20 },
    );
    const [, path = ""] = /(\/core\/tickets\/direct-approve\/[\w-]{32}\/)/.exec(mail.text ?? "") ?? [];
    expect(path).not.toBe("");
    return { id, path };
  }
  const state = async (id: string) => (await findReview(product.database.db, id))?.state;
  const csrfOf = (page: string): string => /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page)?.[1] ?? "";

  /** The form of an open page, sent. */
  const send = (browser: TestBrowser, path: string, page: TestAnswer, fields: Record<string, string>) =>
    browser.post(path, { csrfmiddlewaretoken: csrfOf(page.text), mfa_type: "otp", ...fields });
  /** What a page's script asks for; the browser keeps the cookie. */
  const challengeAt = (browser: TestBrowser, path: string) => browser.post(`${path}challenge/`, {});
  const told = async (browser: TestBrowser, answer: TestAnswer) => (await browser.follow(answer)).text;

  it("shows the facts, takes a code and a comment, and works once", async () => {
    const { id, path } = await ask(bob);
    const browser = openBrowser(product);
    const page = await browser.get(path);
    expect(page.text).toContain("rm -rf &lt;b&gt;x&lt;/b&gt;");
    expect(page.text).toContain(`(${bob.username})`);
    expect(page.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
    });
    const done = await send(browser, path, page, {
      action: "approve",
      code: bob.code(),
      comment: "only this once",
    });
    expect(await told(browser, done)).toContain("You approved the ticket.");
    expect(await findReview(product.database.db, id)).toMatchObject({
      state: "approved",
      decidedBy: expect.stringContaining(bob.username),
    });
    // Nobody is signed in by that.
    expect((await browser.get("/api/v1/users/profile/")).status).toBe(401);
    const again = await send(browser, path, page, { action: "reject", code: bob.code(1) });
    expect(await told(browser, again)).toContain("the link has expired");
    expect(await told(browser, await browser.get(path))).toContain("the link has expired");

    const { rows } = await sql<{ diff: unknown; user_id: string }>`
      select to_jsonb(o)::text as diff, user_id from operate_logs o where resource_id = ${id} and action = 'update'
    `.execute(product.database.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.user_id).toBe(bob.id);
    expect(rows[0]?.diff).toContain("mailed link");
    const comments = await (await product.signIn(bob.id)).call("GET", `tickets/comments/?ticket_id=${id}`);
    expect(comments.body.map(({ body }: { body: string }) => body)).toEqual([
      expect.stringContaining("opened the ticket"),
      "only this once",
      expect.stringContaining("by the mailed link and a second factor"),
    ]);
  });

  it("changes nothing when a scanner opens it, or a form that is not of the page is sent", async () => {
    const { id, path } = await ask(bob);
    const row = () =>
      sql`select to_jsonb(t)::text as ticket, (select count(*) from ticket_links where ticket_id = t.id) as links
        from tickets t where id = ${id}`.execute(product.database.db);
    const before = (await row()).rows;
    const scanner = openBrowser(product);
    for (let time = 0; time < 3; time += 1) expect((await scanner.get(path)).status).toBe(200);
    // Without the cookie of the page, with another token, and from another site.
    const code = bob.code();
    const bare = await openBrowser(product).post(path, { action: "approve", mfa_type: "otp", code });
    expect(bare.status).toBe(403);
    const page = await scanner.get(path);
    const forged = { action: "approve", mfa_type: "otp", code, csrfmiddlewaretoken: "forged" };
    expect((await scanner.post(path, forged)).status).toBe(403);
    const foreign = { ...forged, csrfmiddlewaretoken: csrfOf(page.text) };
    const crossed = await scanner.post(path, foreign, { origin: "https://evil.example" });
    expect(crossed.status).toBe(403);
    expect((await row()).rows).toEqual(before);
    // The code was never looked at: it is still good.
    const done = await send(scanner, path, page, { action: "reject", code });
    expect(await told(scanner, done)).toContain("You rejected the ticket.");
    expect(await state(id)).toBe("rejected");
  });

  it("takes nobody else's factor, whoever holds the link or is signed in there", async () => {
    const carol = await person();
    const { id, path } = await ask(bob, [bob, carol]);
    const browser = openBrowser(product);
    const page = await browser.get(path);
    const wrong = await send(browser, path, page, { action: "approve", code: carol.code() });
    expect([wrong.status, await state(id)]).toEqual([400, "pending"]);
    expect(wrong.text).toContain("rm -rf");
    // Carol is asked as well, and signed in: the link is still bob's.
    const signedIn = await product.signIn(carol.id);
    const cookie = Object.entries(signedIn.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    const hers = await product.anonymous.call("GET", path, undefined, { cookie });
    expect(hers.text).toContain(`(${bob.username})`);
    const form = new URLSearchParams({
      csrfmiddlewaretoken: csrfOf(hers.text),
      action: "approve",
      mfa_type: "otp",
      code: carol.code(1),
    });
    const sent = await product.anonymous.call("POST", path, form.toString(), {
      cookie,
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([sent.status, await state(id)]).toEqual([400, "pending"]);
  });

  it("counts wrong codes as a sign-in does, and locks", async () => {
    await product.configure({ SECURITY_LOGIN_LIMIT_COUNT: 3 });
    try {
      const { id, path } = await ask(bob);
      const browser = openBrowser(product);
      const page = await browser.get(path);
      const answers = [];
      for (let time = 0; time < 4; time += 1) {
        answers.push(await send(browser, path, page, { action: "approve", code: "000000", comment: "why" }));
      }
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
      expect(answers[0]?.text).toContain(">why</textarea>");
      // Locked: the right code does not help any more, neither here nor at the sign-in.
      const late = await send(browser, path, page, { action: "approve", code: bob.code() });
      expect([late.status, await state(id)]).toEqual([400, "pending"]);
      const { rows } = await sql<{ reason: string; n: number }>`
        select reason, count(*)::int as n from login_logs where username = ${bob.username} and not status
        group by reason order by reason
      `.execute(product.database.db);
      expect(rows).toEqual([
        { reason: "block_mfa", n: 3 },
        { reason: "mfa_failed", n: 2 },
      ]);
    } finally {
      await product.configure({ SECURITY_LOGIN_LIMIT_COUNT: 7 });
    }
  });

  it("ends with its hours, with the ticket, and with the reader's account", async () => {
    await product.configure({ TICKET_LINK_HOURS: 2 });
    const { id, path } = await ask(bob);
    const { rows } = await sql<{ hours: number; row: string }>`
      select extract(epoch from date_expired - now()) / 3600 as hours, to_jsonb(l)::text as row
      from ticket_links l where ticket_id = ${id}
    `.execute(product.database.db);
    expect(Number(rows[0]?.hours)).toBeGreaterThan(1.9);
    expect(Number(rows[0]?.hours)).toBeLessThanOrEqual(2);
    expect(rows[0]?.row).not.toContain(path.split("/").at(-2));
    const browser = openBrowser(product);
    const page = await browser.get(path);
    await run(sql`update users set is_active = false where id = ${bob.id}`);
    expect((await browser.get(path)).text).not.toContain("rm -rf");
    const disabled = await send(browser, path, page, { action: "approve", code: bob.code() });
    expect([disabled.headers.location, await state(id)]).toEqual([path, "pending"]);
    await run(sql`update users set is_active = true where id = ${bob.id}`);
    await run(sql`update ticket_links set date_expired = now() where ticket_id = ${id}`);
    const late = await send(browser, path, page, { action: "approve", code: bob.code() });
    expect(await told(browser, late)).toContain("the link has expired");
    expect(await state(id)).toBe("pending");

    const carol = await person();
    const other = await ask(carol);
    const open = await browser.get(other.path);
    expect(open.text).toContain("rm -rf");
    const { administrator } = product;
    expect((await administrator.call("GET", "tickets/tickets/")).status).toBe(200);
    await run(sql`select close_lost_tickets(array[${other.id}::uuid], 'expired')`);
    const closed = await send(browser, other.path, open, { action: "approve", code: carol.code() });
    expect(await told(browser, closed)).toContain("the link has expired");
    expect(await state(other.id)).toBe("closed");
  });

  it("asks for sign-in when the setting went off, a rule holds the sign-in, or there is no factor", async () => {
    const { id, path } = await ask(bob);
    const browser = openBrowser(product);
    const page = await browser.get(path);
    const asksSignIn = async () => {
      const now = await browser.get(path);
      expect(now.text).not.toContain("rm -rf");
      expect(now.text).toContain("/core/auth/login/?next=");
      const sent = await send(browser, path, page, { action: "approve", code: bob.code() });
      expect([sent.headers.location, await state(id)]).toEqual([path, "pending"]);
    };
    await product.configure({ TICKET_LINK_DECIDES: false });
    await asksSignIn();
    await product.configure({ TICKET_LINK_DECIDES: true });
    const rule = await product.administrator.call("POST", "acls/login-acls/", {
      name: "not from here",
      users: { type: "ids", ids: [bob.id] },
      action: "reject",
      rules: { ip_group: ["*"], time_period: [] },
    });
    expect(rule.status).toBe(201);
    await asksSignIn();
    await product.administrator.call("DELETE", `acls/login-acls/${rule.body.id}/`);
    await run(sql`update users set otp_secret_sealed = null, mfa_level = 0 where id = ${bob.id}`);
    await asksSignIn();
    // Signed in the same link leads to the ticket, as it always did.
    await browser.follow(await browser.signIn(bob.username, bob.password, { next: path }));
    const signedIn = await browser.get(path);
    const done = await browser.post(path, { action: "reject", csrfmiddlewaretoken: csrfOf(signedIn.text) });
    expect(await told(browser, done)).toContain("You rejected the ticket.");
  });

  it("takes a passkey that answers the challenge of this very link", async () => {
    const origin = "http://localhost:8080";
    const device = createPasskeyDevice(origin);
    const caller = await product.signIn(bob.id);
    await caller.call("POST", "authentication/confirm/", {
      confirm_type: "mfa",
      mfa_type: "otp",
      secret_key: bob.code(),
    });
    const cookieOf = (answer: TestAnswer): string =>
      /sallyport_passkey=([^;]+)/.exec(String(answer.headers["set-cookie"]))?.[1] ?? "";
    const asked = await caller.call("POST", "sallyport/passkeys/registration/", {});
    const made = await caller.call(
      "POST",
      "sallyport/passkeys/",
      { name: "Phone", answer: device.register(asked.body) },
      {
        cookie: [...Object.entries(caller.cookies), ["sallyport_passkey", cookieOf(asked)]]
          .map(([name, value]) => `${name}=${value}`)
          .join("; "),
      },
    );
    expect(made.status).toBe(201);

    const [first, second] = [await ask(bob), await ask(bob)];
    const secondLink = await vi.waitFor(
      () => {
        const paths = mails.mails
          .filter(({ envelope }) => envelope.to.includes(`${bob.username}@example.com`))
          .map(({ text = "" }) => /(\/core\/tickets\/direct-approve\/[\w-]{32}\/)/.exec(text)?.[1] ?? "");
        const other = paths.find((path) => path !== first.path && path !== "");
        if (other === undefined) throw new Error("no second mail yet");
        return other;
      },
      { timeout: 20_000, interval: 20 },
    );
    const browser = openBrowser(product);
    const page = await browser.get(first.path);
    expect(page.text).toContain(`data-challenge="${first.path}challenge/"`);
    const elsewhere = await challengeAt(browser, secondLink);
    const crossed = await send(browser, first.path, page, {
      action: "approve",
      mfa_type: "passkey",
      code: device.sign(elsewhere.body),
    });
    expect([crossed.status, await state(first.id)]).toEqual([400, "pending"]);
    const challenge = await challengeAt(browser, first.path);
    const done = await send(browser, first.path, page, {
      action: "approve",
      mfa_type: "passkey",
      code: device.sign(challenge.body),
    });
    expect(await told(browser, done)).toContain("You approved the ticket.");
    expect([await state(first.id), await state(second.id)]).toEqual(["approved", "pending"]);
    const unknown = await challengeAt(browser, first.path);
    expect(unknown.status).toBe(404);
  });

  it("asks who is signed in for the factor where approving takes one, and not to reject", async () => {
    await product.configure({ TICKET_LINK_DECIDES: false, TICKET_REVIEW_MFA: true });
    const { id, path } = await ask(bob);
    await product.configure({ TICKET_REVIEW_MFA: false });
    const caller = await product.signIn(bob.id);
    const cookie = Object.entries(caller.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    const page = await product.anonymous.call("GET", path, undefined, { cookie });
    expect(page.text).toContain('name="code"');
    expect(page.text).toContain("formnovalidate");
    const post = (fields: Record<string, string>) =>
      product.anonymous.call(
        "POST",
        path,
        new URLSearchParams({ csrfmiddlewaretoken: csrfOf(page.text), ...fields }).toString(),
        { cookie, "content-type": "application/x-www-form-urlencoded" },
      );
    const without = await post({ action: "approve" });
    expect([without.status, await state(id)]).toEqual([400, "pending"]);
    await post({ action: "approve", mfa_type: "otp", code: bob.code() });
    expect(await state(id)).toBe("approved");
  });
});
