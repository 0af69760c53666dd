/**
 * Names of the cookies of the contract. The first two go by these names inside the product; in browsers the
 * installation's prefix (`SALLYPORT_SESSION_COOKIE_NAME_PREFIX`) is before them.
 * Contract: docs/contract/conventions.md, "Cookies".
 */
export const cookieNames = {
  session: "sessionid",
  csrf: "csrftoken",
  prefix: "SESSION_COOKIE_NAME_PREFIX",
  publicKey: "jms_public_key",
  sessionExpire: "jms_session_expire",
  language: "django_language",
  consoleLanguage: "lang",
  organization: "X-JMS-ORG",
} as const;

/** What the cookies of a request choose as its language, the one that counts first. */
export const chosenLanguages = (
  cookies: Readonly<Record<string, string | undefined>>,
): readonly (string | undefined)[] => [cookies[cookieNames.language], cookies[cookieNames.consoleLanguage]];

const prefixed: readonly string[] = [cookieNames.session, cookieNames.csrf];

/** What browsers know a cookie by. */
export const wireCookieName = (prefix: string, name: string): string =>
  prefixed.includes(name) ? `${prefix}${name}` : name;

/** Cookies as a browser sent them, by the names they have inside the product. Another prefix is no name of ours. */
export function ownCookies(
  prefix: string,
  sent: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const own = prefixed.map((name) => [name, sent[wireCookieName(prefix, name)]]);
  return { ...sent, ...Object.fromEntries(own) };
}
