import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../errors.ts";
import { translate, withParameters } from "../i18n/messages.ts";
import { text } from "../i18n/texts.ts";
import { languageOf, sendAnswer } from "./answer.ts";
import { renderNotFoundPage } from "./not-found-page.ts";
import type { RouteEntry } from "./routes.ts";

/** Whether a path is one a route answers; named segments match anything but a slash. */
function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) =>
      segment.startsWith(":") ? given[index] !== "" : segment === given[index],
    )
  );
}

/** Methods that change nothing, and so may be sent on. */
const safe: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a browser is being navigated, outside the API. */
function wantsPage({ method, headers }: FastifyRequest, path: string): boolean {
  return method === "GET" && !path.startsWith("/api/") && /\btext\/html\b/.test(headers.accept ?? "");
}

/**
 * What no route answers: a known path with another method is 405, a reading request without the slash is sent to
 * the form with one, anything else is 404: a page where a browser is being navigated outside the API, else JSON.
 */
export function answerUnknown(
  routes: readonly RouteEntry[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = languageOf(request);
  const [path = "/", query] = request.url.split("?");
  const known = (candidate: string): readonly RouteEntry[] =>
    routes.filter((route) => matches(route.path, candidate));
  const other = known(path);
  if (other.length > 0) {
    const error = new ApiError(
      405,
      "method_not_allowed",
      withParameters(text.methodNotAllowed, { method: request.method }),
    );
    return sendAnswer(reply, {
      status: 405,
      headers: { allow: [...new Set(other.map(({ method }) => method))].join(", ") },
      body: { detail: translate(error.detail, language), code: error.code },
    });
  }
  if (safe.has(request.method) && !path.endsWith("/") && known(`${path}/`).length > 0) {
    return sendAnswer(reply, { status: 301, location: `${path}/${query === undefined ? "" : `?${query}`}` });
  }
  if (wantsPage(request, path)) return sendAnswer(reply, { status: 404, body: renderNotFoundPage(language) });
  return sendAnswer(reply, { status: 404, body: { error: translate(text.urlNotFound, language) } });
}
