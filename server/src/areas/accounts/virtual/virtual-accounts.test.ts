import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product?.close());

const call = (method: string, path = "", body?: object, headers = {}) =>
  product.administrator.call(method, `accounts/virtual-accounts/${path}`, body as never, headers);

test("every organization has the three, in the words of the reader", async () => {
  const { body } = await call("GET");
  expect(body).toMatchObject([
    { alias: "@ANON", name: "Anonymous account", username: "", secret_from_login: null },
    { alias: "@INPUT", name: "Manual input", username: "Manual input" },
    { alias: "@USER", name: "Dynamic user", username: "Same as the user" },
  ]);
  const zh = await call("GET", "@USER/", undefined, { "accept-language": "zh" });
  expect(zh.body.name).toBe("动态用户");
  const organization = await product.administrator.call("POST", "orgs/orgs/", { name: "Annex" });
  const there = await call("GET", "", undefined, { "x-jms-org": organization.body.id });
  expect(there.body).toHaveLength(3);
  expect((await product.administrator.call("DELETE", `orgs/orgs/${organization.body.id}/`)).status).toBe(204);
});

test("they are found by id and by alias, and neither made nor removed", async () => {
  const { body } = await call("GET", "@USER/");
  expect((await call("GET", `${body.id}/`)).body).toEqual(body);
  expect((await call("GET", "?alias=@ANON")).body).toHaveLength(1);
  expect((await call("GET", "@NOBODY/")).status).toBe(404);
  expect((await call("POST", "", { alias: "@USER" })).status).toBe(405);
  expect((await call("DELETE", "@USER/")).status).toBe(405);
});

test("only the dynamic user takes its secret from the login", async () => {
  expect((await call("PUT", "@USER/", { secret_from_login: true })).body.secret_from_login).toBe(true);
  expect((await call("PATCH", "@USER/", { secret_from_login: null })).body.secret_from_login).toBeNull();
  expect((await call("PATCH", "@INPUT/", { secret_from_login: true })).body).toHaveProperty(
    "secret_from_login",
  );
  expect((await call("PUT", "@INPUT/", {})).status).toBe(200);
});

test("an alias names nothing where every organization has one", async () => {
  await product.administrator.call("POST", "orgs/orgs/", { name: "Other" });
  const root = { "x-jms-org": "00000000-0000-0000-0000-000000000000" };
  expect((await call("GET", "@USER/", undefined, root)).status).toBe(404);
});
