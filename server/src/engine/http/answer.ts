import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "../i18n/messages.ts";
import { negotiateLanguage } from "../i18n/negotiate.ts";
import { chosenLanguages, wireCookieName } from "./cookies.ts";
import type { CookieToSet, RouteAnswer } from "./routes.ts";

/** Pages of our own: nothing from elsewhere, no inline code, no framing. */
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";
/** Answers that are data: a browser that opens one runs nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Languages as the contract names them in `Content-Language`. */
const languageTags: Readonly<Record<Language, string>> = { en: "en", zh: "zh-hans", ja: "ja" };

/** The language of an answer: the request's context, or what it asks for where there is none. */
export function languageOf({ pending, cookies, headers }: FastifyRequest): Language {
  return (
    pending?.context.language ?? negotiateLanguage(chosenLanguages(cookies ?? {}), headers["accept-language"])
  );
}

/** Sets cookies; `Secure` where people come by https. */
export function setCookies(reply: FastifyReply, cookies: readonly CookieToSet[]): void {
  const secure = reply.request.protocol === "https" || reply.server.isSecureSite;
  for (const { name: own, value, maxAge, httpOnly = true } of cookies) {
    const name = wireCookieName(reply.server.cookiePrefix, own);
    const options = { path: "/", sameSite: "lax" as const, httpOnly, secure, encode: (text: string) => text };
    if (value === null) reply.clearCookie(name, { path: "/" });
    else reply.setCookie(name, value, maxAge === undefined ? options : { ...options, maxAge });
  }
}

/** Sends what a route answered. */
export function sendAnswer(reply: FastifyReply, answer: RouteAnswer): FastifyReply {
  const { body, headers = {}, cookies = [], location } = answer;
  setCookies(reply, cookies);
  reply.code(answer.status ?? (location === undefined ? 200 : 302));
  if (location !== undefined) reply.header("location", location);
  const raw = typeof body === "string" || Buffer.isBuffer(body) || body instanceof Readable;
  const type = answer.type ?? (raw ? "text/html; charset=utf-8" : "application/json; charset=utf-8");
  const isPage = type.startsWith("text/html");
  if (!reply.hasHeader("content-security-policy")) {
    reply.header("content-security-policy", isPage ? pagePolicy : dataPolicy);
  }
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  if (isPage || !raw) {
    reply.header("content-language", languageTags[languageOf(reply.request)]);
    reply.header("vary", "Accept-Language, Cookie");
  }
  reply.headers(headers);
  if (body === undefined) return reply.send();
  if (reply.request.method === "HEAD" && body instanceof Readable) {
    // Nobody reads it.
    body.destroy();
    return reply.type(type).send();
  }
  return reply.type(type).send(raw ? body : JSON.stringify(body));
}
