/** Narrowest column, in pixels, that fitting makes. What cannot fit so scrolls sideways, and then needs no squeezing. */
const NARROWEST = 110;
const COMFORTABLE = 200;

/** How many times as wide as another column the first may be: it says what the row is. As in table.css. */
const TITLE_SHARE = 2;

/**
 * The widest a column may be so that all fit: the widest columns give way first, the first of them last.
 *
 * @param widths natural widths, in pixels
 * @param available room for all of them
 * @returns undefined when they fit as they are; the first column may be twice as wide
 */
export function fitColumns(widths: readonly number[], available: number): number | undefined {
  const columns = widths.map((width, index) => ({ width, share: index === 0 ? TITLE_SHARE : 1 }));
  if (widths.reduce((sum, width) => sum + width, 0) <= available) return undefined;
  let room = available;
  let shares = columns.reduce((sum, { share }) => sum + share, 0);
  for (const { width, share } of columns.sort((a, b) => a.width / a.share - b.width / b.share)) {
    const cap = room / shares;
    if (width >= cap * share) return cap < NARROWEST ? COMFORTABLE : Math.floor(cap);
    room -= width;
    shares -= share;
  }
  return undefined;
}
