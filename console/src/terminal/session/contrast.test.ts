import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrast, DIM_CONTRAST, dimOn, parseHex, readableOn, TEXT_CONTRAST, toHex } from "./contrast.ts";
import { paletteFor } from "./palettes.ts";

const color = fc.integer({ min: 0, max: 0xffffff });

describe("contrast of terminal text", () => {
  it("is what the standard says", () => {
    expect(contrast(0x000000, 0xffffff)).toBeCloseTo(21, 5);
    expect(contrast(0x777777, 0xffffff)).toBeCloseTo(4.48, 2);
    expect(toHex(parseHex("#0f1319"))).toBe("#0f1319");
  });

  it("can be read on whatever is behind it, also when dim", () => {
    fc.assert(
      fc.property(color, color, (background, foreground) => {
        expect(
          contrast(background, readableOn(background, foreground, TEXT_CONTRAST)),
        ).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        expect(contrast(background, dimOn(background, foreground))).toBeGreaterThanOrEqual(DIM_CONTRAST);
      }),
    );
  });

  it("leaves alone what can be read", () => {
    expect(readableOn(0xffffff, 0x1b2230, TEXT_CONTRAST)).toBe(0x1b2230);
  });

  it("needs no help for the plain text, the cursor and the selection of either palette", () => {
    for (const isDark of [true, false]) {
      const palette = paletteFor(isDark ? "dark" : "light", false);
      const ink = parseHex(palette.foreground);
      expect(contrast(parseHex(palette.background), ink)).toBeGreaterThan(10);
      expect(contrast(parseHex(palette.selectionBackground), ink)).toBeGreaterThan(TEXT_CONTRAST);
      expect(contrast(parseHex(palette.cursor), parseHex(palette.cursorAccent))).toBeGreaterThan(
        TEXT_CONTRAST,
      );
    }
  });

  it("keeps the ANSI colors apart from one another", () => {
    for (const choice of ["dark", "light"] as const) {
      const palette = paletteFor(choice, false);
      const names = ["red", "green", "yellow", "blue", "magenta", "cyan"] as const;
      const drawn = names.map((name) =>
        readableOn(parseHex(palette.background), parseHex(palette[name]), TEXT_CONTRAST),
      );
      expect(new Set(drawn).size).toBe(names.length);
      // Colors are what programs paint with as well: black is dark and white is light in both.
      expect(contrast(parseHex(palette.black), 0x000000)).toBeLessThan(1.6);
      expect(contrast(parseHex(palette.white), 0xffffff)).toBeLessThan(1.7);
    }
  });
});
