import {
  ApiError,
  EmptyBadRequest,
  type FieldErrors,
  NotFound,
  TooManyRequests,
  ValidationError,
} from "../errors.ts";
import { type Language, type Message, translate, withParameters } from "../i18n/messages.ts";
import { text } from "../i18n/texts.ts";
import type { Json } from "../json.ts";
import { log } from "../log.ts";
import { currentTrace } from "../trace.ts";
import { unavailable } from "./unavailable.ts";

/** An error as it goes to a client. */
export interface PresentedError {
  readonly status: number;
  readonly body: Json | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

interface FrameworkError {
  readonly code?: string;
  readonly statusCode?: number;
  readonly message?: string;
}

/**
 * Any thrown value -> status and body. What is not an error of ours is logged and answered as a plain 500: its
 * message may hold anything; the request's id leads to it in the log. Contract: docs/contract/conventions.md, "Errors".
 */
export function presentError(error: unknown, language: Language): PresentedError {
  const known =
    error instanceof ApiError
      ? error
      : (frameworkError((error ?? {}) as FrameworkError) ?? unavailable(error as FrameworkError));
  if (known === null) {
    log.error({ err: error }, "unhandled error in a request");
    const trace = currentTrace();
    const body = {
      error: translate(text.serverError, language),
      ...(trace === undefined ? {} : { request_id: trace.id }),
    };
    return { status: 500, body, headers: {} };
  }
  if (known.status === 503) log.warn({ err: (error as Error).message }, "a request could not be served");
  const headers: Record<string, string> = {
    ...(known.status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(known instanceof TooManyRequests ? { "retry-after": String(known.retryAfter) } : {}),
    ...(known.status === 503 ? { "retry-after": "5" } : {}),
  };
  return { status: known.status, body: bodyOf(known, language), headers };
}

function bodyOf(error: ApiError, language: Language): Json | undefined {
  if (error instanceof EmptyBadRequest) return undefined;
  if (error instanceof ValidationError) return translateErrors(error.errors, language);
  const detail =
    error instanceof NotFound
      ? withParameters(error.detail, { type: translate(error.type, language) })
      : error.detail;
  return { detail: translate(detail, language), code: error.code, ...presentExtra(error.extra, language) };
}

/** Extra keys may hold messages; they are translated like the detail. */
function presentExtra(extra: Readonly<Record<string, unknown>>, language: Language): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(extra).map(([name, value]) => [
      name,
      isMessage(value) ? translate(value, language) : (value as Json),
    ]),
  );
}

/** The tree of messages by field, translated. */
export function translateErrors(errors: FieldErrors, language: Language): Json {
  if (isMessage(errors)) return translate(errors, language);
  if (Array.isArray(errors)) return errors.map((item: FieldErrors) => translateErrors(item, language));
  return Object.fromEntries(
    Object.entries(errors as Record<string, FieldErrors>).map(([name, item]) => [
      name,
      translateErrors(item, language),
    ]),
  );
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "key" in value && "en" in value && "ja" in value;
}

/**
 * PostgreSQL: text that is not valid UTF-8 or holds NUL, numbers and instants out of range, malformed literals,
 * values too long for their column or its index, expressions that are none.
 */
const unfitValues: ReadonlySet<string> = new Set([
  "22001",
  "22003",
  "22007",
  "22008",
  "22021",
  "2201B",
  "22P02",
  "22P05",
  "54000",
]);

function frameworkError({ code, statusCode, message }: FrameworkError): ApiError | null {
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return new ApiError(
      413,
      "request_too_large",
      withParameters(text.bodyTooLarge, { limit: message?.match(/\d+/)?.[0] ?? "" }),
    );
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") {
    return new ApiError(
      415,
      "unsupported_media_type",
      withParameters(text.unsupportedMediaType, { type: "" }),
    );
  }
  if (code !== undefined && unfitValues.has(code)) {
    return new ApiError(400, "invalid", text.invalidFilter);
  }
  // Somebody else holds the row longer than a request waits, or keeps winning the conflict over it.
  if (code === "55P03" || code === "40001" || code === "40P01") {
    return new ApiError(409, "error", text.busy);
  }
  // What this refers to was there when it was checked, and is not any more.
  if (code === "23503") return new ApiError(409, "error", text.goneMeanwhile);
  if (code === "57014") return new ApiError(408, "error", text.tooSlow);
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null;
  // A path that leads out of a folder of files, or is none at all, leads nowhere.
  if (code === "FST_ERR_BAD_URL" || statusCode === 403 || statusCode === 404) {
    return new ApiError(404, "not_found", text.urlNotFound);
  }
  const isOfBody =
    code?.startsWith("FST_ERR_CTP") === true || code === undefined || code.startsWith("ERR_ENCODING");
  if (statusCode !== 400 || !isOfBody) return new ApiError(statusCode, "bad_request", text.badRequest);
  return new ApiError(400, "parse_error", withParameters(text.malformedJson, { reason: message ?? "" }));
}
