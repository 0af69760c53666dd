import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import { type RefObject, useEffect } from "react";
import type { OpenTerminal } from "../session/create-terminal.ts";

/** Smallest text that is still shown, in pixels; below it the screen is scrolled instead. */
const SMALLEST = 6;

/**
 * Gives a terminal the columns and rows of another window, in text that is as large as fits its place.
 *
 * @param largest the size of text the person chose, in pixels
 */
export function useWholeWindow(
  open: OpenTerminal | undefined,
  place: RefObject<HTMLElement | null>,
  size: TerminalSize | undefined,
  largest: number,
): void {
  useEffect(() => {
    const element = place.current;
    if (open === undefined || element === null || size === undefined) return;
    const { terminal, fit } = open;
    terminal.resize(size.cols, size.rows);
    const adjust = () => {
      const fits = fit.proposeDimensions();
      if (fits === undefined || !Number.isFinite(fits.cols)) return;
      const now = Number(terminal.options.fontSize);
      const scale = Math.min((fits.cols + 0.99) / size.cols, (fits.rows + 0.99) / size.rows);
      terminal.options.fontSize = Math.max(SMALLEST, Math.min(largest, Math.floor(now * scale)));
    };
    adjust();
    const observer = new ResizeObserver(adjust);
    observer.observe(element);
    return () => observer.disconnect();
  }, [open, place, size, largest]);
}
