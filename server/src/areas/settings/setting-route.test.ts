import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEventBus } from "../../engine/events/events.ts";
import { createHttpApp } from "../../http-app.ts";
import { createProduct } from "../../product.ts";
import {
  createTestProduct,
  type TestAnswer,
  type TestCaller,
  type TestProduct,
} from "../../testing/product.ts";

const address = (category: string): string => `settings/setting/?category=${category}`;
const smtpPassword = "Sm7p-word-nobody-reads";

describe("the settings an administrator changes", () => {
  let product: TestProduct;
  let admin: TestCaller;
  beforeAll(async () => {
    product = await createTestProduct();
    admin = product.administrator;
  });
  afterAll(() => product?.close());

  const get = async (category: string): Promise<TestAnswer["body"]> =>
    (await admin.call("GET", address(category))).body;
  const patch = (category: string, body: unknown) => admin.call("PATCH", address(category), body);
  const lastOperation = async () =>
    (await admin.call("GET", "audits/operate-logs/?limit=1&order=-datetime")).body.results[0];

  it("answers what holds: what was set, else the configuration, else the default", async () => {
    expect(await get("basic")).toEqual({
      SITE_URL: product.services.config.siteUrl,
      PHONE_DEFAULT_COUNTRY_CODE: "+86",
      USER_GUIDE_URL: "",
      GLOBAL_ORG_DISPLAY_NAME: "",
      HELP_DOCUMENT_URL: "",
      HELP_SUPPORT_URL: "",
    });
    expect((await admin.call("GET", "settings/setting/")).body).toEqual(await get("basic"));
    expect(await get("security_password")).toMatchObject({
      SECURITY_PASSWORD_MIN_LENGTH: 12,
      SECURITY_PASSWORD_NUMBER: false,
    });
    const { body } = await patch("security_password", { SECURITY_PASSWORD_MIN_LENGTH: 14 });
    expect(body.SECURITY_PASSWORD_MIN_LENGTH).toBe(14);
    expect((await get("security")).SECURITY_PASSWORD_MIN_LENGTH).toBe(14);
    expect((await admin.call("GET", "settings/public/")).body.PASSWORD_RULE).toMatchObject({
      SECURITY_PASSWORD_MIN_LENGTH: 14,
    });
  });

  it("joins the four parts of the security settings", async () => {
    const parts = ["security_auth", "security_login_limit", "security_password", "security_session"];
    const joined = await Promise.all(parts.map(get));
    expect(await get("security")).toEqual(Object.assign({}, ...joined));
  });

  it("demands everything of a full write that has to be there, and only what is sent of a partial one", async () => {
    const refused = await admin.call("PUT", address("security_login_limit"), {
      SECURITY_LOGIN_LIMIT_COUNT: 5,
    });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body).sort()).toEqual([
      "SECURITY_LOGIN_IP_LIMIT_COUNT",
      "SECURITY_LOGIN_IP_LIMIT_TIME",
      "SECURITY_LOGIN_LIMIT_TIME",
    ]);
    const whole = await get("security_login_limit");
    expect((await admin.call("PUT", address("security_login_limit"), whole)).body).toEqual(whole);
  });

  it("saves nothing of a body of which anything is refused", async () => {
    const before = await get("security_login_limit");
    const { status, body } = await patch("security_login_limit", {
      SECURITY_LOGIN_LIMIT_COUNT: 9,
      SECURITY_LOGIN_LIMIT_TIME: 4,
      SECURITY_LOGIN_IP_LIMIT_TIME: 100_000,
      SECURITY_LOGIN_IP_WHITE_LIST: ["10.0.0.0/8", "10.0.0.0/"],
      EMAIL_HOST: "mail.example.com",
      NO_SUCH_SETTING: 1,
    });
    expect(status).toBe(400);
    expect(Object.keys(body).sort()).toEqual([
      "EMAIL_HOST",
      "NO_SUCH_SETTING",
      "SECURITY_LOGIN_IP_LIMIT_TIME",
      "SECURITY_LOGIN_IP_WHITE_LIST",
      "SECURITY_LOGIN_LIMIT_TIME",
    ]);
    expect(await get("security_login_limit")).toEqual(before);
  });

  it.each([
    [
      "basic",
      "SITE_URL",
      ["javascript:alert(1)", "https://user:word@access.example", "https://a.example/path", "", null, 5],
    ],
    ["basic", "PHONE_DEFAULT_COUNTRY_CODE", ["", "+0", "+8666", "japan", null]],
    ["auth", "FORGOT_PASSWORD_URL", ["javascript:alert(1)", "/relative"]],
    ["auth", "SESSION_COOKIE_AGE", [0, 299, 31_536_001, "day"]],
    ["security_session", "CONNECTION_TOKEN_ONETIME_EXPIRATION", [299, 86_401]],
    ["terminal", "FTP_FILE_MAX_STORE", [-1, 10_241]],
    ["basic", "HELP_DOCUMENT_URL", ["javascript:alert(1)", "data:text/html,x", "/relative", "https://a b"]],
    ["security_auth", "SECURITY_MFA_AUTH", [3, "all", null, true]],
    ["security_auth", "OTP_ISSUER_NAME", ["", "a name that is too long"]],
    ["security_auth", "OTP_VALID_WINDOW", [0, 11, 1.5, "two"]],
    ["security_session", "SECURITY_MAX_IDLE_TIME", [0, 100_000, null]],
    [
      "security_login_limit",
      "SECURITY_LOGIN_IP_BLACK_LIST",
      ["10.0.0.1", [""], ["10.0.0.300"], [null], [{}]],
    ],
    ["email", "EMAIL_PORT", ["0", "65536", "smtp", "-1"]],
    ["email", "EMAIL_HOST", ["smtp://mail.example.com", "mail example"]],
    ["email", "EMAIL_FROM", ["nobody", "a@b.example\r\nBcc: c@d.example", "<a@b.example", "a@b.example>"]],
    ["email", "EMAIL_SUBJECT_PREFIX", ["[x]\r\nBcc: c@d.example"]],
  ])("refuses what %s %s cannot be", async (category, key, values) => {
    for (const value of values) {
      const { status, body } = await patch(category, { [key]: value });
      expect([status, Object.keys(body)], JSON.stringify(value)).toEqual([400, [key]]);
    }
  });

  it("refuses a body that is no object", async () => {
    for (const body of ["[]", "5", '"x"']) expect((await patch("basic", body)).status, body).toBe(400);
  });

  it("has the basic settings for system administrators under any other category", async () => {
    expect(await get("no_such")).toEqual(await get("basic"));
    const options = async (category: string) => (await admin.call("OPTIONS", address(category))).body.actions;
    expect(await options("no_such")).toEqual(await options("basic"));
    expect((await patch("no_such", { USER_GUIDE_URL: "https://guide.example" })).status).toBe(200);
    expect((await get("basic")).USER_GUIDE_URL).toBe("https://guide.example");
  });

  it("keeps switches apart that exclude each other: the last wish counts", async () => {
    const auth = (body: unknown) => patch("security_auth", body).then((answer) => answer.body);
    const three = ({ body }: { body: Record<string, unknown> }) => [
      body.SECURITY_LOGIN_CHALLENGE_ENABLED,
      body.SECURITY_MFA_IN_LOGIN_PAGE,
      body.SECURITY_LOGIN_CAPTCHA_ENABLED,
    ];
    expect(three({ body: await get("security_auth") })).toEqual([false, false, true]);
    expect(three({ body: await auth({ SECURITY_LOGIN_CHALLENGE_ENABLED: true }) })).toEqual([
      true,
      false,
      false,
    ]);
    // Nobody can be asked on the page for what not everybody has.
    expect(three({ body: await auth({ SECURITY_MFA_IN_LOGIN_PAGE: true }) })).toEqual([true, false, false]);
    expect(three({ body: await auth({ SECURITY_MFA_AUTH: 1, SECURITY_MFA_IN_LOGIN_PAGE: true }) })).toEqual([
      false,
      true,
      false,
    ]);
    expect(three({ body: await auth({ SECURITY_LOGIN_CAPTCHA_ENABLED: true }) })).toEqual([
      false,
      false,
      true,
    ]);
    expect(
      three({
        body: await auth({ SECURITY_MFA_IN_LOGIN_PAGE: true, SECURITY_LOGIN_CHALLENGE_ENABLED: true }),
      }),
    ).toEqual([true, false, false]);
    await auth({ SECURITY_MFA_IN_LOGIN_PAGE: true });
    expect((await auth({ SECURITY_MFA_AUTH: 2 })).SECURITY_MFA_IN_LOGIN_PAGE).toBe(false);
    await auth({ SECURITY_MFA_AUTH: 0, SECURITY_LOGIN_CAPTCHA_ENABLED: true });
    await patch("email", { EMAIL_USE_TLS: true });
    expect((await patch("email", { EMAIL_USE_SSL: true })).body).toMatchObject({
      EMAIL_USE_SSL: true,
      EMAIL_USE_TLS: false,
    });
  });

  it("takes a password and never gives it back; an empty one leaves it", async () => {
    const { body } = await patch("email", {
      EMAIL_HOST: "mail.example.com",
      EMAIL_HOST_PASSWORD: smtpPassword,
    });
    expect(body).not.toHaveProperty("EMAIL_HOST_PASSWORD");
    expect(await get("email")).not.toHaveProperty("EMAIL_HOST_PASSWORD");
    await patch("email", { EMAIL_HOST_PASSWORD: "" });
    expect(await product.services.settings.get("EMAIL_HOST_PASSWORD")).toBe(smtpPassword);
    const rows = await product.database.pool.query("select * from settings");
    const logs = await product.database.pool.query("select * from operate_logs");
    expect(JSON.stringify([rows.rows, logs.rows])).not.toContain(smtpPassword);
  });

  it("takes null and blanks for no text", async () => {
    const named = await patch("basic", { GLOBAL_ORG_DISPLAY_NAME: "  Everything " });
    expect(named.body.GLOBAL_ORG_DISPLAY_NAME).toBe("Everything");
    const current = () => admin.call("GET", "orgs/orgs/current/?oid=root");
    expect((await current()).body.name).toBe("Everything");
    const emptied = await patch("basic", {
      GLOBAL_ORG_DISPLAY_NAME: null,
      SITE_URL: "https://access.example/",
    });
    expect(emptied.body).toMatchObject({ GLOBAL_ORG_DISPLAY_NAME: "", SITE_URL: "https://access.example" });
    expect((await current()).body.name).toBe("GLOBAL");
  });

  it("tells the operate log who changed what, and nothing of what stayed", async () => {
    await patch("email", {
      EMAIL_HOST: "smtp.example.com",
      EMAIL_HOST_PASSWORD: "other-word-9",
      EMAIL_PORT: "",
    });
    const { id, resource, resource_type } = await lastOperation();
    expect([resource, resource_type]).toEqual(["Email", "System settings"]);
    const { body } = await admin.call("GET", `audits/operate-logs/${id}/?type=action_detail`);
    expect(JSON.stringify(body.diff)).toContain("smtp.example.com");
    expect(JSON.stringify(body.diff)).not.toContain("other-word-9");
    expect(JSON.stringify(body.diff)).not.toContain("port");
    await patch("email", { EMAIL_HOST: "smtp.example.com" });
    expect((await lastOperation()).id).toBe(id);
  });

  it("gives an announcement a new number, so that whoever closed the former one sees it", async () => {
    const announce = async () =>
      (
        await patch("announcement", {
          ANNOUNCEMENT: { SUBJECT: "Tonight", CONTENT: "Work at 22:00", ID: "x" },
        })
      ).body.ANNOUNCEMENT;
    const [first, second] = [await announce(), await announce()];
    expect(first).toMatchObject({ SUBJECT: "Tonight", CONTENT: "Work at 22:00" });
    expect(first.ID).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.ID).not.toBe(first.ID);
    const link = { SUBJECT: "x", CONTENT: "y", LINK: "javascript:alert(1)" };
    expect((await patch("announcement", { ANNOUNCEMENT: link })).body).toHaveProperty("ANNOUNCEMENT.LINK");
  });

  it("asks for the permission of each category", async () => {
    const holder = async (...codes: string[]): Promise<TestCaller> => {
      const { body: all } = await admin.call("GET", "rbac/permissions/?scope=system");
      const numbers = all
        .filter((one: { content_type: { app_label: string }; codename: string }) =>
          codes.includes(`${one.content_type.app_label}.${one.codename}`),
        )
        .map(({ id }: { id: number }) => id);
      const role = await admin.call("POST", "rbac/system-roles/", {
        name: codes.join(),
        scope: "system",
        permissions: numbers,
      });
      return product.signIn((await product.createUser({ system_roles: [role.body.id] })).id);
    };
    const status = async (who: TestCaller, method: string, category: string) =>
      (await who.call(method, address(category), method === "PATCH" ? {} : undefined)).status;
    const fields = async (who: TestCaller, category: string) =>
      Object.keys((await who.call("OPTIONS", address(category))).body.actions ?? {});

    const looking = await holder("settings.view_setting");
    expect(await status(looking, "GET", "basic")).toBe(200);
    expect(await status(looking, "PATCH", "basic")).toBe(403);
    expect(await fields(looking, "basic")).toEqual(["GET"]);
    expect(await status(looking, "GET", "security_password")).toBe(403);
    expect(await fields(looking, "security_password")).toEqual([]);
    expect([await status(looking, "GET", "no_such"), await fields(looking, "no_such")]).toEqual([403, []]);

    const guard = await holder("settings.change_security");
    for (const category of ["security", "security_auth", "security_password"]) {
      expect(await status(guard, "GET", category)).toBe(200);
      expect(await status(guard, "PATCH", category)).toBe(200);
      expect(await fields(guard, category)).toEqual(["GET", "PUT", "PATCH"]);
    }
    for (const category of ["basic", "email", "email_content", "announcement", "other", "no_such"]) {
      expect(await status(guard, "GET", category), category).toBe(403);
      expect(await status(guard, "PATCH", category), category).toBe(403);
    }
    const postmaster = await holder("settings.change_email");
    expect(await status(postmaster, "PATCH", "email")).toBe(200);
    expect(await status(postmaster, "PATCH", "email_content")).toBe(200);
    expect(await status(postmaster, "PATCH", "security")).toBe(403);
    expect((await product.anonymous.call("GET", address("basic"))).status).toBe(401);
  });

  it("holds from the next request on, on every node", async () => {
    const { database, services } = product;
    const events = openEventBus({ ...database, close: async () => undefined });
    const node = createProduct({ config: services.config, database, events });
    const app = await createHttpApp(node.services, node.areas);
    const onNode = async (cookies: Readonly<Record<string, string>>) => {
      const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
      const answer = await app.fastify.inject({
        url: "/api/v1/settings/public/",
        headers: { cookie: cookie.join("; ") },
      });
      return answer.json().PASSWORD_RULE.SECURITY_PASSWORD_MIN_LENGTH;
    };
    try {
      // No announcement reaches this node any more: the version alone has to tell it.
      await onNode(admin.cookies);
      await events.close();
      for (const length of [8, 21, 9]) {
        await patch("security_password", { SECURITY_PASSWORD_MIN_LENGTH: length });
        expect(await onNode(admin.cookies)).toBe(length);
      }
    } finally {
      await app.fastify.close();
    }
  });

  it("loses nothing when two administrators save at once", async () => {
    const bodies = Array.from({ length: 8 }, (_, turn) =>
      turn % 2 === 0 ? { SECURITY_LOGIN_CHALLENGE_ENABLED: true } : { SECURITY_LOGIN_CAPTCHA_ENABLED: true },
    );
    const answers = await Promise.all(bodies.map((body) => patch("security_auth", body)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const { SECURITY_LOGIN_CHALLENGE_ENABLED: challenge, SECURITY_LOGIN_CAPTCHA_ENABLED: captcha } =
      await get("security_auth");
    expect(challenge).not.toBe(captcha);
  });
});
