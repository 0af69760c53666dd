/** Field name to messages, as a 400 answer of a form carries them; nested objects and rows are kept as sent. */
export type ErrorBody = unknown;

/** `code` of a call that was given up because the server took too long. */
export const TIMED_OUT = "timeout";

/**
 * An answer with a status of 400 or more, or no answer at all (`status` 0).
 * `text` is what the server said, if it said anything a person can read.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Machine-readable `code` of the answer, for example `permission_denied`. */
  readonly code: string | undefined;
  /** The server's own words, in the order error, msg, detail, non_field_errors (docs/contract/conventions.md, "Errors"). */
  readonly text: string | undefined;
  readonly url: string;
  /** Header `X-Request-Id` of the answer, by which support finds the request in the logs. */
  readonly requestId: string | undefined;

  constructor(status: number, body: ErrorBody, url: string, requestId?: string) {
    const text = errorText(body);
    super(text ?? `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
    this.url = url;
    this.text = text;
    this.requestId = requestId;
    this.code = isRecord(body) && typeof body.code === "string" ? body.code : undefined;
  }

  /** Whether nobody answered: the network is gone, or a proxy found no server behind it. A time-out is neither. */
  get isUnreachable(): boolean {
    return (this.status === 0 && this.code !== TIMED_OUT) || this.status === 502 || this.status === 504;
  }
}

/** Narrows an unknown JSON value to an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Finds the sentence to show in an error answer.
 *
 * @param body parsed JSON, or text
 * @returns the sentence, or undefined when the answer has none (an HTML page, an empty body, field errors only)
 */
export function errorText(body: unknown): string | undefined {
  if (typeof body === "string") {
    const text = body.trim();
    return text === "" || text.startsWith("<") ? undefined : text;
  }
  if (Array.isArray(body)) {
    const parts = body.map(errorText).filter((part) => part !== undefined);
    return parts.length > 0 ? parts.join("; ") : undefined;
  }
  if (!isRecord(body)) return undefined;
  for (const key of ["error", "msg", "detail", "non_field_errors"]) {
    const text = errorText(body[key]);
    if (text !== undefined) return text;
  }
  return undefined;
}
