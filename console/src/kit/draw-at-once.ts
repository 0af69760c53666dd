import { flushSync } from "react-dom";

/** Draws what a navigation changes before anything else happens, for those that ask the router for it. */
export function drawAtOnce(change: () => unknown): undefined {
  flushSync(change);
}
