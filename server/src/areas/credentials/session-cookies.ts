import { type CookieToSet, cookieNames, type NewSession } from "../../engine/http/index.ts";
import type { Services } from "../../engine/services.ts";

/** Cookies of the contract that a sign-in sets. Contract: docs/contract/identity.md, "Cookies". */
export async function signedInCookies(
  { config, settings, fieldCipher }: Pick<Services, "config" | "fieldCipher" | "settings">,
  { cookie, session }: NewSession,
  autoLogin: boolean,
): Promise<CookieToSet[]> {
  const age = await settings.get<number>("SESSION_COOKIE_AGE");
  const isForced = await settings.get<boolean>("SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE");
  const isKept = autoLogin && !isForced;
  const lasting = isKept ? { maxAge: age } : {};
  return [
    { name: cookieNames.session, value: cookie, ...lasting },
    { name: cookieNames.csrf, value: session.csrfToken, httpOnly: false, ...lasting },
    { name: cookieNames.sessionExpire, value: isKept ? "age" : "close", httpOnly: false, maxAge: age },
    { name: cookieNames.prefix, value: config.sessionCookieNamePrefix, httpOnly: false },
    { name: cookieNames.publicKey, value: await fieldCipher.publicKeyCookie(), httpOnly: false },
  ];
}

/** Cookies of a pending sign-in: a session without a user, and its token. */
export function pendingCookies({ cookie, session }: NewSession): CookieToSet[] {
  return [
    { name: cookieNames.session, value: cookie },
    { name: cookieNames.csrf, value: session.csrfToken, httpOnly: false },
  ];
}

/** Cookies that end with a session. */
export const signedOutCookies: readonly CookieToSet[] = [
  { name: cookieNames.session, value: null },
  { name: cookieNames.csrf, value: null },
  { name: cookieNames.sessionExpire, value: null },
];
