import fastifyCookie from "@fastify/cookie";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { type ConfirmLevel, requireConfirmation } from "../access/confirmation.ts";
import type { RequestContext } from "../access/context.ts";
import type { AccessRule } from "../access/rules.ts";
import type { Area } from "../area.ts";
import { productVersion } from "../config/data-folder.ts";
import { BadRequest } from "../errors.ts";
import { withParameters } from "../i18n/messages.ts";
import { openApiRoutes } from "../openapi/routes.ts";
import { exportAnswer } from "../resource/files/export.ts";
import { selectionsRoute } from "../resource/query/selections.ts";
import { prepareResource } from "../resource/resource.ts";
import { type EngineRoute, resourceRoutes } from "../resource/routes.ts";
import type { Services } from "../services.ts";
import { acceptTabular, tabularMediaTypes } from "../tabular/tabular-file.ts";
import { text } from "../tabular/texts.ts";
import { newTrace, runTraced, type Trace } from "../trace.ts";
import { languageOf, sendAnswer, setCookies } from "./answer.ts";
import { apiRoots } from "./api-roots.ts";
import { acceptBodies } from "./bodies.ts";
import { checkBodies } from "./checked-bodies.ts";
import { ownCookies } from "./cookies.ts";
import { extendedCookies } from "./extended-cookies.ts";
import { negotiateFormat, withoutFormatSuffix } from "./formats.ts";
import { checkCsrf } from "./identify.ts";
import { metadataRoutes, plainMetadata } from "./metadata-routes.ts";
import { acceptMultipart } from "./multipart.ts";
import { answerUnknown } from "./not-found.ts";
import { presentError } from "./present-error.ts";
import { createRateLimiter, isOwnAddress } from "./rate-limit.ts";
import { buildContext, inTransaction, type PendingContext, runTasks } from "./request-context.ts";
import {
  caller,
  type Method,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
  routeFields,
} from "./routes.ts";
import { siteOrigin } from "./site-origin.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What the route demands of its caller. A route without it cannot be registered. */
    access?: AccessRule;
    confirm?: ConfirmLevel | undefined;
    csrf?: boolean;
    connectionToken?: boolean;
    /** Whether `?format=` and `Accept` are looked at. */
    negotiated?: boolean;
    multipart?: boolean;
    tabular?: boolean;
  }
  interface FastifyInstance {
    /** Whether people reach the product by https, whatever the last proxy speaks. */
    isSecureSite: boolean;
    /** What stands before the names of the session's cookies in browsers. */
    cookiePrefix: string;
  }
  interface FastifyRequest {
    pending: PendingContext | null;
    trace: Trace;
  }
}

/** A route as the authorization matrix sees it. */
export interface RouteEntry {
  readonly method: string;
  readonly path: string;
  readonly access: AccessRule;
}

/** The HTTP application and the table of everything it answers. */
export interface HttpApp {
  readonly fastify: FastifyInstance;
  readonly routes: readonly RouteEntry[];
}

/** Default largest body, in bytes. */
const defaultBodyLimit = 1_048_576;

/** How long slow clients are waited for, in milliseconds; then they are cut off. */
interface HttpTimeouts {
  readonly http: {
    /** For the head of a request. */
    readonly headersTimeout: number;
    readonly connectionsCheckingInterval: number;
    /** Bytes of a head. */
    readonly maxHeaderSize: number;
  };
  /** For a whole request. */
  readonly requestTimeout: number;
  /** For a connection on which nothing happens. */
  readonly connectionTimeout: number;
  readonly keepAliveTimeout: number;
}

/**
 * A head has to arrive at once: nobody is known before it. A body belongs to a known caller nearly everywhere, and the
 * largest one may come over a slow line.
 */
const defaultTimeouts: HttpTimeouts = {
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 },
  requestTimeout: 120_000,
  connectionTimeout: 150_000,
  keepAliveTimeout: 72_000,
};

