import { useSyncExternalStore } from "react";

/** Below this width there is one column, and the menu lies over the page (docs/contract/console.md, "The frame"). */
export const PHONE = "(max-width: 991px)";

/** The screen is touched rather than pointed at, as those of phones are. */
export const TOUCH = "(pointer: coarse)";

/** The person asked their system for less motion: what opens, closes and blinks does so at once or not at all. */
export const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/** Whether the window fits a media query now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
  );
}
