import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { checkCaptcha, newCaptcha, questionOf } from "./captcha.ts";
import { drawPuzzle } from "./draw.ts";
import { encodePng } from "./png.ts";
import { makePuzzle, solve } from "./puzzle.ts";

describe("a puzzle", () => {
  it("comes to what it says, and is never negative", () => {
    for (let round = 0; round < 500; round += 1) {
      const { question, answer } = makePuzzle();
      expect(solve(question)).toBe(answer);
      expect(answer).toBeGreaterThanOrEqual(0);
    }
    expect([solve("process.exit()"), solve("1+1+1"), solve("1/0")]).toEqual([null, null, null]);
  });

  it("is drawn as a PNG, the same one each time, with ink in it", () => {
    const picture = drawPuzzle("12+7", "a seed");
    expect(Buffer.from(picture.pixels)).toEqual(Buffer.from(drawPuzzle("12+7", "a seed").pixels));
    expect(Buffer.from(picture.pixels)).not.toEqual(Buffer.from(drawPuzzle("12+7", "another").pixels));
    const file = encodePng(picture);
    expect(file.subarray(1, 4).toString()).toBe("PNG");
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([picture.width, picture.height]);
    const length = file.readUInt32BE(33);
    const rows = inflateSync(file.subarray(41, 41 + length));
    expect(rows).toHaveLength((picture.width + 1) * picture.height);
    const dark = picture.pixels.filter((shade) => shade < 120).length / picture.pixels.length;
    expect(dark).toBeGreaterThan(0.04);
    expect(dark).toBeLessThan(0.4);
  });
});

describe("a captcha", () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct();
  });
  afterAll(() => product.close());

  const solved = (key: string): string => String(solve(questionOf(product.services, key) ?? ""));

  it("is passed by the right answer, once", async () => {
    const { key } = newCaptcha(product.services);
    expect(await checkCaptcha(product.services, key, ` ${solved(key)} `)).toBe(true);
    expect(await checkCaptcha(product.services, key, solved(key))).toBe(false);
  });

  it("is used up by a wrong answer, also when many come at once", async () => {
    const { key } = newCaptcha(product.services);
    expect(await checkCaptcha(product.services, key, "999")).toBe(false);
    expect(await checkCaptcha(product.services, key, solved(key))).toBe(false);
    const other = newCaptcha(product.services).key;
    const all = await Promise.all(
      Array.from({ length: 20 }, () => checkCaptcha(product.services, other, solved(other))),
    );
    expect(all.filter(Boolean)).toHaveLength(1);
  });

  it("takes the wide digits of Chinese and Japanese keyboards", async () => {
    const { key } = newCaptcha(product.services);
    const wide = solved(key).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    expect(await checkCaptcha(product.services, key, wide)).toBe(true);
  });

  it("cannot be made by others, and runs out", async () => {
    const { key } = newCaptcha(product.services);
    const answer = solved(key);
    expect(await checkCaptcha(product.services, `${key.slice(0, -2)}AA`, answer)).toBe(false);
    expect(await checkCaptcha(product.services, "", "")).toBe(false);
    expect(await checkCaptcha(product.services, "v1.".padEnd(100_000, "A"), answer)).toBe(false);
    // Sealed by this installation, for something else.
    const other = product.services.secrets.seal("1+1 9999999999", "elsewhere");
    expect(await checkCaptcha(product.services, other, "2")).toBe(false);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * 60_000 });
    try {
      expect(await checkCaptcha(product.services, key, answer)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is shown and refreshed over HTTP, without telling the question", async () => {
    const fresh = await product.anonymous.call("GET", "/core/auth/captcha/refresh/");
    expect(Object.keys(fresh.body)).toEqual(["key", "image_url"]);
    const question = questionOf(product.services, fresh.body.key) ?? "";
    expect(Buffer.from(fresh.body.key.slice(3), "base64url").toString("latin1")).not.toContain(question);
    const image = await product.anonymous.call("GET", fresh.body.image_url);
    expect([image.status, image.headers["content-type"]]).toEqual([200, "image/png"]);
    expect((await product.anonymous.call("GET", "/core/auth/captcha/image/none/")).status).toBe(404);
  });
});
