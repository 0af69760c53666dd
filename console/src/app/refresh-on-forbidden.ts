import { ApiError } from "../kit/api/api-error.ts";
import { refreshSession } from "../kit/session-refresh.ts";

/** Milliseconds between two looks: a page that is refused several things at once leads to one. */
const PAUSE = 2000;

const state = { last: Number.NEGATIVE_INFINITY, isPlanned: false };

/**
 * Called with every failed load. When the page offered what is then refused, the person's permissions have changed: they
 * are asked for again, and menu and page follow.
 */
export function refreshOnForbidden(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 403 || state.isPlanned) return;
  state.isPlanned = true;
  setTimeout(
    () => {
      state.isPlanned = false;
      state.last = performance.now();
      refreshSession().catch(() => undefined);
    },
    Math.max(0, state.last + PAUSE - performance.now()),
  );
}
