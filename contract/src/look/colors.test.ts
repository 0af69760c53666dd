import { describe, expect, test } from "vitest";
import { type Colors, colorsOf, RATIO } from "./colors.ts";
import { contrast, isHexColor } from "./contrast.ts";
import { DECORATION, MARK_PAIRS, TEXT_PAIRS } from "./testing/pairs.ts";
import { LOG, THEMES } from "./tokens.ts";

const looks = [false, true].flatMap((dark) =>
  THEMES.map(({ name, primary }) => [dark ? "dark" : "light", name, dark, primary] as const),
);

function faint(colors: Colors, pairs: typeof TEXT_PAIRS, ratio: number): string[] {
  return pairs.flatMap(([front, grounds]) =>
    grounds
      .map((ground) => ({ ground, found: contrast(colors[front], colors[ground]) }))
      .filter(({ found }) => found < ratio)
      .map(({ ground, found }) => `${front} on ${ground}: ${found.toFixed(2)}`),
  );
}

describe("contrast of colours", () => {
  test("is that of WCAG 2.2", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#fff")).toBeCloseTo(4.478, 2);
    expect(contrast("#2f5bd8", "#2f5bd8")).toBe(1);
  });

  test.each(looks)(
    "%s, %s: every text and mark can be told from its ground",
    (_look, _name, dark, primary) => {
      const colors = colorsOf(dark, { primary });
      expect(faint(colors, TEXT_PAIRS, RATIO.text)).toEqual([]);
      expect(faint(colors, MARK_PAIRS, RATIO.mark)).toEqual([]);
    },
  );

  test("no colour is without a pair, unless it only decorates", () => {
    const paired = new Set<string>(
      [...TEXT_PAIRS, ...MARK_PAIRS].flatMap(([front, grounds]) => [front, ...grounds]),
    );
    const known = new Set<string>([...paired, ...DECORATION]);
    expect(Object.keys(colorsOf(false)).filter((name) => !known.has(name))).toEqual([]);
    expect(DECORATION.filter((name) => paired.has(name))).toEqual([]);
    const solid = Object.entries(colorsOf(true)).filter(([name]) => paired.has(name));
    expect(solid.filter(([, color]) => !isHexColor(color))).toEqual([]);
  });

  test("what an installation chooses can be read, whatever it is", () => {
    for (const dark of [false, true]) {
      for (const color of ["#ffee00", "#000000", "#ffffff", "#c0ffee", "#123456", "#f0f"]) {
        const colors = colorsOf(dark, { primary: color, good: color, warning: color, bad: color });
        const texts = TEXT_PAIRS.filter(
          ([front]) => front !== "good" && front !== "warning" && front !== "bad",
        );
        expect(faint(colors, texts, RATIO.text)).toEqual([]);
        expect(faint(colors, [["good", ["canvas", "surface", "raised", "selected"]]], RATIO.text)).toEqual(
          [],
        );
      }
      expect(colorsOf(dark, { primary: "url(x)" })).toEqual(colorsOf(dark));
    }
  });

  test("logs, which are dark in both looks", () => {
    for (const text of ["text", "muted", "good", "bad"] as const) {
      expect(contrast(LOG[text], LOG.ground)).toBeGreaterThanOrEqual(RATIO.text);
    }
    expect(contrast(LOG.text, LOG.selection)).toBeGreaterThanOrEqual(RATIO.text);
  });
});
