import type { FastifyReply, FastifyRequest } from "fastify";
import { BadRequest } from "../errors.ts";
import { withParameters } from "../i18n/messages.ts";
import { tabularMediaTypes } from "../tabular/tabular-file.ts";
import { text } from "../tabular/texts.ts";
import { newTrace, runTraced } from "../trace.ts";
import { languageOf, sendAnswer } from "./answer.ts";
import { settingsFor } from "./fastify-types.ts";
import { noteRefusal, requestTarget } from "./note-refusal.ts";
import { presentError } from "./present-error.ts";

/** Answers what went wrong, in the language of the caller. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // An address that is none gets here before anything else has looked at the request.
  const trace = request.trace ?? newTrace(undefined);
  if (request.pending != null) noteRefusal(request.pending.context, error, targetOf(request));
  const usual = runTraced(trace, () => presentError(overflowed(error, request), languageOf(request)));
  const { status, body, headers } = usual;
  const answer = settingsFor(request).presentError?.(error, usual) ?? { status, body };
  return sendAnswer(reply.headers({ ...securityHeaders(request), ...headers }), answer);
}

/** Method and path of a request, as the log of refusals has them. */
export const targetOf = ({ method, routeOptions, params }: FastifyRequest): string =>
  requestTarget(method, routeOptions.url ?? "", params);

/** Reports a file that is too large in the words of imports. */
function overflowed(error: unknown, request: FastifyRequest): unknown {
  const { headers, routeOptions } = request;
  const isTooLarge = (error as { code?: unknown } | null)?.code === "FST_ERR_CTP_BODY_TOO_LARGE";
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
  const isFile = Object.values(tabularMediaTypes).flat().includes(type);
  if (!isTooLarge || !isFile || settingsFor(request).tabular !== true) return error;
  const limit = Math.floor((routeOptions.bodyLimit ?? 0) / 1_048_576);
  return new BadRequest("file_content_overflowed", withParameters(text.fileOverflowed, { limit }));
}

/** Headers of every answer. */
export function securityHeaders(request: FastifyRequest): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    ...(request.protocol === "https" ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}
