import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJsonBody } from "./json-body.ts";

const limits = { bulk: 1_000, pieceSize: 16 };
const read = (text: string) => readJsonBody(Buffer.from(text), limits);

/** The value, or the word `refused`. */
const orRefused = async (work: () => unknown): Promise<unknown> => {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return "refused";
    throw error;
  }
};

describe("a JSON body read in slices", () => {
  it("is what it is when read at once", async () => {
    const spaced = fc.tuple(fc.array(fc.jsonValue(), { maxLength: 40 }), fc.constantFrom(0, 1, "\t"));
    await fc.assert(
      fc.asyncProperty(spaced, async ([value, space]) => {
        const text = JSON.stringify(value, null, space);
        expect(await read(` ${text}\r\n`)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("is refused where it would be refused at once", async () => {
    // Near misses: a good body with a character taken out, put in or replaced.
    const awkward = fc.constantFrom(...'[]{},:"\\ \n1x\u00e9\ufeff\u00a0\u0000');
    const edit = fc.tuple(fc.nat(), fc.constantFrom(0, 1), fc.oneof(awkward, fc.constant("")));
    const value = fc.array(fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string()), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(value, fc.array(edit, { maxLength: 3 }), async (items, edits) => {
        let text = JSON.stringify(items);
        for (const [position, removed, added] of edits) {
          const at = position % (text.length + 1);
          text = text.slice(0, at) + added + text.slice(at + removed);
        }
        if (text === "" || text.startsWith("\ufeff")) return;
        expect(await orRefused(() => read(text))).toEqual(await orRefused(() => JSON.parse(text)));
      }),
      { numRuns: 2_000 },
    );
    const long = `"${"x".repeat(20)}"`;
    for (const text of [
      `[${long},,1]`,
      `[${long},]`,
      `[${long}}`,
      `[${long}] 1`,
      `1[${long},1]`,
      `[${long},1`,
      `[${long},1]\ufeff`,
    ]) {
      expect([text, await orRefused(() => read(text))]).toEqual([text, "refused"]);
    }
  });

  it("is refused before it is read when it holds too much", async () => {
    const refusals: readonly (readonly [string, string])[] = [
      [`[${"{},".repeat(1_000)}{}]`, "at most {limit} objects"],
      [`{"ids":[${"1,".repeat(100_000)}1]}`, "at most {limit} items"],
      [`[${`[${"1,".repeat(90_000)}1],`.repeat(12)}1]`, "at most {limit} values"],
    ];
    for (const [text, reason] of refusals) {
      await expect(read(text)).rejects.toMatchObject({
        status: 413,
        detail: { en: expect.stringContaining(reason) },
      });
    }
    await expect(read("[".repeat(65) + "]".repeat(65))).rejects.toThrow("nested deeper than 64 levels");
    await expect(read("[".repeat(65))).rejects.toThrow("nested deeper than 64 levels");
    expect(await read(`[${"{},".repeat(999)}{}]`)).toHaveLength(1_000);
  });

  it("tells after which item of an array it is none", async () => {
    const text = `[${Array.from({ length: 50 }, () => '{"name":"abcdef"}').join(",")},{"name" 1}]`;
    await expect(read(text)).rejects.toThrow(/^after item 50: /);
  });
});
