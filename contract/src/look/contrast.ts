type Channels = readonly [red: number, green: number, blue: number];

/** Reads `#rrggbb` or `#rgb`; undefined for anything else. */
function channelsOf(color: string): Channels | undefined {
  const long = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  const text =
    long === null
      ? color
      : `#${long
          .slice(1)
          .map((digit) => digit + digit)
          .join("")}`;
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)?.slice(1);
  if (parts === undefined) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16));
  return [red, green, blue];
}

/** Relative luminance of a colour, 0 to 1 (WCAG 2.2). */
function luminance([red, green, blue]: Channels): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Whether a colour is one of which contrast can be computed: `#rrggbb` or `#rgb`. */
export function isHexColor(color: string): boolean {
  return channelsOf(color) !== undefined;
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2); 1 when one of them is no hex colour. */
export function contrast(one: string, other: string): number {
  const [first, second] = [channelsOf(one), channelsOf(other)];
  if (first === undefined || second === undefined) return 1;
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** A colour with a share, 0 to 1, of another in it; the colour itself when one of them is no hex colour. */
export function mix(color: string, other: string, share: number): string {
  const [from, to] = [channelsOf(color), channelsOf(other)];
  if (from === undefined || to === undefined) return color;
  const parts = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** How finely `readable` tries. */
const STEP = 0.02;

/**
 * The colour itself where it has the contrast with each of the grounds, else the nearest one towards another colour
 * that has it.
 *
 * @param towards white on dark grounds, black on light ones
 * @param ratio 4.5 for texts, 3 for what is larger or no text
 */
export function readable(color: string, grounds: readonly string[], towards: string, ratio: number): string {
  for (let share = 0; share < 1; share += STEP) {
    const tried = mix(color, towards, share);
    if (grounds.every((ground) => contrast(tried, ground) >= ratio)) return tried;
  }
  return towards;
}
