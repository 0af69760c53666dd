import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";
import { administratorPassword, createTestProduct, type TestProduct } from "./product.ts";

const site = "https://gate.example";
let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product?.close());

const change = (origin: string) =>
  product.administrator.call("PATCH", "users/profile/", { comment: "x" }, { origin, host: "10.0.0.7:8080" });
const signIn = async (origin: string) => {
  const browser = openBrowser(product);
  const form = await browser.get("/core/auth/login/");
  expect(form.status).toBe(200);
  return browser.post(
    "/core/auth/login/",
    { username: "admin", password: administratorPassword },
    { origin, host: "10.0.0.7:8080" },
  );
};

test("pages of the address people use are this installation's, once the setting names it, behind any proxy", async () => {
  expect((await change(site)).status).toBe(403);
  expect((await signIn(site)).headers.location).toContain("csrf_failure");
  await product.configure({ SITE_URL: site });
  expect((await change(site)).status).toBe(200);
  expect((await signIn(site)).headers.location).toContain("/core/auth/login/guard/");
  for (const other of [
    "http://gate.example",
    "https://gate.example.evil.test",
    "https://evil.test",
    "null",
  ]) {
    expect((await change(other)).status).toBe(403);
    expect((await signIn(other)).headers.location).toContain("csrf_failure");
  }
});
