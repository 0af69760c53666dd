import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestProduct, type TestProduct } from "./product.ts";

const products: TestProduct[] = [];
let exposed: TestProduct;
let proxied: TestProduct;
beforeAll(async () => {
  const open = async (environment: Record<string, string>): Promise<TestProduct> => {
    const product = await createTestProduct({ SALLYPORT_HOST: "0.0.0.0", ...environment });
    products.push(product);
    return product;
  };
  exposed = await open({});
  proxied = await open({ SALLYPORT_TRUSTED_PROXIES: "10.0.0.1" });
});
afterAll(() => Promise.all(products.map((product) => product.close())));

test("the sign-in page says when a password would travel in the clear", async () => {
  const shown = async ({ anonymous }: TestProduct) =>
    (await anonymous.call("GET", "/core/auth/login/", undefined, { "accept-language": "en" })).text;
  expect(await shown(exposed)).toContain("This connection is not encrypted");
  expect(await shown(proxied)).not.toContain("not encrypted");
});
