import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type Language, translate } from "../../engine/i18n/messages.ts";
import { normalizeName } from "../../engine/names.ts";
import { keptUsername, mixedAlphabets } from "./names.ts";

const complaint = (username: string, language: Language): string => {
  const message = mixedAlphabets(username, language);
  return message === null ? "" : translate(message, language);
};

describe("usernames", () => {
  it.each([
    ["аdmin", "Latin and Cyrillic"],
    ["αdmin", "Latin and Greek"],
    ["Τοmсat", "Latin, Cyrillic, and Greek"],
    ["օmer", "Latin and Armenian"],
    ["ꓮdmin", "Latin and"],
  ])("%s mixes %s", (username, alphabets) => {
    expect(complaint(username, "en")).toContain(alphabets);
  });

  it("names the alphabets in the language of the reader", () => {
    expect(complaint("аdmin", "zh")).toContain("西里尔文");
    expect(complaint("аdmin", "ja")).toContain("キリル文字");
  });

  it.each([
    "admin",
    "Мария-7",
    "νίκος",
    "田中tanaka",
    "김minsu",
    "محمد01",
    "נעם",
    "नीलम",
    "zoë.å",
    "𝐚dmin",
    "42",
  ])("%s is of one alphabet that could be mistaken", (username) =>
    expect(mixedAlphabets(username, "en")).toBeNull(),
  );

  it.each([
    ["a zero width space", "ad\u200bmin"],
    ["a Hangul filler", "ad\u3164min"],
    ["a combining grapheme joiner", "ad\u034fmin"],
    ["a variation selector", "admin\ufe0f"],
    ["a blank of Braille", "ad\u2800min"],
    ["a tag", "admin\u{e0041}"],
  ])("with %s are refused", (_what, username) => {
    expect(() => keptUsername(username)).toThrow();
  });
});

describe("names", () => {
  it("with marks that would grow into other lines are refused", () => {
    expect(() => normalizeName(`z${"\u0310".repeat(5)}`)).toThrow();
    expect(() => normalizeName("\u0310z")).toThrow();
    expect(normalizeName("Việt Nam")).toBe("Việt Nam".normalize("NFC"));
  });

  test("once kept stay as they are, in at most 128 characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
        for (const keep of [normalizeName, keptUsername]) {
          let kept: string;
          try {
            kept = keep(name);
          } catch {
            continue;
          }
          expect(keep(kept)).toBe(kept);
          expect([...kept].length).toBeLessThanOrEqual(128);
        }
      }),
      { numRuns: 300 },
    );
  });
});
