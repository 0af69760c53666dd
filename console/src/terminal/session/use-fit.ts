import { useEffect } from "react";
import type { OpenTerminal } from "./create-terminal.ts";

/** Keeps the terminal as large as its place, while it can be seen. */
export function useFit(
  open: OpenTerminal | undefined,
  element: { current: HTMLElement | null },
  active: boolean,
): void {
  useEffect(() => {
    const place = element.current;
    if (open === undefined || place === null || !active) return;
    let frame = 0;
    const fit = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (place.clientWidth > 0 && place.clientHeight > 0) open.fit.fit();
      });
    };
    fit();
    open.terminal.focus();
    const observer = new ResizeObserver(fit);
    observer.observe(place);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [open, element, active]);
}
