import type { Message } from "./i18n/messages.ts";
import { withParameters } from "./i18n/messages.ts";
import { text } from "./i18n/texts.ts";

/** Messages keyed by field, nested as the input is; a list of messages at a leaf. */
export type FieldErrors = Message | readonly FieldErrors[] | { readonly [field: string]: FieldErrors };

/**
 * An error that is answered to a client. `status` is the HTTP status, `code` the stable word clients test,
 * `detail` the text a person reads. Body: `{detail, code}`. Contract: docs/contract/conventions.md, "Errors".
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: Message;
  /** Keys added to the body, e.g. `error` where the contract answers that instead of `detail`. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, detail: Message, extra: Readonly<Record<string, unknown>> = {}) {
    super(detail.en);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.extra = extra;
  }
}

/** 401: no credentials, or credentials that are not valid (`code` tells which). */
export class NotAuthenticated extends ApiError {
  constructor(code: "not_authenticated" | "authentication_failed" = "not_authenticated", detail?: Message) {
    super(
      401,
      code,
      detail ?? (code === "not_authenticated" ? text.notAuthenticated : text.authenticationFailed),
    );
  }
}

/** 403: signed in, but not allowed. */
export class PermissionDenied extends ApiError {
  constructor(detail: Message = text.permissionDenied) {
    super(403, "permission_denied", detail);
  }
}

/** 403: signed in, but has not accepted the terms of use. */
export class TermsNotAccepted extends ApiError {
  constructor() {
    super(403, "terms_not_accepted", text.termsNotAccepted);
  }
}

/** 404: no such object, or none the caller may know of. */
export class NotFound extends ApiError {
  constructor(type: Message = text.object) {
    super(404, "object_does_not_exist", withParameters(text.notFound, { type: type.en }));
    this.type = type;
  }
  readonly type: Message;
}

/** 400 with a code and a sentence: the request is understood and refused for a reason of the business. */
export class BadRequest extends ApiError {
  constructor(code: string, detail: Message, extra: Readonly<Record<string, unknown>> = {}) {
    super(400, code, detail, extra);
  }
}

/** 400 whose body is the tree of messages by field. */
export class ValidationError extends ApiError {
  readonly errors: FieldErrors;
  constructor(errors: FieldErrors) {
    super(400, "invalid", text.invalidFilter);
    this.errors = errors;
  }
}

/** 400 with an empty body: a bulk delete whose filter does not narrow the set. */
export class EmptyBadRequest extends ApiError {
  constructor() {
    super(400, "invalid", text.invalidFilter);
  }
}

/** 400 whose code is the level at which the caller has to confirm who they are (`access/confirmation.ts`). */
export class ConfirmationRequired extends ApiError {
  constructor(level: string) {
    super(400, level, text.confirmFirst);
  }
}

/** 429: more requests than this caller may make. Answered with `Retry-After`. */
export class TooManyRequests extends ApiError {
  /** Whole seconds until a request is taken again, at least 1. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super(429, "throttled", withParameters(text.tooManyRequests, { seconds: retryAfter }));
    this.retryAfter = retryAfter;
  }
}

/** Thrown by a field kind for its own value; the engine files it under the field's name. */
export class FieldError extends Error {
  readonly errors: FieldErrors;
  constructor(errors: FieldErrors) {
    super("invalid field value");
    this.errors = errors;
  }
}
