import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../../../testing/browser.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import type { ReviewedSignIn, SignInReview, SignInReviewer } from "./sign-in-reviewer.ts";

const waitPath = "/core/auth/login/wait-confirm/";
const guardPath = "/core/auth/login/guard/";
const statusPath = "authentication/login-confirm-ticket/status/";

describe("a sign-in somebody has to consent to", () => {
  let product: TestProduct;
  const asked = new Map<string, { state: SignInReview["state"]; readonly about: ReviewedSignIn }>();
  const reviewers: SignInReviewer[] = [];
  let user: { readonly id: string; readonly username: string; readonly password: string };

  const reviewOf = (id: string): SignInReview | null => {
    const found = asked.get(id);
    return found === undefined
      ? null
      : {
          id,
          assignees: ["Ada <b>Lovelace</b>", "Grace"],
          dateCreated: new Date(),
          page: `/ui/tickets/login/${id}`,
          state: found.state,
          decidedBy: found.state === "rejected" ? "Grace" : "",
        };
  };
  const decide = (state: SignInReview["state"]) => {
    const [id] = [...asked.keys()].slice(-1);
    const found = asked.get(id ?? "");
    if (found !== undefined) found.state = state;
  };
  const begin = async (): Promise<TestBrowser> => {
    const browser = openBrowser(product);
    expect((await browser.signIn(user.username, user.password, { next: "/ui/users" })).status).toBe(302);
    return browser;
  };
  const status = (browser: TestBrowser) => browser.get(`/api/v1/${statusPath}`, { "x-jms-login-type": "W" });
  const isIn = async (browser: TestBrowser) =>
    (await browser.get("/api/v1/users/profile/", { accept: "application/json" })).status === 200;

  beforeAll(async () => {
    product = await createTestProduct({}, { moreAreas: [{ name: "reviews", signInReviewers: reviewers }] });
    user = await product.createUser({});
  });
  afterAll(() => product?.close());
  beforeEach(() => {
    asked.clear();
    reviewers.push({
      request: async (_services, about) => {
        const id = randomUUID();
        asked.set(id, { state: "pending", about });
        return reviewOf(id);
      },
      find: async (_services, id) => reviewOf(id),
      changed: async () => undefined,
      close: async (_services, id) => {
        const found = asked.get(id);
        if (found !== undefined) found.state = "closed";
      },
    });
  });
  afterEach(() => {
    reviewers.length = 0;
  });

  test("waits on its page, opens nothing until then, and goes on when it is approved", async () => {
    const browser = await begin();
    const guarded = await browser.get(guardPath);
    expect(guarded.headers.location).toBe(`${waitPath}?next=%2Fui%2Fusers`);
    expect([...asked.values()].map(({ about }) => about)).toMatchObject([
      { userId: user.id, username: user.username, remoteAddress: "127.0.0.1", type: "W" },
    ]);
    const page = await browser.get(waitPath);
    expect(page.text).toContain("Ada &lt;b&gt;Lovelace");
    expect(page.text).toContain("Grace");
    expect(page.headers["content-security-policy"]).toContain("default-src 'self'");

    expect((await status(browser)).body).toEqual({
      error: "login_confirm_wait",
      msg: expect.any(String),
      data: { ticket_id: [...asked.keys()][0] },
    });
    expect(await isIn(browser)).toBe(false);
    for (const path of [
      "/api/v1/users/users/",
      "/api/v1/authentication/access-keys/",
      "/core/auth/profile/mfa/",
    ]) {
      expect([302, 401]).toContain((await browser.get(path)).status);
    }
    expect((await browser.get(guardPath)).headers.location).toContain(waitPath);
    expect(asked.size).toBe(1);

    decide("approved");
    expect((await status(browser)).body).toEqual({ msg: "ok" });
    expect((await browser.get(guardPath)).headers.location).toBe("/ui/users");
    expect(await isIn(browser)).toBe(true);
  });

  test.each([
    ["en", "Waiting for approval"],
    ["zh-hans", "等待登录审批"],
    ["ja", "承認を待っています"],
  ])("the page speaks %s", async (language, title) => {
    const browser = await begin();
    browser.cookies.set("django_language", language);
    await browser.get(guardPath);
    expect((await browser.get(waitPath)).text).toContain(`>${title}</h1>`);
  });

  test("what somebody consented to is the sign-in of one browser, and no other", async () => {
    const first = await begin();
    await first.get(guardPath);
    decide("approved");
    const second = await begin();
    await second.get(guardPath);
    expect((await status(second)).body.error).toBe("login_confirm_wait");
    expect(asked.size).toBe(2);
    expect((await status(openBrowser(product))).body.error).toBe("session_empty");
  });

  test("a rejected one ends, says by whom, and is in the login log", async () => {
    const browser = await begin();
    await browser.get(guardPath);
    decide("rejected");
    expect((await status(browser)).body).toMatchObject({
      error: "login_confirm_error",
      msg: "Grace rejected this sign-in.",
    });
    expect((await status(browser)).body.error).toBe("session_empty");
    expect((await browser.get(guardPath)).headers.location).toContain("/core/auth/login/");
    const { rows } = await sql<{ reason: string; status: boolean }>`
      select reason, status from login_logs where username = ${user.username} order by datetime desc limit 1
    `.execute(product.database.db);
    expect(rows).toEqual([{ reason: "login_confirm_error", status: false }]);
  });

  test("a rejected one is refused by the guard too", async () => {
    const browser = await begin();
    await browser.get(guardPath);
    decide("rejected");
    const guarded = await browser.get(guardPath);
    expect(guarded.text).toContain("Grace rejected this sign-in.");
    expect(await isIn(browser)).toBe(false);
  });

  test("one that was closed is asked for anew", async () => {
    const browser = await begin();
    await browser.get(guardPath);
    decide("closed");
    expect((await browser.get(guardPath)).headers.location).toContain(waitPath);
    expect(asked.size).toBe(2);
    decide("approved");
    expect((await browser.get(guardPath)).headers.location).toBe("/ui/users");
  });

  test("whoever waits can take it back, by the page and by the API, and nobody else's page can", async () => {
    const byPage = await begin();
    await byPage.get(guardPath);
    expect((await byPage.post(waitPath, { csrfmiddlewaretoken: "forged" })).headers.location).toBe(waitPath);
    expect([...asked.values()].map(({ state }) => state)).toEqual(["pending"]);
    // The page's own token is that of the session.
    const [, token = ""] =
      /name="csrfmiddlewaretoken" value="([^"]+)"/.exec((await byPage.get(waitPath)).text) ?? [];
    const back = await byPage.post(waitPath, { csrfmiddlewaretoken: token });
    expect(back.headers.location).toBe("/core/auth/login/");
    expect([...asked.values()].map(({ state }) => state)).toEqual(["closed"]);
    expect((await byPage.get(guardPath)).headers.location).toContain("/core/auth/login/");

    const byApi = await begin();
    await byApi.get(guardPath);
    const remove = (headers: Record<string, string>) =>
      product.anonymous.call("DELETE", statusPath, undefined, {
        cookie: `jms_sessionid=${byApi.cookies.get("jms_sessionid")}`,
        ...headers,
      });
    expect((await remove({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await remove({})).status).toBe(200);
    expect([...asked.values()].map(({ state }) => state)).toEqual(["closed", "closed"]);
    expect((await status(byApi)).body.error).toBe("session_empty");
  });

  test("it waits longer than the other steps, and not for ever", async () => {
    const browser = await begin();
    await browser.get(guardPath);
    const age = (seconds: number) =>
      sql`
      update http_sessions set data = jsonb_set(jsonb_set(data, '{sign_in,password_at}',
        to_jsonb((extract(epoch from now()) * 1000)::bigint - ${seconds * 1000})),
        '{sign_in,review_at}', to_jsonb((extract(epoch from now()) * 1000)::bigint - ${seconds * 1000}))
      where user_id is null and data ? 'sign_in'
    `.execute(product.database.db);
    await age(700);
    expect((await status(browser)).body.error).toBe("login_confirm_wait");
    await age(3700);
    decide("approved");
    expect((await status(browser)).body.error).toBe("session_empty");
    expect((await browser.get(guardPath)).headers.location).toBe("/core/auth/login/");
    expect(await isIn(browser)).toBe(false);
  });

  test("whoever is disabled while waiting does not come in", async () => {
    const browser = await begin();
    await browser.get(guardPath);
    decide("approved");
    await sql`update users set is_active = false where id = ${user.id}`.execute(product.database.db);
    try {
      await browser.follow(await browser.get(guardPath));
      expect(await isIn(browser)).toBe(false);
    } finally {
      await sql`update users set is_active = true where id = ${user.id}`.execute(product.database.db);
    }
  });

  test("by API: told what is waited for, and given a token once it is approved", async () => {
    const { username, password } = user;
    const ask = (cookie?: string) =>
      product.anonymous.call(
        "POST",
        "authentication/tokens/",
        { username, password },
        cookie === undefined ? {} : { cookie },
      );
    const pending = await ask();
    expect([pending.status, pending.body.error]).toEqual([200, "login_confirm_wait"]);
    expect(pending.body.data).toEqual({ ticket_id: [...asked.keys()][0], username });
    const [cookie = ""] = String([pending.headers["set-cookie"]].flat()[0]).split(";");
    expect((await ask(cookie)).body.error).toBe("login_confirm_wait");
    expect(asked.size).toBe(1);
    decide("approved");
    const issued = await ask(cookie);
    expect([issued.status, issued.body.token?.length]).toEqual([201, 36]);

    const again = await ask();
    const [other = ""] = String([again.headers["set-cookie"]].flat()[0]).split(";");
    decide("rejected");
    const refused = await ask(other);
    expect([refused.status, refused.body.error]).toEqual([200, "login_confirm_error"]);
  });

  test("nobody is asked while nobody reviews", async () => {
    reviewers.length = 0;
    const browser = await begin();
    expect((await browser.get(guardPath)).headers.location).toBe("/ui/users");
    expect((await openBrowser(product).get(waitPath)).headers.location).toBe("/core/auth/login/");
  });
});
