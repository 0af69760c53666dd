import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HttpApp } from "../../../engine/http/http-server.ts";
import { createHttpApp } from "../../../http-app.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { signedHeaders } from "../testing/sign.ts";

const url = "/api/v1/users/service-account-registrations/";
const profile = "/api/v1/users/profile/";
const bootstrapToken = "bootstrap-token-of-16+";

describe("registering a service account", () => {
  let product: TestProduct;
  let app: HttpApp;
  beforeAll(async () => {
    product = await createTestProduct();
    const { services, areas } = product.product;
    app = await createHttpApp({ ...services, config: { ...services.config, bootstrapToken } }, areas);
  });
  afterAll(async () => {
    await app?.fastify.close();
    await product?.close();
  });

  const register = (payload: object, authorization = `BootstrapToken ${bootstrapToken}`) =>
    app.fastify.inject({ method: "POST", url, payload, headers: { authorization } });

  it("is no address where the installation has no token, and takes no other one", async () => {
    const without = await product.anonymous.call("POST", url, { name: "koko" });
    expect(without.status).toBe(404);
    expect((await register({ name: "koko" }, "BootstrapToken another-token-of-16")).statusCode).toBe(401);
    expect((await register({ name: "koko" }, "")).statusCode).toBe(401);
  });

  it("makes an account whose key signs requests as a component, unseen among users", async () => {
    const answer = await register({ name: "koko-1", comment: "gate" });
    expect(answer.statusCode).toBe(201);
    const { id, access_key, ...rest } = answer.json();
    expect(rest).toEqual({ name: "koko-1", comment: "gate" });
    expect(Object.keys(access_key)).toEqual(["id", "secret", "is_active", "date_created"]);
    const headers = signedHeaders(access_key, "GET", profile);
    const own = await app.fastify.inject({ url: profile, headers });
    expect(own.json()).toMatchObject({ id, username: "koko-1", email: "koko-1@local.domain" });
    const users = await product.administrator.call("GET", "users/users/?search=koko-1");
    expect(users.body).toEqual([]);
    const { rows } = await product.database.pool.query(
      "select user_display, action from operate_logs where resource_id = $1",
      [id],
    );
    expect(rows).toEqual([{ user_display: "System", action: "create" }]);
  });

  it("refuses names that are none or taken, and everybody while registration is off", async () => {
    expect((await register({ name: "koko-2" })).statusCode).toBe(201);
    for (const name of ["koko-2", "KOKO-2", "", "a".repeat(129), undefined]) {
      const answer = await register({ name });
      expect(answer.statusCode, String(name)).toBe(400);
      expect(answer.json()).toHaveProperty("name");
    }
    await product.configure({ SECURITY_SERVICE_ACCOUNT_REGISTRATION: false });
    const answer = await register({ name: "koko-3" });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ["error"]]);
  });
});
