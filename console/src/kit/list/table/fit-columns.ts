/** Narrowest column, in pixels, that fitting makes. What cannot fit so scrolls sideways, and then needs no squeezing. */
const NARROWEST = 110;
const COMFORTABLE = 200;

/**
 * The widest a column may be so that all fit: the widest columns give way first.
 *
 * @param widths natural widths, in pixels
 * @param available room for all of them
 * @returns undefined when they fit as they are
 */
export function fitColumns(widths: readonly number[], available: number): number | undefined {
  if (widths.reduce((sum, width) => sum + width, 0) <= available) return undefined;
  const rising = [...widths].sort((a, b) => a - b);
  let room = available;
  for (const [index, width] of rising.entries()) {
    const share = room / (rising.length - index);
    if (width >= share) return share < NARROWEST ? COMFORTABLE : Math.floor(share);
    room -= width;
  }
  return undefined;
}
