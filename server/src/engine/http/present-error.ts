import { ApiError, EmptyBadRequest, type FieldErrors, NotFound, ValidationError } from "../errors.ts";
import { type Language, type Message, translate, withParameters } from "../i18n/messages.ts";
import { text } from "../i18n/texts.ts";
import type { Json } from "../json.ts";
import { log } from "../log.ts";

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
 * message may hold anything. Contract: docs/contract/conventions.md, "Errors".
 */
export function presentError(error: unknown, language: Language): PresentedError {
  const known = error instanceof ApiError ? error : frameworkError(error as FrameworkError);
  if (known === null) {
    log.error({ err: error }, "unhandled error in a request");
    return { status: 500, body: { error: translate(text.serverError, language) }, headers: {} };
  }
  const headers: Record<string, string> = known.status === 401 ? { "www-authenticate": "Bearer" } : {};
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
  // PostgreSQL: text that is not valid UTF-8 or holds NUL, numbers out of range, malformed literals.
  if (code === "22021" || code === "22P05" || code === "22003" || code === "22P02") {
    return new ApiError(400, "invalid", text.invalidFilter);
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ApiError(
      statusCode,
      "parse_error",
      withParameters(text.malformedJson, { reason: message ?? "" }),
    );
  }
  return null;
}
