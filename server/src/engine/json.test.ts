import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstCharacters, isWellFormed } from "./json.ts";

describe("the beginning of a text", () => {
  it("is whole characters, and no more than asked for", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, most) => {
        const kept = firstCharacters(text, most);
        expect(text.startsWith(kept)).toBe(true);
        expect(isWellFormed(kept)).toBe(true);
        expect([...kept]).toHaveLength(Math.min(most, [...text].length));
      }),
    );
    expect(firstCharacters("𠮷".repeat(40), 30)).toBe("𠮷".repeat(30));
  });
});
