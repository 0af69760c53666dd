import fastifyCookie from "@fastify/cookie";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { AccessRule } from "../access/rules.ts";
import type { Area } from "../area.ts";
import { productVersion } from "../config/data-folder.ts";
import { openApiRoutes } from "../openapi/routes.ts";
import { selectionsRoute } from "../resource/query/selections.ts";
import { prepareResource } from "../resource/resource.ts";
import { type EngineRoute, resourceRoutes } from "../resource/routes.ts";
import type { Services } from "../services.ts";
import { languageOf, sendAnswer } from "./answer.ts";
import { apiRoots } from "./api-roots.ts";
import { acceptBodies } from "./bodies.ts";
import { checkFormat, withoutFormatSuffix } from "./formats.ts";
import { checkCsrf } from "./identify.ts";
import { metadataRoutes, plainMetadata } from "./metadata-routes.ts";
import { acceptMultipart } from "./multipart.ts";
import { answerUnknown } from "./not-found.ts";
import { presentError } from "./present-error.ts";
import { buildContext, inTransaction, type PendingContext, runTasks } from "./request-context.ts";
import type { Method, RouteDeclaration, RouteRequest } from "./routes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What the route demands of its caller. A route without it cannot be registered. */
    access?: AccessRule;
    csrf?: boolean;
    connectionToken?: boolean;
    /** Whether `?format=` and `Accept` are looked at. */
    negotiated?: boolean;
    multipart?: boolean;
  }
  interface FastifyRequest {
    pending: PendingContext | null;
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

/** Builds the application from the areas. Throws when a route declares no access rule. */
export async function createHttpApp(services: Services, areas: readonly Area[]): Promise<HttpApp> {
  const { trustedProxies } = services.config;
  const fastify = Fastify({
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit: defaultBodyLimit,
    // Slow clients are cut off before they hold anything of ours.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
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
  fastify.decorateRequest("pending", null);
  acceptBodies(fastify);
  acceptMultipart(fastify);
  addHooks(fastify, services);
  for (const route of allRoutes(areas)) registerRoute(fastify, route);
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
  return route.path.startsWith("/api/v1/") ? { ...route, metadata: plainMetadata(route) } : route;
}

function registerRoute(fastify: FastifyInstance, route: EngineRoute): void {
  for (const method of route.methods) {
    fastify.route({
      method,
      url: route.path,
      bodyLimit: route.bodyLimit ?? defaultBodyLimit,
      config: {
        access: route.access,
        csrf: route.csrf ?? true,
        connectionToken: route.connectionToken ?? false,
        negotiated: route.path.startsWith("/api/v1/") && route.produces === undefined,
        multipart: route.multipart ?? false,
      },
      handler: (request, reply) => run(route, request, reply),
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
    params: request.params as Record<string, string>,
    body: request.body,
    headers: request.headers,
    cookies: request.cookies,
  };
  if (isUnsafe(request.method) && route.transaction !== false) {
    return sendAnswer(reply, await inTransaction(pending, (context) => route.handle(context, input)));
  }
  const answer = await route.handle(pending.context, input);
  await runTasks(pending.tasks);
  return sendAnswer(reply, answer);
}

/** The pages of this installation, as browsers name them in `Origin`. */
function ownOrigins(services: Services, request: FastifyRequest): string[] {
  return [services.config.siteUrl, `${request.protocol}://${request.headers.host ?? ""}`];
}

function addHooks(fastify: FastifyInstance, services: Services): void {
  fastify.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders(request));
    const { access, csrf, connectionToken } = request.routeOptions.config;
    if (access === undefined) return;
    request.pending = await buildContext(
      services,
      {
        method: request.method,
        url: request.url,
        headers: request.headers,
        cookies: request.cookies,
        remoteAddress: request.ip,
        connectionToken: connectionToken === true,
      },
      access,
    );
    const { credential, session, query } = request.pending.context;
    if (request.routeOptions.config.negotiated === true)
      checkFormat(query.get("format"), request.headers.accept);
    if (isUnsafe(request.method) && csrf !== false && credential === "session" && session !== null) {
      const header = request.headers["x-csrftoken"];
      checkCsrf(session, [header].flat()[0], request.headers.origin, ownOrigins(services, request));
    }
  });
  fastify.setErrorHandler(answerError);
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // An address that is none gets here before anything else has looked at the request.
  const { status, body, headers } = presentError(error, languageOf(request));
  return sendAnswer(reply.headers({ ...securityHeaders(request), ...headers }), { status, body });
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