/** Builds the application from the areas. Throws when a route declares no access rule. */
export async function createHttpApp(
  services: Services,
  areas: readonly Area[],
  timeouts: HttpTimeouts = defaultTimeouts,
): Promise<HttpApp> {
  const { trustedProxies } = services.config;
  const fastify = Fastify({
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit: defaultBodyLimit,
    ...timeouts,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: "idle",
    exposeHeadRoutes: true,
    rewriteUrl: ({ url }) => withoutFormatSuffix(url ?? "/"),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  const routes: RouteEntry[] = [];
  fastify.addHook("onRoute", ({ method, path, config }) => {
    const access = config?.access;
    if (access === undefined) throw new Error(`${String(method)} ${path} declares no access rule`);
    for (const one of [method].flat()) routes.push({ method: one, path, access });
  });
  await fastify.register(fastifyCookie);
  const { sessionCookieNamePrefix } = services.config;
  fastify.decorate("cookiePrefix", sessionCookieNamePrefix);
  fastify.addHook("onRequest", async (request) => {
    request.cookies = ownCookies(sessionCookieNamePrefix, request.cookies);
  });
  fastify.decorateRequest("pending", null);
  fastify.decorate("isSecureSite", services.config.siteUrl.startsWith("https:"));
  fastify.decorateRequest("trace");
  traceRequests(fastify, services.config.debug);
  limitRequests(fastify, services.config.requestLimit);
  acceptBodies(fastify);
  acceptMultipart(fastify);
  acceptTabular(fastify);
  addHooks(fastify, services);
  checkBodies(fastify);
  const importLimit = services.config.importLimit * 1_048_576;
  for (const route of allRoutes(areas)) registerRoute(fastify, route, importLimit);
  fastify.setNotFoundHandler({}, (request, reply) => answerUnknown(routes, request, reply));
  return { fastify, routes };
}

/** Every route of the product: what the engine brings, what follows from resources, what areas declare. */
function allRoutes(areas: readonly Area[]): EngineRoute[] {
  const resources = areas.flatMap((area) => area.resources ?? []).map(prepareResource);
  const plain = [selectionsRoute, ...apiRoots(resources), ...areas.flatMap((area) => area.routes ?? [])];
  const documents = openApiRoutes({ resources, version: productVersion }, plain);
  const declared = [...resources.flatMap(resourceRoutes), ...[...plain, ...documents].map(describedRoute)];
  return [...declared, ...metadataRoutes(declared)];
}

function describedRoute(route: RouteDeclaration): EngineRoute {
  if (!route.path.startsWith("/api/v1/")) return route;
  const { GET: columns } = route.fields ?? {};
  return {
    ...route,
    metadata: plainMetadata(route),
    ...(columns === undefined ? {} : { columns: (context) => routeFields(columns, context) }),
  };
}

function registerRoute(fastify: FastifyInstance, route: EngineRoute, importLimit: number): void {
  for (const method of route.methods) {
    fastify.route({
      method,
      url: route.path,
      bodyLimit: route.bodyLimit === "import" ? importLimit : (route.bodyLimit ?? defaultBodyLimit),
      config: {
        access: route.access,
        confirm: route.confirm,
        csrf: route.csrf ?? true,
        connectionToken: route.connectionToken ?? false,
        negotiated: route.path.startsWith("/api/v1/") && route.produces === undefined,
        multipart: route.multipart ?? false,
        tabular: route.tabular ?? false,
      },
      // Reading the body has left the trace behind.
      handler: (request, reply) => runTraced(request.trace, () => run(route, request, reply)),
    });
  }
}

const isUnsafe = (method: string): boolean => !["GET", "HEAD", "OPTIONS"].includes(method);

async function run(route: EngineRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { pending } = request;
  if (pending === null) throw new Error(`${route.path} was reached without a context`);
  const input: RouteRequest = {
    method: request.method as Method,
    url: request.url,
    target: request.originalUrl,
    rawHeaders: request.raw.rawHeaders,
    params: request.params as Record<string, string>,
    body:
      route.readBody === undefined
        ? request.body
        : await route.readBody(caller(pending.context), request.body),
    headers: request.headers,
    cookies: request.cookies,
  };
  if (isUnsafe(request.method) && route.transaction !== false) {
    return sendAnswer(reply, await inTransaction(pending, (context) => route.handle(context, input)));
  }
  const answer = await route.handle(pending.context, input);
  await runTasks(pending.tasks);
  return sendAnswer(reply, await inFormat(route, pending.context, answer));
}

/** What a read answered in JSON, as a file of rows where that was asked for. */
async function inFormat(
  route: EngineRoute,
  context: RequestContext,
  answer: RouteAnswer,
): Promise<RouteAnswer> {
  const isJson = answer.type === undefined && answer.location === undefined;
  if (context.format === "json" || !isJson) return answer;
  const name = route.metadata?.title ?? route.path.split("/").at(-2) ?? "";
  return exportAnswer(context, answer, {
    name,
    fields: route.columns?.(context),
    protects: route.protects,
  });
}

/** The pages of this installation, as browsers name them in `Origin`. */
async function ownOrigins(services: Services, request: FastifyRequest): Promise<string[]> {
  return [
    await siteOrigin(services),
    services.config.siteUrl,
    `${request.protocol}://${request.headers.host ?? ""}`,
  ];
}

function addHooks(fastify: FastifyInstance, services: Services): void {
  fastify.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders(request));
    const { access, confirm, csrf, connectionToken } = request.routeOptions.config;
    if (access === undefined) return;
    request.pending = await buildContext(
      services,
      {
        method: request.method,
        url: request.url,
        target: request.originalUrl,
        headers: request.headers,
        rawHeaders: request.raw.rawHeaders,
        cookies: request.cookies,
        remoteAddress: request.ip,
        connectionToken: connectionToken === true,
      },
      access,
    );
    const { credential, session, query } = request.pending.context;
    if (credential === "session" && session?.isExtended === true) {
      setCookies(reply, await extendedCookies(services, session, request.cookies));
    }
    if (request.routeOptions.config.negotiated === true) {
      const format = negotiateFormat(query.get("format"), request.headers.accept);
      const { pending, method } = request;
      // Only what is read has rows; writes, and what an address says of itself, are answered in JSON.
      const isRead = method === "GET" || method === "HEAD";
      request.pending = { ...pending, context: { ...pending.context, format: isRead ? format : "json" } };
    }
    if (isUnsafe(request.method) && csrf !== false && credential === "session" && session !== null) {
      const header = request.headers["x-csrftoken"];
      checkCsrf(session, [header].flat()[0], request.headers.origin, await ownOrigins(services, request));
    }
    if (confirm !== undefined && request.method !== "OPTIONS") {
      await requireConfirmation(request.pending.context, confirm);
    }
  });
  fastify.setErrorHandler(answerError);
}

