import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { issueResetToken, resetPasswordAddress } from "./reset-tokens.ts";

describe("setting a password by a link", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product.close());

  const addressFor = async (userId: string): Promise<string> =>
    resetPasswordAddress(await issueResetToken(product.services, userId));

  async function set(address: string, password: string, again = password) {
    const browser = openBrowser(product);
    // Gives the form's token also where the link itself shows no form any more.
    await browser.get("/core/auth/login/");
    return browser.post(address, { new_password: password, confirm_password: again });
  }

  it("sets it once, ends what was open, and leads to the sign-in page", async () => {
    const user = await product.createUser({ need_update_password: true });
    const session = await product.signIn(user.id);
    const token = await product.bearer(user.username, user.password).catch(() => null);
    const address = await addressFor(user.id);
    const other = await addressFor(user.id);
    const page = await product.anonymous.call("GET", address);
    expect(page.status).toBe(200);
    expect(page.text).toContain(user.username);
    expect(page.text).not.toMatch(/<script>|style=/);
    const answer = await set(address, "A-new-password-1");
    expect(answer.headers.location).toContain("/core/common/flash-message/");
    expect((await session.call("GET", "users/profile/")).status).toBe(401);
    if (token !== null) expect((await token.call("GET", "users/profile/")).status).toBe(401);
    for (const used of [address, other]) {
      expect((await product.anonymous.call("GET", used)).status).toBe(404);
      expect((await set(used, "Another-password-2")).status).toBe(404);
    }
    await product.bearer(user.username, "A-new-password-1");
    const { rows } = await product.database.pool.query(
      "select need_update_password from users where id = $1",
      [user.id],
    );
    expect(rows[0].need_update_password).toBe(false);
    const log = await product.database.pool.query(
      "select change_by from password_change_logs where username = $1 order by datetime desc limit 1",
      [user.username],
    );
    expect(log.rows[0].change_by).toContain(user.username);
  });

  it("can be used by one of two at the same moment", async () => {
    const user = await product.createUser({});
    const address = await addressFor(user.id);
    const answers = await Promise.all([set(address, "One-of-two-1"), set(address, "Two-of-two-2")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 404]);
  });

  it("tells what is wrong with the password", async () => {
    const user = await product.createUser({});
    const address = await addressFor(user.id);
    expect((await set(address, "four")).text).toContain("5 to 128");
    expect((await set(address, "Good-one-1-now", "Other-one-1-now")).text).toContain("do not match");
    expect((await set(address, user.password)).text).toContain("among the last");
    expect((await set(address, "äöüäöü")).text).toContain("Start the password with");
    expect((await set(address, "x".repeat(129))).status).toBe(400);
    expect((await set(address, "Good-one-1-now")).status).toBe(302);
  });

  it("holds for the mail address, the password and the person of the moment it was made", async () => {
    const user = await product.createUser({});
    const at = `users/users/${user.id}/`;
    const change = (body: object) => product.administrator.call("PATCH", at, body);
    const isGone = async (address: string) =>
      (await product.anonymous.call("GET", address)).status === 404 &&
      (await set(address, "Never-set-1")).status === 404;
    let address = await addressFor(user.id);
    await change({ email: "elsewhere@example.com" });
    expect(await isGone(address)).toBe(true);
    address = await addressFor(user.id);
    await product.administrator.call("PATCH", `${at}password/`, { password: "By-the-admin-1" });
    expect(await isGone(address)).toBe(true);
    for (const state of [{ is_active: false }, { date_expired: "2001-01-01T00:00:00Z" }]) {
      address = await addressFor(user.id);
      await change(state);
      expect(await isGone(address)).toBe(true);
      await change({ is_active: true, date_expired: "2090-01-01T00:00:00Z" });
    }
    address = await addressFor(user.id);
    await product.database.pool.query(
      "update password_reset_tokens set date_expired = now() - interval '1 second'",
    );
    expect(await isGone(address)).toBe(true);
  });

  it("is stored as a hash and guarded against forms of other pages", async () => {
    const user = await product.createUser({});
    const token = await issueResetToken(product.services, user.id);
    expect(token).toMatch(/^\w{50}$/);
    const { rows } = await product.database.pool.query("select * from password_reset_tokens");
    expect(JSON.stringify(rows)).not.toContain(token);
    const browser = openBrowser(product);
    const address = resetPasswordAddress(token);
    await browser.get(address);
    const fields = { new_password: "Foreign-one-1", confirm_password: "Foreign-one-1" };
    for (const answer of [
      await browser.post(address, { ...fields, csrfmiddlewaretoken: "x" }),
      await browser.post(address, fields, { "sec-fetch-site": "cross-site" }),
      await browser.post(address, fields, { origin: "https://evil.test" }),
    ]) {
      expect(answer.headers.location).toContain("csrf_failure=1");
    }
    expect((await browser.post(address, fields)).status).toBe(302);
    for (const wrong of ["", "x", "x".repeat(50), "x".repeat(5000)]) {
      expect((await product.anonymous.call("GET", resetPasswordAddress(wrong))).status).toBe(404);
    }
  });
});
