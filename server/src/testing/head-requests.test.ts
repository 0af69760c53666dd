import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestProduct, type TestProduct } from "./product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

const ask = (method: "GET" | "HEAD", url: string, isSignedIn = true) =>
  product.app.fastify.inject({
    method,
    url,
    headers: isSignedIn ? { cookie: `jms_sessionid=${product.administrator.cookies.jms_sessionid}` } : {},
  });

// The second is streamed.
it.each(["/api/v1/rbac/roles/", "/api/v1/rbac/roles/?format=csv"])(
  "%s is answered to HEAD as to GET, without the body",
  async (url) => {
    const [whole, head] = [await ask("GET", url), await ask("HEAD", url)];
    expect([whole.statusCode, head.statusCode]).toEqual([200, 200]);
    expect(whole.body).not.toBe("");
    expect(head.body).toBe("");
    expect(head.headers["content-type"]).toBe(whole.headers["content-type"]);
  },
);

it("HEAD asks for the rights of GET", async () => {
  const url = "/api/v1/rbac/roles/";
  expect([(await ask("GET", url, false)).statusCode, (await ask("HEAD", url, false)).statusCode]).toEqual([
    401, 401,
  ]);
});
