/** Address of the sign-in page. */
export const loginPath = "/core/auth/login/";

/** Decides what a sign-in that began still needs. */
export const guardPath = "/core/auth/login/guard/";

/** Where forms go that our own page did not send. */
export function csrfFailurePath(next: string): string {
  const query = new URLSearchParams({ csrf_failure: "1", admin: "1", ...(next === "" ? {} : { next }) });
  return `${loginPath}?${query}`;
}

/** A path that remembers where to go afterwards. */
export function pathWithNext(path: string, next: string): string {
  return next === "" ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** First step of a forgotten password: who. */
export const previewingPath = "/core/auth/password/forget/previewing/";

/** Second step: where to, and the code from there. */
export const forgotPath = "/core/auth/password/forgot/";

/** Asks for the second factor of a sign-in that began. */
export const mfaPath = "/core/auth/login/mfa/";

/** Where a sign-in waits for somebody's consent. */
export const waitConfirmPath = "/core/auth/login/wait-confirm/";

/** Takes the answer of a passkey that signs in by itself. */
export const passkeySignInPath = "/core/auth/login/passkey/";
