import { startTransition, useEffect, useState } from "react";
import type { Row } from "../../metadata/types.ts";

/** Rows drawn at once: more than a screen holds. */
const FIRST = 30;

/** Whether a page is drawn in two steps. */
export function isLong(rows: readonly Row[]): boolean {
  return rows.length > FIRST;
}

/**
 * The rows to draw now: those of the first screen at once, the others as soon as the browser has time. Drawing only
 * the rows in sight was measured too: what it saves at first it costs many times over while scrolling.
 *
 * @param content another text for another page, order or filter; the same while rows are only fetched again
 */
export function useDrawnRows(rows: readonly Row[], content: string): readonly Row[] {
  const [complete, setComplete] = useState<string>();
  useEffect(() => startTransition(() => setComplete(content)), [content]);
  return complete === content || !isLong(rows) ? rows : rows.slice(0, FIRST);
}
