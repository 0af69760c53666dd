import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useSyncExternalStore } from "react";

/** Pages longer than this draw only the rows in sight. */
const LONG = 50;

/** Height of a row in pixels, and rows drawn beyond what is in sight. */
const ROW_HEIGHT = 36;
const BEYOND = 8;

/** Rows stand as cards of different heights here, and the page scrolls, not the table. */
const CARDS = "(max-width: 640px)";

function watchCards(changed: () => void): () => void {
  const media = matchMedia(CARDS);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
}

/** A row to draw and the empty height above it. */
export interface WindowedRow {
  readonly index: number;
  /** Pixels of rows left out before this one. */
  readonly gap: number;
}

/** Which rows of a page to draw. */
export interface RowWindow {
  readonly rows: readonly WindowedRow[];
  /** Pixels of rows left out after the last. */
  readonly rest: number;
  /** Only a part of the rows is drawn. */
  readonly partial: boolean;
  /** Brings a row into sight. */
  readonly reveal: (index: number) => void;
}

/**
 * The rows of a page that have to be drawn: all of a short page, those in sight of a long one.
 *
 * @param place the element that scrolls
 * @param count rows on the page
 * @param current index of a row that stays drawn because it has the focus
 */
export function useRowWindow(
  place: RefObject<HTMLElement | null>,
  count: number,
  current: number,
): RowWindow {
  const cards = useSyncExternalStore(watchCards, () => matchMedia(CARDS).matches);
  const partial = count > LONG && !cards;
  const virtualizer = useVirtualizer({
    count,
    enabled: partial,
    getScrollElement: () => place.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: BEYOND,
    initialRect: { width: 0, height: 25 * ROW_HEIGHT },
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(current < range.count ? [current] : [])])].sort(
        (a, b) => a - b,
      ),
  });
  const reveal = useCallback((index: number) => virtualizer.scrollToIndex(index), [virtualizer]);
  if (!partial) {
    return {
      rows: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })),
      rest: 0,
      partial,
      reveal,
    };
  }
  let end = 0;
  const rows = virtualizer.getVirtualItems().map((item) => {
    const gap = item.start - end;
    end = item.end;
    return { index: item.index, gap };
  });
  return { rows, rest: virtualizer.getTotalSize() - end, partial, reveal };
}
