import { type RefObject, useLayoutEffect } from "react";
import type { Row } from "../../metadata/types.ts";
import type { Column } from "../columns.ts";
import { fitColumns } from "./fit-columns.ts";

const CAP = "--cell-cap";

/** Narrows the widest columns until the table fits its place; what cannot fit scrolls, and is marked as wide. */
function fit(place: HTMLElement): void {
  const table = place.querySelector("table");
  if (table === null) return;
  table.style.removeProperty(CAP);
  if (place.scrollWidth > place.clientWidth) {
    const heads = [...table.querySelectorAll("th")];
    const fixed = heads.filter((head) => /cell-(select|unfold|actions|rigid)/.test(head.className));
    const taken = fixed.reduce((sum, head) => sum + head.offsetWidth, 0);
    const widths = heads
      .filter((head) => !fixed.includes(head))
      .map((head, index) => ({
        width: head.offsetWidth,
        isMain: index === 0 || head.classList.contains("cell-main"),
      }));
    const cap = fitColumns(widths, place.clientWidth - taken);
    if (cap !== undefined) table.style.setProperty(CAP, `${cap}px`);
  }
  place.classList.toggle("is-wide", place.scrollWidth > place.clientWidth + 1);
}

/**
 * Keeps a table within the width of its place, whenever what is in it or the place changes.
 */
export function useFittedColumns(
  place: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  columns: readonly Column[],
): void {
  useLayoutEffect(() => {
    if (place.current !== null && rows.length > 0 && columns.length > 0) fit(place.current);
  }, [place, rows, columns]);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null || typeof ResizeObserver === "undefined") return;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== width) fit(element);
      width = element.clientWidth;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
}
