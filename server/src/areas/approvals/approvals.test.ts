import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openBrowser, type TestBrowser } from "../../testing/browser.ts";
import { mailSettings, startMailServer, type TestMailServer } from "../../testing/mail-server.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { organizationIds } from "../organizations/index.ts";
import { findReview, openReview } from "../tickets/index.ts";

interface Person {
  readonly id: string;
  readonly username: string;
  readonly password: string;
}

describe("deciding by a mailed link", () => {
  let product: TestProduct;
  let mails: TestMailServer;
  let alice: Person;
  let bob: Person;
  let carol: Person;

  beforeAll(async () => {
    product = await createTestProduct();
    mails = await startMailServer();
    alice = await product.createUser({ username: "alice" });
    bob = await product.createUser({ username: "bob" });
    carol = await product.createUser({ username: "carol" });
    await product.configure(mailSettings({ port: mails.port }));
    await product.work();
  });
  afterAll(async () => {
    await product?.close();
    await mails?.close();
  });

  /** A question to bob, and the path of the link he is mailed. */
  async function ask(): Promise<{ readonly id: string; readonly path: string }> {
    const before = mails.mails.length;
    const { id } = await openReview(product.services, {
      type: "command_confirm",
      organizationId: organizationIds.default,
      applicantId: alice.id,
      reviewerIds: [bob.id],
      facts: {
        apply_run_user: alice.id,
        apply_run_asset: "db1(192.0.2.1)",
        apply_run_command: "rm -rf <b>x</b>",
      },
    });
    const mail = await vi.waitFor(
      () => {
        const found = mails.mails
          .slice(before)
          .find(({ text = "" }) => text.includes("/core/tickets/direct-approve/"));
        if (found === undefined) throw new Error("no mail yet");
        return found;
      },
      { timeout: 20_000, interval: 20 },
    );
    expect(mail.envelope.to).toEqual(["bob@example.com"]);
    const [, path = ""] = /(\/core\/tickets\/direct-approve\/[\w-]{32}\/)/.exec(mail.text ?? "") ?? [];
    expect(path).not.toBe("");
    return { id, path };
  }
  const signedIn = async ({ username, password }: Person, next?: string): Promise<TestBrowser> => {
    const browser = openBrowser(product);
    await browser.follow(await browser.signIn(username, password, next === undefined ? {} : { next }));
    return browser;
  };
  const state = async (id: string) => (await findReview(product.database.db, id))?.state;
  const csrfOf = (page: string): string => /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page)?.[1] ?? "";

  it("asks for sign-in, shows the ticket to whom it asks, and counts once", async () => {
    const { id, path } = await ask();
    const stranger = await openBrowser(product).get(path);
    expect([stranger.status, stranger.text.includes("rm -rf")]).toEqual([200, false]);
    expect(stranger.text).toContain(`/core/auth/login/?next=${encodeURIComponent(path)}`);
    const browser = await signedIn(bob, path);
    const page = await browser.get(path);
    expect(page.text).toContain("rm -rf &lt;b&gt;x&lt;/b&gt;");
    expect(page.headers["content-security-policy"]).toContain("default-src 'self'");

    const forged = await browser.post(path, { action: "approve", csrfmiddlewaretoken: "forged" });
    expect([forged.headers.location, await state(id)]).toEqual([path, "pending"]);
    const done = await browser.post(path, { action: "approve", csrfmiddlewaretoken: csrfOf(page.text) });
    expect((await browser.follow(done)).text).toContain("You approved the ticket.");
    expect(await findReview(product.database.db, id)).toMatchObject({
      state: "approved",
      decidedBy: "bob(bob)",
    });
    expect((await browser.follow(await browser.get(path))).text).toContain("the link has expired");
  });

  it("changes nothing for somebody else, who keeps the link working for others (T14)", async () => {
    const { id, path } = await ask();
    for (const other of [carol, alice]) {
      const browser = await signedIn(other);
      expect((await browser.follow(await browser.get(path))).text).toContain(
        "You are not an approver of this ticket",
      );
      const sent = await browser.post(path, { action: "reject" });
      expect((await browser.follow(sent)).text).toContain("You are not an approver of this ticket");
      expect(await state(id)).toBe("pending");
    }
    const browser = await signedIn(bob);
    const page = await browser.get(path);
    const done = await browser.post(path, { action: "reject", csrfmiddlewaretoken: csrfOf(page.text) });
    expect((await browser.follow(done)).text).toContain("You rejected the ticket.");
    expect(await state(id)).toBe("rejected");
  });

  it("ends after an hour (T13), and is kept as a hash only", async () => {
    const { id, path } = await ask();
    const token = path.split("/").at(-2) ?? "";
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(l)::text as row from ticket_links l where ticket_id = ${id}::uuid
    `.execute(product.database.db);
    expect(rows[0]?.row).not.toContain(token);
    const { rows: messages } = await sql<{ message: string }>`select message from site_messages`.execute(
      product.database.db,
    );
    expect(messages.some(({ message }) => message.includes("direct-approve"))).toBe(false);
    await sql`
      update ticket_links set date_expired = date_expired - interval '3600 seconds' where ticket_id = ${id}::uuid
    `.execute(product.database.db);
    const browser = await signedIn(bob);
    expect((await browser.follow(await browser.get(path))).text).toContain("the link has expired");
    const late = await browser.post(path, { action: "approve" });
    expect((await browser.follow(late)).text).toContain("the link has expired");
    expect(await state(id)).toBe("pending");
  });
});
