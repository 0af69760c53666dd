import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestProduct, type TestProduct } from "./product.ts";

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());
afterEach(() => vi.restoreAllMocks());

const labels = "assets/labels/";
const numbered = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const total = async (): Promise<number> =>
  (await product.administrator.call("GET", `${labels}?limit=1`)).body.count;

test("one request writes as many objects as the installation takes, and not one more", async () => {
  const { administrator } = product;
  const label = (index: number) => ({ name: `many-${index}`, value: "x" });
  const before = await total();
  for (const [method, count] of [
    ["POST", 10_001],
    ["PUT", 10_001],
    ["PATCH", 200_000],
  ] as const) {
    const { status, body } = await administrator.call(method, labels, numbered(count, label));
    expect([method, status, body]).toEqual([
      method,
      413,
      { code: "request_too_large", detail: expect.stringContaining("at most 10000 objects") },
    ]);
  }
  const file = `name,value\n${numbered(10_001, (index) => `many-${index},x`).join("\n")}`;
  const { status, body } = await administrator.call("POST", labels, file, { "content-type": "text/csv" });
  expect([status, body]).toEqual([
    400,
    { code: "parse_error", detail: expect.stringContaining("more than 10000 rows") },
  ]);
  // A look at a file writes nothing.
  const preview = await administrator.call("POST", `${labels}render-to-json/`, file, {
    "content-type": "text/csv",
  });
  expect([preview.status, preview.body.data.length]).toEqual([200, 10_001]);
  expect(await total()).toBe(before);
});

test("no list inside an object, nor a selection, is longer than is read", async () => {
  const ids = numbered(100_001, () => randomUUID());
  for (const [path, body] of [
    ["common/resources/cache/", { resources: ids }],
    ["users/groups/", { name: "everybody", users: ids }],
  ] as const) {
    const answer = await product.administrator.call("POST", path, body);
    expect([path, answer.status, answer.body.code]).toEqual([path, 413, "request_too_large"]);
  }
});

test("a long list of related objects leaves others their turn", async () => {
  // With a clock that runs away, each chance to pause is taken.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 1_000));
  let turns = 0;
  let turn = setImmediate(function count() {
    turns++;
    turn = setImmediate(count);
  });
  const users = numbered(5_000, () => randomUUID());
  const { status } = await product.administrator.call("POST", "users/groups/", { name: "all", users });
  clearImmediate(turn);
  expect(status).toBe(400);
  expect(turns).toBeGreaterThan(5_000);
});

test("a form of thousands of fields is refused", async () => {
  const form = numbered(2_000, (index) => `f${index}=1`).join("&");
  const { status, body } = await product.administrator.call("POST", labels, form, {
    "content-type": "application/x-www-form-urlencoded",
  });
  expect([status, body.code]).toEqual([413, "request_too_large"]);
});

test("a form of thousands of parts is refused", async () => {
  const form = `${"--x\r\n\r\n\r\n".repeat(2_000)}--x--`;
  const { status, body } = await product.administrator.call("POST", "xpack/license/import", form, {
    "content-type": "multipart/form-data; boundary=x",
  });
  expect([status, body.code]).toEqual([413, "request_too_large"]);
});
