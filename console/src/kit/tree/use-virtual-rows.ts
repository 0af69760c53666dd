import { type RefObject, useEffect, useState } from "react";

/** Rows drawn above and below those in sight, so that a quick scroll shows no gaps. */
const SPARE = 15;
/** Rows taken for visible until the list has been measured. */
const FIRST_SCREEN = 40;

/** Which rows of a long list are to be drawn. */
export interface VirtualRows {
  readonly from: number;
  readonly to: number;
  /** How many rows are in sight. */
  readonly inSight: number;
  readonly onScroll: () => void;
  /** Scrolls a row into sight. */
  readonly show: (index: number) => void;
}

/**
 * Draws only the rows in sight of a scrolling list whose rows are of one height.
 *
 * @param list the scrolling element
 * @param count how many rows there are
 * @param height height of a row, in pixels
 */
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  height: number,
): VirtualRows {
  const [first, setFirst] = useState(0);
  const [inSight, setInSight] = useState(FIRST_SCREEN);
  useEffect(() => {
    const element = list.current;
    if (element === null || typeof ResizeObserver === "undefined") return;
    const measure = () => {
      if (element.clientHeight > 0) setInSight(Math.ceil(element.clientHeight / height));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [list, height]);
  const top = Math.min(first, Math.max(count - inSight, 0));
  return {
    from: Math.max(top - SPARE, 0),
    to: Math.min(top + inSight + SPARE, count),
    inSight,
    onScroll: () => setFirst(Math.floor((list.current?.scrollTop ?? 0) / height)),
    show: (index) => {
      const element = list.current;
      if (element === null) return;
      const edge = index * height;
      if (edge < element.scrollTop) element.scrollTop = edge;
      else if (edge + height > element.scrollTop + element.clientHeight) {
        element.scrollTop = edge + height - element.clientHeight;
      }
    },
  };
}
