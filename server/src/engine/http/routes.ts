import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { ConfirmLevel } from "../access/confirmation.ts";
import type { CallerContext, RequestContext } from "../access/context.ts";
import type { AccessRule } from "../access/rules.ts";
import type { Field } from "../resource/field-kinds/field.ts";
import type { PresentedError } from "./present-error.ts";

/** Methods a route can answer. OPTIONS and HEAD are answered by the engine. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The request as a route sees it. */
export interface RouteRequest {
  readonly method: Method;
  /** Path with query. */
  readonly url: string;
  /** The address before anything of it was rewritten. */
  readonly target: string;
  /** Names and values of the header, in turn, as they arrived. */
  readonly rawHeaders: readonly string[];
  /** Named segments of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** Parsed body: JSON value, or the fields of a form. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
}

/** A cookie to set; `value` null removes it. Path `/`, `SameSite=Lax`, `Secure` behind https. */
export interface CookieToSet {
  readonly name: string;
  readonly value: string | null;
  /** Seconds; a browser-session cookie when omitted. */
  readonly maxAge?: number;
  /** Hidden from scripts. Default true. */
  readonly httpOnly?: boolean;
}

/** What a route answers. */
export interface RouteAnswer {
  /** Default 200, or 302 with `location`. */
  readonly status?: number;
  /** JSON when an object, list or other JSON value; sent as it is when a string, buffer or stream. */
  readonly body?: unknown;
  /** Content type of a string, buffer or stream body. Default `text/html; charset=utf-8` for strings. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly CookieToSet[];
  /** Relative path to redirect to. */
  readonly location?: string;
}

/**
 * Fields of a route: the same for every request, or those of what a request names. A request that names nothing, or
 * nothing for its caller, has none.
 */
export type RouteFields =
  | Readonly<Record<string, Field>>
  | ((context: RequestContext) => Readonly<Record<string, Field>> | undefined);

/** The fields of a route in a request. */
export const routeFields = (
  fields: RouteFields | undefined,
  context: RequestContext,
): Readonly<Record<string, Field>> | undefined => (typeof fields === "function" ? fields(context) : fields);

/**
 * One endpoint that is not a resource's. Handlers of unsafe methods run in one transaction (`context.db`) that
 * is rolled back when they throw.
 */
export interface RouteDeclaration {
  readonly methods: readonly Method[];
  /** Fastify path, e.g. `/api/v1/users/profile/` or `/core/auth/login/`. */
  readonly path: string;
  readonly access: AccessRule;
  /** How the caller has to have confirmed lately who they are, beside what `access` demands. */
  readonly confirm?: ConfirmLevel;
  /** `principal` is set whenever the rule is not `anonymous`. */
  readonly handle: (context: RouteContext, request: RouteRequest) => Promise<RouteAnswer>;
  /** Metadata answered to OPTIONS, by method. */
  readonly fields?: Partial<Record<Method, RouteFields>>;
  /** OPTIONS `name`. */
  readonly title?: string;
  /** Media type of the answer where it is not JSON (or a page); such a route takes part in no negotiation. */
  readonly produces?: string;
  /** Largest body, in bytes. Default 1 MiB. */
  readonly bodyLimit?: number;
  /** True: also takes `multipart/form-data`; files arrive as `File` values. The body limit holds. Default false. */
  readonly multipart?: boolean;
  /** False: the handler checks its own token (sign-in form), or none is needed (token sign-in API). Default true. */
  readonly csrf?: boolean;
  /** True: `?token=<connection token>` stands in for a sign-in. Default false. */
  readonly connectionToken?: boolean;
  /** False keeps an unsafe method out of a transaction. Default true. */
  readonly transaction?: boolean;
  /** How errors are answered where another standard says so: the error, and how it would be answered else. */
  readonly presentError?: (error: unknown, usual: PresentedError) => RouteAnswer;
}

/** The context of a route: a caller unless the route is anonymous. */
export type RouteContext = RequestContext;

/** Narrows to a known caller; the engine has checked it for every route that is not anonymous. */
export function caller(context: RequestContext): CallerContext {
  if (context.principal === null || context.credential === null) {
    throw new Error("this route is anonymous and has no caller");
  }
  return context as CallerContext;
}

/** A WebSocket endpoint of the web process. */
export interface SocketDeclaration {
  readonly path: string;
  readonly access: AccessRule;
  /** Called once the caller is allowed; takes over the connection. */
  readonly connect: (
    context: CallerContext,
    connection: { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer },
  ) => void;
}

/** A route as the authorization matrix sees it. */
export interface RouteEntry {
  readonly method: string;
  readonly path: string;
  readonly access: AccessRule;
}
