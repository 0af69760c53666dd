import type { Page } from "playwright-core";

/** A piece of text in a terminal that cannot be read well enough. */
export interface Unreadable {
  readonly text: string;
  readonly color: string;
  readonly background: string;
  readonly contrast: number;
}

/** What the visible terminal shows, measured. */
export interface Measured {
  /** How many pieces of text were looked at. */
  readonly pieces: number;
  /** Those drawn on something else than the terminal's background. */
  readonly onColor: number;
  readonly unreadable: readonly Unreadable[];
}

/**
 * Measures the contrast of every text in the visible terminal, as the browser draws it: 4.5 at least, 3 where a program
 * asked for it to be dim.
 */
export function measureTerminal(page: Page): Promise<Measured> {
  return page.evaluate(() => {
    type Color = readonly [number, number, number, number];
    const parse = (text: string): Color => {
      const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return [r, g, b, a];
    };
    const over = ([r, g, b, a]: Color, [r2, g2, b2]: Color): Color => [
      r * a + r2 * (1 - a),
      g * a + g2 * (1 - a),
      b * a + b2 * (1 - a),
      1,
    ];
    const luminance = ([r, g, b]: Color) => {
      const [lr = 0, lg = 0, lb = 0] = [r, g, b].map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * lr + 0.7152 * lg + 0.0722 * lb;
    };
    const contrast = (one: Color, other: Color) => {
      const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    };
    const terminal = [...document.querySelectorAll<HTMLElement>(".luna-terminal")].find(
      (element) => element.offsetParent !== null,
    );
    if (terminal === undefined) throw new Error("no terminal is visible");
    const canvas = parse(getComputedStyle(terminal).backgroundColor);
    const unreadable = [];
    let pieces = 0;
    let onColor = 0;
    for (const span of terminal.querySelectorAll<HTMLElement>(".xterm-rows span")) {
      const text = span.textContent.trim();
      // The cursor blinks between two pairs of colors of its own.
      if (text === "" || span.classList.contains("xterm-cursor")) continue;
      const style = getComputedStyle(span);
      const own = parse(style.backgroundColor);
      const background = over(own, canvas);
      const found = contrast(over(parse(style.color), background), background);
      pieces += 1;
      if (own[3] > 0) onColor += 1;
      if (found < (span.classList.contains("xterm-dim") ? 3 : 4.5)) {
        unreadable.push({
          text,
          color: style.color,
          background: `rgb(${background.slice(0, 3).join(" ")})`,
          contrast: Math.round(found * 100) / 100,
        });
      }
    }
    return { pieces, onColor, unreadable };
  });
}
