import { useEffect } from "react";
import type { OpenTerminal } from "./create-terminal.ts";

/** Keeps the terminal as large as its place, while it can be seen. */
export function useFit(
  open: OpenTerminal | undefined,
  element: { current: HTMLElement | null },
  { isShown, active }: { readonly isShown: boolean; readonly active: boolean },
): void {
  useEffect(() => {
    if (active) open?.terminal.focus();
  }, [open, active]);
  useEffect(() => {
    const place = element.current;
    if (open === undefined || place === null || !isShown) return;
    let frame = 0;
    const fit = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (place.clientWidth > 0 && place.clientHeight > 0) open.fit.fit();
      });
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(place);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [open, element, isShown]);
}
