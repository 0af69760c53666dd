import { randomBytes } from "node:crypto";
import type { RequestContext } from "../../engine/access/index.ts";
import {
  type CookieToSet,
  cookieNames,
  isFromOtherSite,
  type RouteRequest,
  siteOrigin,
} from "../../engine/http/index.ts";
import { isObject } from "../../engine/json.ts";
import { sameText } from "../../engine/secrets/index.ts";

/** A form field as text; empty when it is missing or something else. */
export const asText = (value: unknown): string => (typeof value === "string" ? value : "");

/** The fields of a posted form. */
export const fieldsOf = ({ body }: RouteRequest): Readonly<Record<string, unknown>> =>
  isObject(body) ? body : {};

/** What a page with a form is given: the token the form repeats, and the cookies that go with the page. */
export interface OpenedForm {
  readonly csrfToken: string;
  readonly cookies: readonly CookieToSet[];
}

/**
 * Prepares a form for somebody who has no session: its token repeats a cookie, which also shows that the browser
 * keeps cookies at all.
 */
export async function openForm(
  { services }: Pick<RequestContext, "services">,
  request: RouteRequest,
): Promise<OpenedForm> {
  const known = request.cookies[cookieNames.csrf];
  const csrfToken =
    known !== undefined && /^[\w-]{32,64}$/.test(known) ? known : randomBytes(32).toString("base64url");
  return {
    csrfToken,
    cookies: [
      { name: cookieNames.csrf, value: csrfToken, httpOnly: false },
      { name: cookieNames.prefix, value: services.config.sessionCookieNamePrefix, httpOnly: false },
      {
        name: cookieNames.publicKey,
        value: await services.fieldCipher.publicKeyCookie(),
        httpOnly: false,
      },
    ],
  };
}

/** Where a posted form comes from: our own page, another one, or a browser that keeps no cookies. */
export type FormOrigin = "own" | "foreign" | "no-cookie";

/** Tells whether a form that needs no session was sent from our own page. */
export async function originOf(context: RequestContext, request: RouteRequest): Promise<FormOrigin> {
  const cookie = request.cookies[cookieNames.csrf];
  if (cookie === undefined) return "no-cookie";
  const isOurs =
    !(await isForeign(context, request)) && sameText(asText(fieldsOf(request).csrfmiddlewaretoken), cookie);
  return isOurs ? "own" : "foreign";
}

/** Whether a browser sent the form from a page of another site. */
async function isForeign({ services }: RequestContext, { headers }: RouteRequest): Promise<boolean> {
  if (isFromOtherSite(headers)) return true;
  const { origin } = headers;
  if (origin === undefined || origin === services.config.siteUrl) return false;
  if (origin === (await siteOrigin(services))) return false;
  try {
    return new URL(origin).host !== headers.host;
  } catch {
    // Among others `null`: the page a browser does not want to name.
    return true;
  }
}
