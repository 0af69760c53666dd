import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveFlashMessage } from "../engine/http/flash-messages.ts";
import { literal } from "../engine/i18n/messages.ts";
import { createHttpApp } from "../http-app.ts";
import { createTestProduct, type TestProduct } from "./product.ts";

describe("the endpoints around the resources", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product?.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    product.anonymous.call("GET", path, undefined, headers);
  const setting = async (key: string, value: unknown) => {
    await product.services.db
      .insertInto("settings")
      .values({ key, value: JSON.stringify(value) } as never)
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: JSON.stringify(value) } as never))
      .execute();
    await expect.poll(() => product.services.settings.get(key)).toEqual(value);
  };

  it("names an app's resources at its root, to whoever is signed in", async () => {
    const { body } = await product.administrator.call("GET", "users/");
    expect(body.users).toBe(`${product.services.config.siteUrl}/api/v1/users/users/`);
    expect((await product.administrator.call("GET", new URL(body.users).pathname)).status).toBe(200);
    expect((await get("users/")).status).toBe(401);
    expect((await product.administrator.call("GET", "assets/")).body).not.toHaveProperty("nodes/children");
  });

  it("takes a format as parameter or suffix, and knows no other", async () => {
    const { administrator } = product;
    const plain = await administrator.call("GET", "users/users/?limit=1&fields=id,username");
    const address = `/api/v1/users/users/${plain.body.results[0].id}`;
    for (const path of [
      "users/users/?format=json&limit=1&fields=id,username",
      "users/users.json?limit=1&fields=id,username",
    ]) {
      const { status, body } = await administrator.call("GET", path);
      expect([status, body.results]).toEqual([200, plain.body.results]);
    }
    expect((await administrator.call("GET", `${address}.json`)).body.username).toBe("admin");
    expect((await administrator.call("GET", "users/users/?format=yaml")).status).toBe(404);
    expect((await administrator.call("GET", "users/users.yaml")).status).toBe(404);
    expect((await administrator.call("GET", "users/users/?format=")).status).toBe(200);
  });

  it("answers in what the request accepts, or says that it cannot", async () => {
    const ask = (accept: string) =>
      product.administrator.call("GET", "users/users/?limit=1", undefined, { accept });
    for (const accept of [
      "*/*",
      "application/json",
      "text/html, application/*;q=0.5",
      "text/html,*/*;q=0.8",
    ]) {
      expect((await ask(accept)).status, accept).toBe(200);
    }
    for (const accept of ["text/html", "application/xml", "application/json;q=0"]) {
      const { status, body } = await ask(accept);
      expect([status, body.code], accept).toEqual([406, "not_acceptable"]);
    }
    expect((await get("settings/logo/", { accept: "image/png" })).status).toBe(200);
  });

  it("says which language an answer is in and what it depends on", async () => {
    for (const [accept, tag] of [
      ["en", "en"],
      ["zh-CN", "zh-hans"],
      ["ja", "ja"],
    ] as const) {
      const { headers } = await get("settings/public/open/", { "accept-language": accept });
      expect(headers["content-language"]).toBe(tag);
      expect(headers.vary).toBe("Accept-Language, Cookie");
    }
    const refused = await get("no/such/", { cookie: "django_language=ja" });
    expect([refused.status, refused.headers["content-language"]]).toEqual([404, "ja"]);
    expect((await get("users/users/", { "accept-language": "ja" })).headers["content-language"]).toBe("ja");
  });

  it("shows a kept message for a minute, and nothing in it does more than show", async () => {
    const address = await saveFlashMessage(product.services.db, {
      title: literal("Saved <b>well</b>"),
      error: literal("a & b"),
      redirectUrl: "//evil.example/x",
      cancelUrl: "/ui/users",
      interval: 5,
    });
    const { status, text } = await get(address);
    expect(status).toBe(200);
    expect(text).toContain("Saved &lt;b&gt;well&lt;/b&gt;");
    expect(text).toContain("a &amp; b");
    expect(text).not.toContain("evil.example");
    expect(text).toContain('content="5;url=/ui/"');
    expect(text).toContain('href="/ui/users"');
    await product.services.db
      .updateTable("flash_messages")
      .set({ date_expired: new Date(0) })
      .execute();
    expect((await get(address)).status).toBe(404);
    for (const code of ["", "x", "ffffffff-ffff-4fff-8fff-ffffffffffff"]) {
      expect((await get(`/core/common/flash-message/?code=${code}`)).status).toBe(404);
    }
  });

  it("has a download page without links to elsewhere, a translation script and files browsers ask for", async () => {
    const page = await get("/core/download/", { "accept-language": "ja" });
    expect(page.status).toBe(200);
    expect(page.text).toContain("openssh-client");
    expect(
      [...page.text.matchAll(/(?:href|src)="([^"]*)"/g)].every(([, link]) => link?.startsWith("/")),
    ).toBe(true);
    const script = await get("/core/jsi18n/", { "accept-language": "zh" });
    expect(script.headers["content-type"]).toContain("javascript");
    const scope: {
      gettext?: (text: string) => string;
      interpolate?: (text: string, values: unknown) => string;
    } = {};
    new Function("globalThis", script.text)(scope);
    expect(scope.gettext?.("Cancel")).toBe("取消");
    expect(scope.gettext?.("__proto__")).toBe("__proto__");
    expect(scope.interpolate?.("%s of %s", [1, 2])).toBe("1 of 2");
    expect((await get("/robots.txt")).text).toContain("Disallow: /");
    expect((await get("/favicon.ico")).headers["content-type"]).toBe("image/x-icon");
  });

  it("answers the logo as bytes, and never a file from elsewhere", async () => {
    for (const size of ["", "?size=small", "?size=other"]) {
      const { status, headers } = await get(`settings/logo/${size}`);
      expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
    }
    for (const logo of [
      "https://evil.example/logo.png",
      "/static/img/../../package.json",
      "/static/img/../x.png",
    ]) {
      await setting("INTERFACE", { logo_logout: logo });
      expect((await get("settings/logo/")).status, logo).toBe(404);
    }
    await setting("INTERFACE", {});
  });

  it("serves the theme as variables, and only as variables", async () => {
    await setting("INTERFACE", {
      theme_info: {
        colors: { "--color-primary": "#123456", "--x": "red;} body{display:none", "} a": "red" },
      },
    });
    const { text, headers } = await get("/ui/theme/element-ui.css");
    expect(headers["content-type"]).toContain("text/css");
    expect(text).toContain("--color-primary: #123456;");
    expect(text).not.toContain("display");
    expect((await get("/ui/theme/element-extra.css")).text).toContain("#123456");
    const pages = await get("/core/theme/pages.css");
    expect(pages.headers["content-type"]).toContain("text/css");
    expect(pages.text).toContain("--color-primary: #123456;");
    expect(pages.text).toContain("@media (prefers-color-scheme: dark)");
    await setting("INTERFACE", {});
  });

  it("counts components and sessions for Prometheus", async () => {
    await product.services.db
      .insertInto("terminals")
      .values({ name: 'gate"1\\', type: "koko", created_by: null, updated_by: null })
      .execute();
    const { status, headers, text } = await get("prometheus/metrics/", {
      accept: "application/openmetrics-text",
    });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(text).toContain('jumpserver_components_status_total{component_type="koko",status="normal"} 1\n');
    expect(text).toContain('jumpserver_components_session_active_total{component_type="koko"} 0\n');
    expect(text).toContain(
      'jumpserver_components_session_online{component_type="koko",component="gate\\"1\\\\"} 0\n',
    );
  });

  it("answers metrics without a token on this machine alone, and not behind a proxy on it", async () => {
    const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await product.app.fastify.inject({ url: "/api/v1/prometheus/metrics/", remoteAddress, headers }))
        .statusCode;
    expect(await ask("127.0.0.1")).toBe(200);
    expect(await ask("192.0.2.9")).toBe(401);
    expect(await ask("127.0.0.1", { "x-forwarded-for": "192.0.2.9" })).toBe(401);
  });

  it("asks for the token of the metrics where the installation has one", async () => {
    const { services, areas } = product.product;
    const metricsToken = "metrics-token-of-16+";
    const app = await createHttpApp({ ...services, config: { ...services.config, metricsToken } }, areas);
    const ask = (authorization?: string) =>
      app.fastify.inject({
        url: "/api/v1/prometheus/metrics/",
        ...(authorization === undefined ? {} : { headers: { authorization } }),
      });
    expect((await ask()).statusCode).toBe(401);
    expect((await ask(`Bearer ${metricsToken}x`)).statusCode).toBe(401);
    expect((await ask(`Bearer ${metricsToken}`)).statusCode).toBe(200);
    await app.fastify.close();
  });

  it("takes the organization from the query, then the header, then the cookie, by id, name or alias", async () => {
    const { administrator } = product;
    const made = await administrator.call("POST", "orgs/orgs/", { name: "Branch" });
    expect(made.status).toBe(201);
    const current = async (query: string, headers: Record<string, string> = {}) =>
      (await administrator.call("GET", `orgs/orgs/current/${query}`, undefined, headers)).body;
    const branch = made.body.id as string;
    expect((await current("")).is_default).toBe(true);
    expect((await current(`?oid=${branch}`, { "x-jms-org": "root" })).id).toBe(branch);
    expect((await current("?oid=", { "x-jms-org": "Branch" })).id).toBe(branch);
    expect((await current("", { "x-jms-org": "ROOT" })).is_root).toBe(true);
    expect((await current("", { "x-jms-org": "GLOBAL" })).is_root).toBe(true);
    expect((await current("?oid=no-such")).is_default).toBe(true);
    const session = Object.entries(administrator.cookies).map(([name, value]) => `${name}=${value}`);
    const cookie = [...session, `X-JMS-ORG=${branch}`].join("; ");
    expect((await current("", { cookie })).id).toBe(branch);
    expect((await current("?oid=default", { cookie })).is_default).toBe(true);
  });

  it("shows browsers a page where there is none, and programs JSON", async () => {
    const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "zh" };
    const page = await get("/no-such-page", browser);
    expect([page.status, page.text.includes("页面不存在")]).toEqual([404, true]);
    expect(page.text).not.toContain("no-such-page");
    for (const answer of [await get("/no-such-page"), await get("/api/v1/no-such/", browser)]) {
      expect([answer.status, Object.keys(answer.body)]).toEqual([404, ["error"]]);
    }
  });
});
