import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../errors.ts";
import { translate, withParameters } from "../i18n/messages.ts";
import { text } from "../i18n/texts.ts";
import { languageOf, sendAnswer } from "./answer.ts";
import type { RouteEntry } from "./app.ts";

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

/**
 * What no route answers: a known path with another method is 405, a GET without its slash is sent to the form
 * with one, anything else is 404, as JSON for API paths and clients that send or want JSON.
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
  // The router takes no segment of any length; what is too long for it is the name of nothing.
  const isTooLong = other.some(({ method }) => method === request.method);
  if (other.length > 0 && !isTooLong) {
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
  if (request.method === "GET" && !path.endsWith("/") && known(`${path}/`).length > 0) {
    return sendAnswer(reply, { status: 301, location: `${path}/${query === undefined ? "" : `?${query}`}` });
  }
  return sendAnswer(reply, { status: 404, body: { error: translate(text.urlNotFound, language) } });
}
