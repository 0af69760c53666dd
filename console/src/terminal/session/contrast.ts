/** A colour as `0xrrggbb`. */
export type Rgb = number;

/** Least contrast of text with what is behind it (WCAG 2.2, 1.4.3). */
export const TEXT_CONTRAST = 4.5;
/** Least contrast of text that a program asked to be dim: less, so that it can be told apart. */
export const DIM_CONTRAST = 3;

const BLACK: Rgb = 0x000000;
const WHITE: Rgb = 0xffffff;
/** Steps on the way from a colour to black or white. */
const STEPS = 64;

/** Reads `#rrggbb`. */
export function parseHex(color: string): Rgb {
  return Number.parseInt(color.slice(1), 16);
}

/** Writes `#rrggbb`. */
export function toHex(color: Rgb): string {
  return `#${color.toString(16).padStart(6, "0")}`;
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(color: Rgb): number {
  return 0.2126 * linear(color >> 16) + 0.7152 * linear((color >> 8) & 0xff) + 0.0722 * linear(color & 0xff);
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return a > b ? a / b : b / a;
}

/** What is between two colours; `share` 0 is the first, 1 the second. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (shift: number) => {
    const [start, end] = [(from >> shift) & 0xff, (to >> shift) & 0xff];
    return Math.round(start + (end - start) * share) << shift;
  };
  return channel(16) | channel(8) | channel(0);
}

function stepsTo(end: Rgb, background: Rgb, foreground: Rgb, ratio: number): Rgb | undefined {
  if (contrast(end, background) < ratio) return undefined;
  let [short, enough] = [0, STEPS];
  while (enough - short > 1) {
    const middle = (short + enough) >> 1;
    if (contrast(mix(foreground, end, middle / STEPS), background) < ratio) short = middle;
    else enough = middle;
  }
  return mix(foreground, end, enough / STEPS);
}

/**
 * The foreground, changed as little as it takes to be read on the background: lighter where it is the lighter one, else
 * darker, and the other way round where that does not suffice.
 *
 * @param ratio contrast to reach, at most 4.58: on some backgrounds neither black nor white has more
 */
export function readableOn(background: Rgb, foreground: Rgb, ratio: number): Rgb {
  if (contrast(background, foreground) >= ratio) return foreground;
  const isLighter = luminance(foreground) >= luminance(background);
  const [first, second] = isLighter ? [WHITE, BLACK] : [BLACK, WHITE];
  return (
    stepsTo(first, background, foreground, ratio) ??
    stepsTo(second, background, foreground, ratio) ??
    foreground
  );
}

/** The foreground a program asked to be dim: half as strong, still to be read. */
export function dimOn(background: Rgb, foreground: Rgb): Rgb {
  return readableOn(background, mix(foreground, background, 0.5), DIM_CONTRAST);
}
