/** Narrowest column, in pixels, that fitting makes. What cannot fit so scrolls sideways, and then needs no squeezing. */
const NARROWEST = 84;
const COMFORTABLE = 200;

/** A column that may be narrowed. */
export interface FittedColumn {
  /** In pixels, as it is by itself. */
  readonly width: number;
  /** It says what the row is about. */
  readonly isMain: boolean;
}

/** How many times as wide as another column one may be that says what the row is about. As in table.css. */
const MAIN_SHARE = 2;

/**
 * The widest a column may be so that all fit: the widest columns give way first, those that say what the row is about
 * last.
 *
 * @param widths natural widths, in pixels
 * @param available room for all of them
 * @returns undefined when they fit as they are; the columns that matter most may be twice as wide
 */
export function fitColumns(widths: readonly FittedColumn[], available: number): number | undefined {
  const columns = widths.map(({ width, isMain }) => ({ width, share: isMain ? MAIN_SHARE : 1 }));
  if (widths.reduce((sum, { width }) => sum + width, 0) <= available) return undefined;
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
