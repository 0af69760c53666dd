import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser, type TestBrowser } from "../../../testing/browser.ts";
import { mailSettings, startMailServer, type TestMailServer } from "../../../testing/mail-server.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { newCaptcha, questionOf } from "../captcha/captcha.ts";
import { solve } from "../captcha/puzzle.ts";
import { checkRecoveryCode, sendRecoveryCode } from "./recovery-requests.ts";
import { asEmailTarget } from "./recovery-target.ts";

const who = "/core/auth/password/forget/previewing/";
const api = "authentication/password/reset-code/";

describe("a forgotten password", () => {
  let product: TestProduct;
  let server: TestMailServer;
  let ada: { readonly id: string; readonly username: string; readonly password: string };
  let email: string;
  beforeAll(async () => {
    server = await startMailServer();
    product = await createTestProduct();
    await product.configure({ ...mailSettings(server), SITE_URL: "https://gate.example.com" });
    await product.work();
  });
  afterAll(async () => {
    await product.close();
    await server.close();
  });
  beforeEach(async () => {
    ada = await product.createUser({ name: "Ada" });
    email = `${ada.username}@example.com`;
  });

  const puzzle = (): Record<string, string> => {
    const { key } = newCaptcha(product.services);
    return { captcha_0: key, captcha_1: String(solve(questionOf(product.services, key) ?? "")) };
  };

  /** Goes through the first step; answers where the second one is. */
  async function begin(username: string, browser: TestBrowser = openBrowser(product)) {
    await browser.get(who);
    const { status, headers } = await browser.post(who, { username, ...puzzle() });
    expect(status).toBe(302);
    const path = String(headers.location);
    expect(path).toMatch(/^\/core\/auth\/password\/forgot\/\?token=[\w-]{36}$/);
    return { browser, path, token: path.slice(path.indexOf("=") + 1) };
  }

  const mailsTo = (address: string) => server.mails.filter(({ envelope }) => envelope.to.includes(address));

  async function codeFor(address: string, nth = 1): Promise<string> {
    await expect.poll(() => codesTo(address).length, { timeout: 10_000 }).toBe(nth);
    return codesTo(address)[nth - 1] ?? "";
  }
  const codesTo = (address: string): string[] =>
    mailsTo(address).flatMap(({ text }) => /^ {4}(\d{6})$/m.exec(text ?? "")?.[1] ?? []);

  const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

  it("is replaced with a code from the mail", async () => {
    const { browser, path } = await begin(ada.username);
    expect((await browser.get(path)).text).toContain(ada.username);
    const sent = await browser.post(path, { form_type: "email", email: email.toUpperCase() });
    expect([sent.status, sent.text.includes('name="code"')]).toEqual([200, true]);
    const code = await codeFor(email);
    const wrong = await browser.post(path, { form_type: "email", email, code: wrongOf(code) });
    expect([wrong.status, wrong.text.includes("Wrong code.")]).toEqual([400, true]);
    const right = await browser.post(path, { form_type: "email", email, code: ` ${code} ` });
    const location = String(right.headers.location);
    expect(location).toMatch(/^\/core\/auth\/password\/reset\/\?token=\w{50}$/);
    await browser.get(location);
    const done = await browser.post(location, {
      new_password: "Brand-new-7-now",
      confirm_password: "Brand-new-7-now",
    });
    expect(done.status).toBe(302);
    await product.bearer(ada.username, "Brand-new-7-now");
    // Used up, as is everything that led to it.
    expect((await browser.post(path, { form_type: "email", email, code })).status).toBe(404);
    expect((await browser.get(location)).status).toBe(404);
    await expect
      .poll(() => mailsTo(email).map(({ subject }) => subject))
      .toContain("[Sallyport] Your password was changed");
  });

  it("asks for a puzzle that is right and was not used", async () => {
    const browser = openBrowser(product);
    await browser.get(who);
    const given = puzzle();
    const wrong = { ...puzzle(), captcha_1: "999" };
    expect((await browser.post(who, { username: ada.username, ...wrong })).status).toBe(400);
    expect((await browser.post(who, { username: ada.username })).status).toBe(400);
    expect((await browser.post(who, { username: ada.username, ...given })).status).toBe(302);
    expect((await browser.post(who, { username: ada.username, ...given })).status).toBe(400);
    const other = openBrowser(product);
    const unsigned = await other.post(who, { username: ada.username, ...puzzle() });
    expect(unsigned.status).toBe(400);
    await other.get(who);
    const foreign = await other.post(
      who,
      { username: ada.username, ...puzzle() },
      { origin: "https://evil.example" },
    );
    expect(foreign.headers.location).toContain("csrf_failure");
  });

  it("tells nobody who is a user, and which address is theirs", async () => {
    const ldap = await product.createUser({ name: "Lena", source: "ldap" });
    const inactive = await product.createUser({ name: "Ines", is_active: false });
    const claims = [
      [ada.username, email],
      [ada.username, "other@example.com"],
      ["nobody-of-that-name", "nobody@example.com"],
      [ldap.username, `${ldap.username}@example.com`],
      [inactive.username, `${inactive.username}@example.com`],
    ] as const;
    const seen = new Map<string, string>();
    for (const [username, address] of claims) {
      const { browser, path, token } = await begin(username);
      const plain = (text: string) =>
        text
          .replaceAll(address, "MAIL")
          .replaceAll(username, "USER")
          .replaceAll(token, "TOKEN")
          .replace(/value="[\w-]{43}"/g, "");
      const shown = [
        await browser.get(path),
        await browser.post(path, { form_type: "email", email: address }),
      ];
      shown.push(await browser.post(path, { form_type: "email", email: address, code: "12x456" }));
      shown.push(
        await product.anonymous.call("POST", `${api}?token=${token}`, {
          form_type: "email",
          email: address,
          sms: "",
        }),
      );
      const signature = shown
        .map(({ status, text, headers }) => `${status} ${plain(text)} ${headers.location ?? ""}`)
        .join("\n")
        .replace(/\d+ s\./g, "N s.");
      seen.set(`${username} ${address}`, signature);
    }
    expect(new Set(seen.values()).size).toBe(1);
    // What differs arrives only where it belongs.
    await codeFor(email);
    await expect.poll(() => mailsTo(`${ldap.username}@example.com`).length).toBe(1);
    expect(mailsTo(`${ldap.username}@example.com`)[0]?.text).toContain("another service");
    expect(mailsTo("other@example.com").concat(mailsTo("nobody@example.com"))).toEqual([]);
    expect(codesTo(`${ldap.username}@example.com`)).toEqual([]);
  });

  it("does the same work for everybody before it answers", async () => {
    const statements = async (username: string, address: string): Promise<number> => {
      const { token } = await begin(username);
      let count = 0;
      const { db } = product.services;
      const counting = db.withPlugin({
        transformQuery: ({ node }) => {
          count++;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await sendRecoveryCode({ ...product.services, db: counting }, token, asEmailTarget(address), {
        language: "en",
        remoteAddress: "192.0.2.1",
      });
      await checkRecoveryCode({ ...product.services, db: counting }, token, asEmailTarget(address), "000000");
      return count;
    };
    const counts = [
      await statements(ada.username, email),
      await statements(ada.username, "other@example.com"),
      await statements("nobody-here", "nobody@example.com"),
    ];
    expect(counts[0]).toBeGreaterThan(3);
    expect(new Set(counts).size).toBe(1);
  });

  it("takes five guesses at a code, also at the same time", async () => {
    const { browser, path } = await begin(ada.username);
    await browser.post(path, { form_type: "email", email });
    const code = await codeFor(email);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () =>
        browser.post(path, { form_type: "email", email, code: wrongOf(code) }),
      ),
    );
    const wrong = guesses.filter(({ text }) => text.includes("Wrong code."));
    expect([wrong.length, guesses.length - wrong.length]).toEqual([5, 7]);
    const late = await browser.post(path, { form_type: "email", email, code });
    expect([late.status, late.text.includes("expired")]).toEqual([400, true]);
  });

  it("takes a code once, of this token, with its address, within its time", async () => {
    const first = await begin(ada.username);
    const second = await begin(ada.username);
    await first.browser.post(first.path, { form_type: "email", email });
    const code = await codeFor(email);
    const post = (path: string, address: string) =>
      first.browser.post(path, { form_type: "email", email: address, code });
    expect((await post(second.path, email)).status).toBe(400);
    expect((await post(first.path, "other@example.com")).status).toBe(400);
    const both = await Promise.all([post(first.path, email), post(first.path, email)]);
    expect(both.map(({ status }) => status).sort()).toEqual([302, 404]);

    const third = await begin(ada.username);
    await third.browser.post(third.path, { form_type: "email", email });
    const next = await codeFor(email, 2);
    await product.database.pool.query(
      "update recovery_requests set date_code_expired = now() - interval '1 second'",
    );
    const late = await third.browser.post(third.path, { form_type: "email", email, code: next });
    expect([late.status, late.text.includes("expired")]).toEqual([400, true]);
  });

  it("sends no code before the last one has run out, and few in an hour", async () => {
    const { token } = await begin(ada.username);
    const ask = (of = token) =>
      product.anonymous.call("POST", `${api}?token=${of}`, { form_type: "email", email, sms: "" });
    expect(await ask()).toMatchObject({ status: 200, body: { data: "ok" } });
    expect(await ask()).toMatchObject({
      status: 400,
      body: { code: "code_send_too_frequently", error: expect.stringMatching(/\d+ s/) },
    });
    const pass = () =>
      product.database.pool.query(
        "update recovery_requests set date_code_expired = now() - interval '1 second'",
      );
    for (let count = 2; count <= 5; count++) {
      await pass();
      expect((await ask()).status, `code ${count}`).toBe(200);
    }
    await pass();
    expect((await ask()).status).toBe(400);
    // Beginning again helps once, asking in parallel does not.
    const others = await Promise.all(Array.from({ length: 6 }, () => begin(ada.username)));
    const answers = await Promise.all(others.map(({ token: of }) => ask(of)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    await expect.poll(() => codesTo(email).length, { timeout: 10_000 }).toBe(6);
  });

  it("refuses what it does not understand", async () => {
    const { token } = await begin(ada.username);
    const ask = (body: unknown, of = token) => product.anonymous.call("POST", `${api}?token=${of}`, body);
    for (const body of [
      {},
      [],
      "x",
      { form_type: "email" },
      { form_type: "sms", sms: "+8613800000000", email: "" },
      { form_type: "email", email: 7 },
    ]) {
      expect((await ask(body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await ask({ form_type: "email", email }, "x".repeat(36))).status).toBe(400);
    expect((await ask({ form_type: "email", email }, "")).status).toBe(400);
    const browser = openBrowser(product);
    expect((await browser.get("/core/auth/password/forgot/?token=%00%0d%0a<script>")).status).toBe(404);
  });

  it("keeps neither codes nor tokens where they could be read", async () => {
    const { token, browser, path } = await begin(ada.username);
    await browser.post(path, { form_type: "email", email });
    const code = await codeFor(email);
    const { rows } = await product.database.pool.query(
      "select r::text as all from recovery_requests r union all select j::text from graphile_worker._private_jobs j",
    );
    const stored = rows.map(({ all }) => String(all)).join(" ");
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(`"${code}"`);
  });

  it("says so where no mail can be sent", async () => {
    await product.configure({ EMAIL_HOST: "" });
    const page = await openBrowser(product).get(who);
    expect([page.status, page.text.includes("administrator"), page.text.includes("<form")]).toEqual([
      200,
      true,
      false,
    ]);
    await product.configure(mailSettings(server));
  });
});
