import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ChatPlatformsPeer, chatApps, startChatPlatforms } from "../../../testing/chat-platforms.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../../testing/product.ts";
import { openBrowser, type TestBrowser } from "../testing/browser.ts";

const site = "http://gate.test";
const pathOf = (address: string): string => address.replace(site, "");

describe.each([
  { name: "wecom", label: "WeCom", other: "feishu", id: "WECOM_CORPID", secret: "WECOM_SECRET" },
  {
    name: "dingtalk",
    label: "DingTalk",
    other: "wecom",
    id: "DINGTALK_APPKEY",
    secret: "DINGTALK_APPSECRET",
  },
  { name: "feishu", label: "FeiShu", other: "dingtalk", id: "FEISHU_APP_ID", secret: "FEISHU_APP_SECRET" },
] as const)("$label", ({ name, label, other, id: idKey, secret: secretKey }) => {
  let product: TestProduct;
  let peer: ChatPlatformsPeer;
  const on = `AUTH_${name.toUpperCase()}`;
  const login = `/core/auth/${name}/qr/login/`;
  const bind = `/core/auth/${name}/qr/bind/`;
  const unbind = `authentication/${name}/qr/unbind/`;
  const testing = `settings/${name}/testing/`;

  beforeAll(async () => {
    peer = await startChatPlatforms();
    product = await createTestProduct({ SALLYPORT_CHAT_PLATFORM_URL: peer.url });
    await product.configure({ SITE_URL: site });
  });
  afterAll(async () => {
    await product?.close();
    await peer?.close();
  });
  afterEach(() => {
    peer.outage = null;
  });

  /** Goes to the platform and comes back as somebody. */
  async function come(browser: TestBrowser, account: string, path: string = login) {
    const away = await browser.visit(path);
    expect(away.status).toBe(302);
    return browser.visit(pathOf(peer.approve(away.location, account)));
  }

  async function bindAs(caller: TestCaller, account: string, path: string = bind) {
    await product.confirm(caller);
    const away = await caller.call("GET", path);
    return caller.call("GET", pathOf(peer.approve(String(away.headers.location), account)));
  }

  async function boundUser(account: string) {
    const user = await product.createUser({});
    const caller = await product.signIn(user.id);
    expect((await bindAs(caller, account)).status).toBe(302);
    return { ...user, caller };
  }

  it("is tested as it is in the form, and tells what the platform said but no secret", async () => {
    const { administrator } = product;
    const missing = await administrator.call("POST", testing, {});
    expect([missing.status, missing.body.error]).toEqual([400, expect.stringContaining("is missing")]);
    const wrong = await administrator.call("POST", testing, { ...chatApps[name], [secretKey]: "guess-77" });
    expect([wrong.status, wrong.text.includes("guess-77")]).toEqual([400, false]);
    expect(wrong.body.error).toMatch(/400\d\d|10014/);
    const works = await administrator.call("POST", testing, chatApps[name]);
    expect([works.status, works.body]).toEqual([200, { msg: `${label} accepted the app.` }]);
    // A test saves nothing.
    expect((await administrator.call("POST", testing, {})).status).toBe(400);
  });

  it("is saved with a secret nobody reads, and says that it is on only when it is", async () => {
    const { administrator } = product;
    const category = `settings/setting/?category=${name}`;
    const saved = await administrator.call("PATCH", category, chatApps[name]);
    expect([saved.status, saved.text.includes(chatApps[name][secretKey as never])]).toEqual([200, false]);
    expect((await administrator.call("GET", category)).body).toMatchObject({ [on]: false });
    expect((await administrator.call("POST", testing, {})).status).toBe(200);
    expect((await administrator.call("GET", "settings/public/")).body[on]).toBe(false);
    expect((await openBrowser(product).visit(login)).status).toBe(404);
    // It is tried before, by who may switch it on, and signs nobody in.
    expect((await openBrowser(product).visit(`${login}?trial=1`)).status).toBe(404);
    const tried = await administrator.call("GET", `${login}?trial=1`);
    const trial = await administrator.call(
      "GET",
      pathOf(peer.approve(String(tried.headers.location), "u-trial")),
    );
    expect([trial.status, trial.headers["set-cookie"]]).toEqual([200, undefined]);
    expect(trial.text).toContain("is not bound to a user");
    expect(trial.text).toContain(`${label} = u-trial`);
    const { caller } = { caller: await product.signIn((await product.createUser({})).id) };
    await product.confirm(caller);
    expect((await caller.call("GET", bind)).status).toBe(400);
    await product.configure({ [on]: true });
    expect((await administrator.call("GET", "settings/public/")).body[on]).toBe(true);
    const page = await openBrowser(product).visit("/core/auth/login/");
    expect(page.body).toContain(`Sign in with ${label}`);
    const user = await product.signIn((await product.createUser({})).id);
    expect((await user.call("POST", testing, {})).status).toBe(403);
  });

  it("signs nobody in who has not bound the account, whatever it is called", async () => {
    const victim = await product.createUser({ username: `u-${name}-victim` });
    const page = await come(openBrowser(product), victim.username);
    expect([page.status, page.location]).toEqual([403, ""]);
    expect(page.body).toContain("is not bound to a user");
    expect((await come(openBrowser(product), "outside-1")).status).toBe(403);
  });

  it("binds after a confirmation, tells the person, and signs them in by it", async () => {
    const user = await product.createUser({});
    const caller = await product.signIn(user.id);
    await product.database.pool.query("delete from confirmations");
    const asked = await caller.call("GET", `${bind}?redirect_url=%2Fui%2Fprofile`);
    expect(String(asked.headers.location)).toMatch(/^\/core\/auth\/password\/verify\/\?next=/);
    const done = await bindAs(caller, "u-ada", `${bind}?redirect_url=%2Fui%2Fprofile`);
    expect([done.status, done.headers.location]).toEqual([302, "/ui/profile"]);
    expect((await caller.call("GET", "users/profile/")).body).toMatchObject({ [`${name}_id`]: "u-ada" });
    const notices = await caller.call("GET", "notifications/site-messages/");
    expect(JSON.stringify(notices.body)).toContain(`${label} account bound`);
    const browser = openBrowser(product);
    const entry = await come(browser, "u-ada", `${login}?next=%2Fui%2Fassets`);
    expect(entry.location).toBe("/ui/assets");
    expect(await browser.whoami()).toBe(user.username);
    const log = await product.administrator.call(
      "GET",
      `audits/login-logs/?username=${user.username}&limit=1`,
    );
    expect(log.body.results[0]).toMatchObject({ backend: label, status: { value: true } });
    const tried = await product.administrator.call("GET", `${login}?trial=1`);
    const back = pathOf(peer.approve(String(tried.headers.location), "u-ada"));
    expect((await product.administrator.call("GET", back)).text).toContain(user.username);
    expect((await product.administrator.call("GET", "users/profile/")).body.username).toBe("admin");
  });

  it("binds nothing before somebody has accepted the terms of use", async () => {
    const newcomer = await product.signIn((await product.createUser({}, { isNewcomer: true })).id);
    await product.confirm(newcomer);
    const { status, headers } = await newcomer.call("GET", bind);
    expect([status, headers.location]).toEqual([302, "/ui/#/profile/info"]);
  });

  it("refuses addresses of other sites, bindings that other sites begin, and an account of somebody else", async () => {
    const caller = await product.signIn((await product.createUser({})).id);
    const outside = await bindAs(caller, "u-eve", `${bind}?redirect_url=%2F%2Fevil.test`);
    expect(outside.headers.location).toBe("/ui/#/profile/info");
    const again = await bindAs(caller, "u-eve-2");
    expect([again.status, again.text]).toEqual([400, expect.stringContaining("is bound already")]);
    const second = await product.signIn((await product.createUser({})).id);
    const taken = await bindAs(second, "u-eve");
    expect([taken.status, taken.text]).toEqual([400, expect.stringContaining("is bound to another user")]);
    const led = await second.call("GET", bind, undefined, { "sec-fetch-site": "cross-site" });
    expect([led.status, led.headers.location]).toEqual([403, undefined]);
    const nobody = await product.anonymous.call("GET", bind);
    expect(String(nobody.headers.location)).toMatch(/^\/core\/auth\/login\/\?next=/);
  });

  it("refuses a state that is missing, forged, used, of another browser, person, purpose or platform", async () => {
    const mine = await boundUser("u-state");
    const browser = openBrowser(product);
    const back = pathOf(peer.approve((await browser.visit(login)).location, "u-state"));
    const before = peer.asked.length;
    expect((await browser.visit(back.replace(/state=[^&]+/, "state="))).status).toBe(400);
    expect((await browser.visit(back.replace(/state=[^&]+/, "state=forged"))).status).toBe(400);
    expect((await openBrowser(product).visit(back)).status).toBe(400);
    expect((await browser.visit(back.replace(`/${name}/`, `/${other}/`))).status).toBe(400);
    expect(peer.asked.length).toBe(before);
    expect((await browser.visit(back)).status).toBe(302);
    expect((await browser.visit(back)).status).toBe(400);
    // A binding is not finished as a sign-in, nor by somebody else.
    await product.confirm(mine.caller);
    const away = String((await mine.caller.call("GET", bind)).headers.location);
    const returned = pathOf(peer.approve(away, "u-other"));
    const query = returned.slice(returned.indexOf("?"));
    const stranger = await product.signIn((await product.createUser({})).id);
    expect((await stranger.call("GET", returned)).status).toBe(400);
    expect((await mine.caller.call("GET", `${login}callback/${query}`)).status).toBe(400);
  });

  it("takes a code once, and none of another platform", async () => {
    await boundUser("u-code");
    const first = openBrowser(product);
    const back = pathOf(peer.approve((await first.visit(login)).location, "u-code"));
    const second = openBrowser(product);
    const state = new URL((await second.visit(login)).location).searchParams.get("state") ?? "";
    expect((await first.visit(back)).status).toBe(302);
    expect((await second.visit(back.replace(/state=[^&]+/, `state=${state}`))).status).toBe(403);
    const none = openBrowser(product);
    const fresh = new URL((await none.visit(login)).location).searchParams.get("state") ?? "";
    expect((await none.visit(`${login}callback/?state=${fresh}`)).status).toBe(403);
  });

  it("gets a new token when the platform forgot the old one, and keeps one otherwise", async () => {
    await boundUser("u-token");
    const count = () => peer.asked.filter((path) => /gettoken|tenant_access_token/.test(path)).length;
    const before = count();
    expect((await come(openBrowser(product), "u-token")).status).toBe(302);
    expect(count()).toBe(before);
    peer.forgetTokens();
    const tested = await product.administrator.call("POST", testing, {});
    expect([tested.status, count()]).toEqual([200, before + 1]);
  });

  it("tells that the platform is away, or makes no sense", async () => {
    await boundUser("u-away");
    for (const [outage, status] of [
      [{ status: 503, body: "later" }, 502],
      [{ status: 200, body: "<html>" }, 403],
      [{ status: 200, body: "[]" }, 403],
      [{ status: 200, body: '{"errcode":0,"code":0,"userid":{"a":1},"data":{"open_id":7}}' }, 403],
    ] as const) {
      const browser = openBrowser(product);
      const back = pathOf(peer.approve((await browser.visit(login)).location, "u-away"));
      peer.outage = outage;
      expect((await browser.visit(back)).status).toBe(status);
      peer.outage = null;
    }
  });

  it("lets nobody in who is disabled, and asks for the second factor", async () => {
    const user = await boundUser("u-off");
    const patch = (body: object) => product.administrator.call("PATCH", `users/users/${user.id}/`, body);
    expect((await patch({ mfa_level: 1 })).status).toBe(200);
    const browser = openBrowser(product);
    const guard = await come(browser, "u-off");
    await browser.visit(guard.location);
    expect(await browser.whoami()).toBeNull();
    expect((await patch({ is_active: false })).status).toBe(200);
    expect((await come(openBrowser(product), "u-off")).status).toBe(403);
  });

  it("is unbound by its owner after a confirmation, and by who may change users", async () => {
    const user = await boundUser("u-gone");
    await product.database.pool.query("delete from confirmations");
    const unconfirmed = await user.caller.call("POST", unbind, {});
    expect([unconfirmed.status, unconfirmed.body.code]).toEqual([400, "relogin"]);
    await product.confirm(user.caller);
    expect((await user.caller.call("POST", unbind, {})).status).toBe(200);
    const again = await user.caller.call("POST", unbind, {});
    expect([again.status, again.body.code]).toEqual([400, `${name}_not_bound`]);
    expect((await come(openBrowser(product), "u-gone")).status).toBe(403);
    const other = await boundUser("u-admin");
    await product.confirm(user.caller);
    expect((await user.caller.call("POST", `${unbind}${other.id}/`, {})).status).toBe(403);
    const { administrator } = product;
    await product.confirm(administrator);
    expect((await administrator.call("POST", `${unbind}${other.id}/`, {})).status).toBe(200);
    expect((await administrator.call("POST", `${unbind}no-id/`, {})).status).toBe(404);
    expect((await other.caller.call("GET", "users/profile/")).body[`${name}_id`]).toBeNull();
  });

  it("delivers messages to those who chose it, while it is on", async () => {
    const user = await boundUser("u-reader");
    const names = async () =>
      (await user.caller.call("GET", "notifications/backends/")).body.map(
        (one: { name: string }) => one.name,
      );
    expect(await names()).toContain(name);
    const path = `notifications/user-msg-subscription/${user.id}/`;
    expect((await user.caller.call("PATCH", path, { receive_backends: [name] })).status).toBe(200);
    await product.work();
    const { administrator } = product;
    const reset = await administrator.call("PATCH", `users/users/${user.id}/pubkey/reset/`, {});
    expect(reset.status).toBeLessThan(300);
    await expect
      .poll(() => peer.delivered.filter(({ to }) => to === "u-reader"), { timeout: 10_000 })
      .toHaveLength(1);
    expect(peer.delivered.at(-1)).toMatchObject({ platform: name, text: expect.stringMatching(/key/i) });
    await product.configure({ [on]: false });
    expect(await names()).not.toContain(name);
  });

  it("does not finish what was begun for another app", async () => {
    await product.configure({ [on]: true });
    const browser = openBrowser(product);
    const back = pathOf(peer.approve((await browser.visit(login)).location, "u-ada"));
    await product.configure({ [idKey]: "another" });
    expect((await browser.visit(back)).status).toBe(403);
  });
});