/** Names every request, and tells how many statements it took where somebody is developing. */
function traceRequests(fastify: FastifyInstance, debug: boolean): void {
  fastify.addHook("onRequest", (request, reply, done) => {
    request.trace = newTrace([request.headers["x-request-id"]].flat()[0]);
    reply.header("x-request-id", request.trace.id);
    runTraced(request.trace, done);
  });
  if (!debug) return;
  fastify.addHook("onSend", async (request, reply) => {
    // The contract leaves out the two statements that find the caller.
    reply.header("x-jms-sql-count", String(Math.max(0, request.trace.queries - 2)));
  });
}

/** Keeps one address from taking all there is; `perSecond` 0: it may. */
function limitRequests(fastify: FastifyInstance, perSecond: number): void {
  if (perSecond === 0) return;
  const limiter = createRateLimiter({ burst: perSecond * 10, perSecond });
  fastify.addHook("onRequest", async ({ ip }) => {
    if (!isOwnAddress(ip)) limiter.take(ip);
  });
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // An address that is none gets here before anything else has looked at the request.
  const trace = request.trace ?? newTrace(undefined);
  const { status, body, headers } = runTraced(trace, () =>
    presentError(overflowed(error, request), languageOf(request)),
  );
  return sendAnswer(reply.headers({ ...securityHeaders(request), ...headers }), { status, body });
}

/** A file that is too large is told so in the words of imports. */
function overflowed(error: unknown, { headers, routeOptions }: FastifyRequest): unknown {
  const isTooLarge = (error as { code?: unknown } | null)?.code === "FST_ERR_CTP_BODY_TOO_LARGE";
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
  const isFile = Object.values(tabularMediaTypes).flat().includes(type);
  if (!isTooLarge || !isFile || routeOptions.config?.tabular !== true) return error;
  const limit = Math.floor((routeOptions.bodyLimit ?? 0) / 1_048_576);
  return new BadRequest("file_content_overflowed", withParameters(text.fileOverflowed, { limit }));
}

function securityHeaders(request: FastifyRequest): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    ...(request.protocol === "https" ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}
