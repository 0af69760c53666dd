import type { Services } from "../services.ts";
import { cookieNames } from "./cookies.ts";
import type { Session } from "./http-sessions.ts";
import type { CookieToSet } from "./routes.ts";

/**
 * The cookies of a session whose life was extended, so that they live as long as it: of somebody who asked to stay
 * signed in, while the installation allows it. The others end with the browser anyhow.
 * Contract: docs/contract/identity.md, "Cookies".
 */
export async function extendedCookies(
  { settings }: Pick<Services, "settings">,
  session: Session,
  sent: Readonly<Record<string, string | undefined>>,
): Promise<CookieToSet[]> {
  const value = sent[cookieNames.session];
  if (value === undefined || session.data.auto_login !== true) return [];
  if (await settings.get<boolean>("SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE")) return [];
  const maxAge = await settings.get<number>("SESSION_COOKIE_AGE");
  return [
    { name: cookieNames.session, value, maxAge },
    { name: cookieNames.csrf, value: session.csrfToken, httpOnly: false, maxAge },
    { name: cookieNames.sessionExpire, value: "age", httpOnly: false, maxAge },
  ];
}
