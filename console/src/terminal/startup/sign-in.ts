import { readCookie, writeCookie } from "../../kit/api/cookies.ts";

/** Cookie the server sets once after sign-in; its absence means nobody is signed in (docs/contract/conventions.md, "Cookies"). */
const SESSION_MARK = "jms_session_expire";
/** How long a mark of the kind `close` lives between refreshes, in seconds. */
const MARK_LIFE = 120;
const MARK_REFRESH = 10_000;

/** The sign-in page, coming back to a path of this site afterwards. */
export function signInAddress(path: string): string {
  return `/core/auth/login/?next=${encodeURIComponent(path)}`;
}

/** Leaves for the sign-in page and comes back to where the person is now. */
export function goToSignIn(): void {
  location.assign(signInAddress(location.pathname + location.search));
}

/** Whether the browser carries the mark of a sign-in. */
export function hasSessionMark(): boolean {
  return readCookie(SESSION_MARK) !== undefined;
}

/** Puts a short-lived mark, so that the sign-in page's answer finds its way back here. */
export function placeSessionMark(): void {
  writeCookie(SESSION_MARK, "close", MARK_LIFE);
}

/**
 * Keeps a mark of the kind `close` alive while this page is open: it dies with the last page.
 * Returns the way to stop.
 */
export function keepSessionMark(): () => void {
  if (readCookie(SESSION_MARK) !== "close") return () => {};
  placeSessionMark();
  const timer = setInterval(placeSessionMark, MARK_REFRESH);
  return () => clearInterval(timer);
}
