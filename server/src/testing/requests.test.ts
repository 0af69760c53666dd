import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anonymous, signedIn } from "../engine/access/rules.ts";
import type { Area } from "../engine/area.ts";
import type { Config } from "../engine/config/config.ts";
import type { HttpApp } from "../engine/http/http-server.ts";
import { currentTrace } from "../engine/trace.ts";
import { createHttpApp } from "../http-app.ts";
import { administratorPassword, createTestProduct, type TestProduct } from "./product.ts";

describe("requests", () => {
  let product: TestProduct;
  const apps: HttpApp[] = [];
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(async () => {
    for (const { fastify } of apps) await fastify.close();
    await product?.close();
  });

  /** The product again with another configuration. */
  const withConfig = async (config: Partial<Config>, areas: readonly Area[] = product.product.areas) => {
    const { services } = product;
    const app = await createHttpApp({ ...services, config: { ...services.config, ...config } }, areas);
    apps.push(app);
    return app.fastify;
  };
  const faulty: Area = {
    name: "faulty",
    routes: [
      {
        methods: ["GET", "POST"],
        path: "/api/v1/faulty/",
        access: anonymous("a test"),
        csrf: false,
        handle: async ({ services, query }) => {
          await services.db.selectFrom("users").select("id").limit(1).execute();
          if (query.has("fail")) throw new Error("a secret detail");
          return { body: { trace: currentTrace()?.id ?? null } };
        },
      },
      { methods: ["GET"], path: "/api/v1/guarded/", access: signedIn(), handle: async () => ({ body: {} }) },
    ],
  };

  it("need no body where an empty one would do, and then no content type", async () => {
    const admin = product.administrator;
    await product.confirm(admin);
    for (const path of ["authentication/access-keys/", "authentication/temp-tokens/"]) {
      const bare = await admin.call("POST", path);
      expect([path, bare.status, typeof bare.body.secret]).toEqual([path, 201, "string"]);
      const named = await admin.call("POST", path, "", { "content-type": "application/json" });
      expect([path, named.status]).toEqual([path, 201]);
    }
    // What is missing is told field by field, as for `{}`.
    const { status, body } = await admin.call("POST", "users/groups/");
    expect([status, Object.keys(body)]).toEqual([400, ["name"]]);
    expect((await admin.call("POST", "users/groups/", "null")).body).toHaveProperty("non_field_errors");
  });

  it("are named in the answer, also when they fail, and keep a name they came with", async () => {
    const fastify = await withConfig({}, [faulty]);
    const given = "edge-1234.abcd";
    const named = await fastify.inject({ url: "/api/v1/faulty/", headers: { "x-request-id": given } });
    expect([named.headers["x-request-id"], named.json().trace]).toEqual([given, given]);
    const posted = await fastify.inject({
      method: "POST",
      url: "/api/v1/faulty/",
      headers: { "x-request-id": given, "content-type": "application/json" },
      payload: "{}",
    });
    expect(posted.json().trace).toBe(given);
    for (const bad of [
      "x",
      "a b c d e f g h",
      "a\tbcdefghij",
      "é".repeat(10),
      "x".repeat(65),
      "<script>x</script>",
    ]) {
      const own = await fastify.inject({ url: "/api/v1/faulty/", headers: { "x-request-id": bad } });
      expect(own.headers["x-request-id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    }
    const failed = await fastify.inject({
      url: "/api/v1/faulty/?fail=1",
      headers: { "x-request-id": given },
    });
    expect([failed.statusCode, failed.json()]).toEqual([
      500,
      { error: "Server internal error", request_id: given },
    ]);
    const refused = await fastify.inject({ url: "/api/v1/guarded/", headers: { "x-request-id": given } });
    expect([refused.statusCode, refused.headers["x-request-id"]]).toEqual([401, given]);
    expect((await fastify.inject({ url: "/nowhere" })).headers["x-request-id"]).toBeDefined();
  });

  it("tell how many statements they took to developers only", async () => {
    const quiet = await product.administrator.call("GET", "users/users/?limit=10");
    expect(quiet.headers).not.toHaveProperty("x-jms-sql-count");
    const fastify = await withConfig({ debug: true });
    const cookie = Object.entries(product.administrator.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    const counts: number[] = [];
    for (const limit of [1, 100]) {
      const answer = await fastify.inject({
        url: `/api/v1/users/users/?limit=${limit}`,
        headers: { cookie },
      });
      counts.push(Number(answer.headers["x-jms-sql-count"]));
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[1]).toBe(counts[0]);
  });

  it("of one address are limited; those of this machine are not", async () => {
    const fastify = await withConfig({ requestLimit: 1 }, [faulty]);
    const ask = (remoteAddress: string) => fastify.inject({ url: "/api/v1/faulty/", remoteAddress });
    const statuses: number[] = [];
    for (let index = 0; index < 12; index++) statuses.push((await ask("10.1.1.1")).statusCode);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200));
    expect(statuses).toContain(429);
    const refused = await ask("10.1.1.1");
    expect(refused.json()).toMatchObject({ code: "throttled" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(1);
    expect((await ask("10.1.1.2")).statusCode).toBe(200);
    for (let index = 0; index < 30; index++) expect((await ask("127.0.0.1")).statusCode).toBe(200);
  });

  it("to sign in are limited for an address and for a name, page and API alike", async () => {
    const fastify = await withConfig({ signInLimit: 20 });
    const ask = (remoteAddress: string, username: string) =>
      fastify.inject({
        method: "POST",
        url: "/api/v1/authentication/auth/",
        remoteAddress,
        payload: { username, password: administratorPassword },
      });
    // At once: what is used up comes back with time.
    const statusesOf = async (asked: ReturnType<typeof ask>[]): Promise<number[]> =>
      (await Promise.all(asked)).map(({ statusCode }) => statusCode).sort();
    const many = Array.from({ length: 21 }, (_, index) => ask("10.2.2.2", `nobody-${index}`));
    expect(await statusesOf(many)).toEqual([...Array(20).fill(400), 429]);
    // A distributed guess of one name meets the name's own limit, also when each guess is right.
    const one = Array.from({ length: 11 }, (_, index) => ask(`10.3.3.${index}`, "admin"));
    expect(await statusesOf(one)).toEqual([...Array(10).fill(201), 429]);
    const form = await fastify.inject({ url: "/core/auth/login/", remoteAddress: "10.2.2.2" });
    const csrf = form.cookies.find(({ name }) => name === "jms_csrftoken")?.value ?? "";
    while ((await ask("10.2.2.2", "somebody else")).statusCode !== 429);
    const page = await fastify.inject({
      method: "POST",
      url: "/core/auth/login/",
      remoteAddress: "10.2.2.2",
      headers: { cookie: `jms_csrftoken=${csrf}`, "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ csrfmiddlewaretoken: csrf, username: "x", password: "y" }).toString(),
    });
    expect([page.statusCode, page.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"]);
    expect(page.headers["retry-after"]).toBeDefined();
    expect(page.body).toContain("Too many requests");
  });

  it("that arrive drop by drop are cut off, with the limits the product starts with", async () => {
    const fastify = await withConfig({}, [faulty]);
    const { server } = fastify;
    expect(server.headersTimeout).toBeLessThanOrEqual(15_000);
    expect(server.requestTimeout).toBeLessThanOrEqual(120_000);
    const small = await createHttpApp(product.services, [faulty], {
      http: { headersTimeout: 200, connectionsCheckingInterval: 50, maxHeaderSize: 16_384 },
      requestTimeout: 400,
      connectionTimeout: 10_000,
      keepAliveTimeout: 10_000,
    });
    apps.push(small);
    await small.fastify.listen({ port: 0, host: "127.0.0.1" });
    const address = small.fastify.server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const talk = (beginning: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(port, "127.0.0.1", () => socket.write(beginning));
        const drip = setInterval(() => socket.write("x"), 20);
        let answer = "";
        socket.on("data", (chunk) => {
          answer += chunk.toString();
        });
        socket.on("error", () => undefined);
        socket.on("close", () => {
          clearInterval(drip);
          resolve(answer.split("\r\n")[0] ?? "");
        });
      });
    const head = "POST /api/v1/faulty/ HTTP/1.1\r\nHost: x\r\n";
    expect(await talk(`${head}X-Slow: `)).toMatch(/408|^$/);
    const body = `${head}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"a":"`;
    expect(await talk(body)).toMatch(/408|^$/);
    expect(await talk(`GET /api/v1/faulty/ HTTP/1.1\r\nHost: x\r\nX-Long: ${"y".repeat(20_000)}`)).toMatch(
      /431/,
    );
  });
});
