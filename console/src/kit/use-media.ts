import { useSyncExternalStore } from "react";

/** Below this width there is one column, and the menu lies over the page (docs/contract/console.md, "The frame"). */
export const PHONE = "(max-width: 991px)";

/** The screen is touched rather than pointed at, as those of phones are. */
export const TOUCH = "(pointer: coarse)";

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
