import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { type SmsServer, smsServerSettings, startSmsServer } from "../../../testing/sms-servers.ts";
import { newCaptcha, questionOf } from "../captcha/captcha.ts";
import { solve } from "../captcha/puzzle.ts";

const who = "/core/auth/password/forget/previewing/";

describe("a forgotten password, by text message", () => {
  let product: TestProduct;
  let sms: SmsServer;
  beforeAll(async () => {
    sms = await startSmsServer();
    product = await createTestProduct({ SALLYPORT_LOCAL_TARGETS: "127.0.0.1" });
    await product.configure({ ...smsServerSettings(sms), SMS_LIMIT_NUMBER: 4 });
    await product.work();
  });
  afterAll(async () => {
    await product?.close();
    await sms?.close();
  });

  async function begin(username: string) {
    const browser = openBrowser(product);
    await browser.get(who);
    const { key } = newCaptcha(product.services);
    const captcha = { captcha_0: key, captcha_1: String(solve(questionOf(product.services, key) ?? "")) };
    const { headers } = await browser.post(who, { username, ...captcha });
    return { browser, path: String(headers.location) };
  }
  const sentTo = (phone: string) => sms.taken.filter((one) => one.phone === phone);

  async function codeFor(phone: string, nth = 1): Promise<string> {
    await expect.poll(() => sentTo(phone).length, { timeout: 10_000 }).toBe(nth);
    return sentTo(phone)[nth - 1]?.code ?? "";
  }

  it("is replaced with a code to the number, however it is written", async () => {
    const user = await product.createUser({ phone: "+8613900000001" });
    const { browser, path } = await begin(user.username);
    expect((await browser.get(path)).text).toContain('name="sms"');
    const sent = await browser.post(path, { form_type: "sms", sms: "139 0000 0001" });
    expect([sent.status, sent.text.includes('name="code"')]).toEqual([200, true]);
    const code = await codeFor("+8613900000001");
    expect(code).toMatch(/^\d{6}$/);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    expect((await browser.post(path, { form_type: "sms", sms: "13900000001", code: wrong })).status).toBe(
      400,
    );
    const right = await browser.post(path, { form_type: "sms", sms: "+86 139-0000-0001", code });
    const location = String(right.headers.location);
    expect(location).toMatch(/^\/core\/auth\/password\/reset\/\?token=\w{50}$/);
    await browser.get(location);
    const password = "Brand-new-7-now";
    await browser.post(location, { new_password: password, confirm_password: password });
    await product.bearer(user.username, password);
    expect((await browser.post(path, { form_type: "sms", sms: "13900000001", code })).status).toBe(404);
  });

  it("tells nobody whether a number exists, and sends nothing to one that is somebody else's", async () => {
    const user = await product.createUser({ phone: "+8613900000002" });
    const pages = await Promise.all(
      [user.username, user.username, "nobody-here"].map(async (username, index) => {
        const { browser, path } = await begin(username);
        const number = index === 0 ? "+8613900000002" : "+8613900000003";
        const { status, text } = await browser.post(path, { form_type: "sms", sms: number });
        return [
          status,
          text.replaceAll(number.replace("+86", "+86 "), "").replace(/token=[\w-]+|value="[^"]*"/g, ""),
        ];
      }),
    );
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[2]).toEqual(pages[0]);
    await codeFor("+8613900000002");
    expect(sentTo("+8613900000003")).toEqual([]);
  });

  it("lets a stranger use half of what a number has in a day", async () => {
    const user = await product.createUser({ phone: "+8613900000004" });
    for (let n = 1; n <= 3; n++) {
      const { browser, path } = await begin(user.username);
      expect((await browser.post(path, { form_type: "sms", sms: "13900000004" })).status).toBe(200);
      await codeFor("+8613900000004", Math.min(n, 2));
    }
    expect(sentTo("+8613900000004")).toHaveLength(2);
  });

  it("ends guessing at a code", async () => {
    const user = await product.createUser({ phone: "+8613900000005" });
    const { browser, path } = await begin(user.username);
    await browser.post(path, { form_type: "sms", sms: "13900000005" });
    const code = await codeFor("+8613900000005");
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    for (let n = 0; n < 5; n++)
      await browser.post(path, { form_type: "sms", sms: "13900000005", code: wrong });
    const right = await browser.post(path, { form_type: "sms", sms: "13900000005", code });
    expect([right.status, right.text.includes("tried too often")]).toEqual([400, true]);
  });
});
