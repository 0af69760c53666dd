import fastifyCookie from "@fastify/cookie";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { AccessRule } from "../access/rules.ts";
import { signedIn } from "../access/rules.ts";
import type { Area } from "../area.ts";
import { negotiateLanguage } from "../i18n/negotiate.ts";
import { describeInputFields, metadataEnvelope } from "../resource/operations/describe.ts";
import { selectionsRoute } from "../resource/query/selections.ts";
import { prepareResource } from "../resource/resource.ts";
import { type EngineRoute, resourceRoutes } from "../resource/routes.ts";
import type { Services } from "../services.ts";
import { sendAnswer } from "./answer.ts";
import { cookieNames } from "./cookies.ts";
import { checkCsrf } from "./identify.ts";
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
  addHooks(fastify, services);
  for (const route of [...engineRoutes(areas), ...areas.flatMap(areaRoutes)]) registerRoute(fastify, route);
  fastify.setNotFoundHandler({}, (request, reply) => answerUnknown(routes, request, reply));
  return { fastify, routes };
}

function engineRoutes(areas: readonly Area[]): EngineRoute[] {
  const resources = areas.flatMap((area) => area.resources ?? []).map(prepareResource);
  return [selectionsRoute, ...resources.flatMap(resourceRoutes)];
}

function areaRoutes(area: Area): EngineRoute[] {
  return (area.routes ?? []).flatMap((route) => [route, ...metadataRoute(route)]);
}

/** Plain API endpoints describe their inputs; a method the caller may not use is left out. */
function metadataRoute(route: RouteDeclaration): EngineRoute[] {
  if (!route.path.startsWith("/api/v1/") || route.methods.length === 0) return [];
  const { fields = {}, title = "" } = route;
  return [
    {
      methods: ["OPTIONS"],
      path: route.path,
      access: signedIn("metadata describes an endpoint and holds no data"),
      handle: async (context) => ({
        body: metadataEnvelope(
          title,
          Object.fromEntries(
            Object.entries(fields).map(([method, inputs]) => [method, describeInputFields(inputs, context)]),
          ),
        ),
      }),
    },
  ];
}

function registerRoute(fastify: FastifyInstance, route: EngineRoute): void {
  for (const method of route.methods) {
    // Two declarations may share a path with different methods; each would bring its own OPTIONS.
    if (method === "OPTIONS" && fastify.hasRoute({ method, url: route.path })) continue;
    fastify.route({
      method,
      url: route.path,
      bodyLimit: route.bodyLimit ?? defaultBodyLimit,
      config: {
        access: route.access,
        csrf: route.csrf ?? true,
        connectionToken: route.connectionToken ?? false,
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

/** JSON and forms. An empty JSON body is no body; numbers and nesting are what JSON.parse takes. */
function acceptBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    if (body === "") return done(null, undefined);
    try {
      checkDepth(String(body));
      done(null, JSON.parse(String(body)));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });
  fastify.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
}

/** Deepest nesting of a JSON body. What is read is walked recursively later, and must not exhaust the stack. */
const deepestNesting = 64;

function checkDepth(body: string): void {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < body.length; index++) {
    const character = body.charCodeAt(index);
    if (quoted) {
      if (character === 0x5c) index++;
      else if (character === 0x22) quoted = false;
    } else if (character === 0x22) quoted = true;
    else if (character === 0x5b || character === 0x7b) depth++;
    else if (character === 0x5d || character === 0x7d) depth--;
    if (depth > deepestNesting) throw new SyntaxError(`nested deeper than ${deepestNesting} levels`);
  }
}

/** The pages of this installation, as browsers name them in `Origin`. */
function ownOrigins(services: Services, request: FastifyRequest): string[] {
  return [services.config.siteUrl, `${request.protocol}://${request.headers.host ?? ""}`];
}

function addHooks(fastify: FastifyInstance, services: Services): void {
  fastify.addHook("onRequest", async (request, reply) => {
    reply.headers({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      ...(request.protocol === "https" ? { "strict-transport-security": "max-age=31536000" } : {}),
    });
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
    const { credential, session } = request.pending.context;
    if (isUnsafe(request.method) && csrf !== false && credential === "session" && session !== null) {
      const header = request.headers["x-csrftoken"];
      checkCsrf(session, [header].flat()[0], request.headers.origin, ownOrigins(services, request));
    }
  });
  fastify.setErrorHandler((error, request, reply) => {
    const language =
      request.pending?.context.language ??
      negotiateLanguage(request.cookies?.[cookieNames.language], request.headers["accept-language"]);
    const { status, body, headers } = presentError(error, language);
    return sendAnswer(reply.headers(headers), { status, body });
  });
}
