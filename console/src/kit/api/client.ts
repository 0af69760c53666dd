import { ApiError, TIMED_OUT } from "./api-error.ts";
import { csrfCookieName, readCookie } from "./cookies.ts";
import { recordQueryCount } from "./query-counts.ts";

/** A query value; undefined, null and empty strings are not sent. */
export type QueryValue = string | number | boolean | null | undefined;
/** Query parameters by name; an array repeats the parameter. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

/** What one call may set. */
export interface ApiOptions {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "HEAD";
  readonly query?: Query;
  /** Sent as JSON; a `FormData`, `Blob` or `File` is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Milliseconds before the call is given up; 120 000 unless told. */
  readonly timeout?: number;
  /** Arrives although the page is left meanwhile. */
  readonly keepalive?: boolean;
}

/** What the page around the client decides: which organization, and what happens on particular answers. */
export interface ApiHooks {
  /** Organization id for `X-JMS-ORG`; undefined sends no header. */
  organization(): string | undefined;
  /** Called on every 401, before the error is thrown. */
  unauthorized(error: ApiError): void;
  /** Called after every answer, for the keep-alive timer. */
  responded(url: string): void;
  /**
   * Called when nobody answered (`false`) and when somebody did (`true`).
   * @param asked when the call was made, in milliseconds of `performance.now()`
   */
  reached(answered: boolean, asked: number): void;
}

const hooks: { current: ApiHooks } = {
  current: { organization: () => undefined, unauthorized: () => {}, responded: () => {}, reached: () => {} },
};

/** Sets the page's hooks; called once at start. Hooks not given keep their present value. */
export function configureApi(changes: Partial<ApiHooks>): void {
  hooks.current = { ...hooks.current, ...changes };
}

/** Builds `path?query`, leaving out empty values. The path may already carry a query. */
export function withQuery(path: string, query: Query | undefined): string {
  if (query === undefined) return path;
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== "") parameters.append(name, String(item));
    }
  }
  const text = parameters.toString();
  if (text === "") return path;
  return `${path}${path.includes("?") ? (path.endsWith("?") || path.endsWith("&") ? "" : "&") : "?"}${text}`;
}

function requestHeaders(options: ApiOptions): Headers {
  const headers = new Headers({
    Accept: "application/json",
    "X-TZ": Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const token = readCookie(csrfCookieName());
  if (token !== undefined) headers.set("X-CSRFToken", token);
  const organization = hooks.current.organization();
  if (organization !== undefined) headers.set("X-JMS-ORG", organization);
  if (options.body !== undefined && !isRawBody(options.body)) headers.set("Content-Type", "application/json");
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return headers;
}

function isRawBody(body: unknown): body is BodyInit {
  return body instanceof FormData || body instanceof Blob || body instanceof URLSearchParams;
}

async function parseBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  if (!(response.headers.get("Content-Type") ?? "").includes("json")) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/**
 * Calls the API (docs/contract/console.md, "Requests") and returns the parsed body.
 *
 * @param path site-absolute path, for example `/api/v1/users/users/`
 * @param options method, query, body
 * @throws ApiError on a status of 400 or more, on a time-out, and (status 0) when the server cannot be reached
 */
export function api<Result = unknown>(path: string, options: ApiOptions = {}): Promise<Result> {
  return apiRead(path, options, (response) => parseBody(response) as Promise<Result>);
}

/**
 * Calls the API for an answer that is no JSON, such as a file.
 *
 * @param read reads the body of an answer without error; when it breaks off, the call has failed as without an answer
 * @throws ApiError as {@link api} does
 */
export async function apiRead<Result>(
  path: string,
  options: ApiOptions,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const url = withQuery(path, options.query);
  const asked = performance.now();
  const timeout = AbortSignal.timeout(options.timeout ?? 120_000);
  let response: Response;
  let result: Result | undefined;
  let failure: unknown;
  try {
    response = await fetch(url, {
      method: options.method ?? "GET",
      headers: requestHeaders(options),
      credentials: "same-origin",
      ...(options.keepalive === true ? { keepalive: true } : {}),
      signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
      ...(options.body === undefined
        ? {}
        : { body: isRawBody(options.body) ? options.body : JSON.stringify(options.body) }),
    });
    if (response.ok) result = await read(response);
    else failure = await parseBody(response);
  } catch (cause) {
    if (options.signal?.aborted === true) throw cause;
    if (timeout.aborted) throw new ApiError(0, { code: TIMED_OUT }, url);
    hooks.current.reached(false, asked);
    throw new ApiError(0, undefined, url);
  }
  hooks.current.responded(url);
  recordQueryCount(url, response.headers.get("X-JMS-SQL-COUNT"));
  const error = response.ok
    ? undefined
    : new ApiError(response.status, failure, url, response.headers.get("X-Request-Id") ?? undefined);
  hooks.current.reached(error?.isUnreachable !== true, asked);
  if (error !== undefined) {
    if (response.status === 401) hooks.current.unauthorized(error);
    throw error;
  }
  return result as Result;
}
