import fastifyCookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import type { EngineRoute } from "../resource/routes.ts";
import type { Services } from "../services.ts";
import { acceptTabular } from "../tabular/tabular-file.ts";
import { answerError } from "./answer-error.ts";
import { acceptBodies } from "./bodies.ts";
import { checkBodies } from "./checked-bodies.ts";
import { ownCookies } from "./cookies.ts";
import { settingsFor } from "./fastify-types.ts";
import { withoutFormatSuffix } from "./formats.ts";
import { acceptMultipart } from "./multipart.ts";
import { answerUnknown } from "./not-found.ts";
import { guardRequests, limitRequests, traceRequests } from "./request-hooks.ts";
import type { RouteEntry } from "./routes.ts";
import { defaultBodyLimit, registerRoutes } from "./run-route.ts";

/** The HTTP application and the table of everything it answers. */
export interface HttpApp {
  readonly fastify: FastifyInstance;
  readonly routes: readonly RouteEntry[];
}

/** How long slow clients are waited for, in milliseconds; then they are cut off. */
export interface HttpTimeouts {
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

/**
 * Builds an application that answers the routes, and nothing else.
 *
 * @throws Error when a route declares no access rule
 */
export async function createHttpServer(
  services: Services,
  engineRoutes: readonly EngineRoute[],
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
    for (const one of [method].flat()) {
      const access = (config?.byMethod?.get(one) ?? config)?.access;
      if (access === undefined) throw new Error(`${one} ${path} declares no access rule`);
      routes.push({ method: one, path, access });
    }
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
  const { bulkLimit } = services.config;
  acceptBodies(fastify, { bulk: bulkLimit });
  acceptMultipart(fastify);
  acceptTabular(fastify, bulkLimit, (request) => settingsFor(request).tabular === true);
  guardRequests(fastify, services);
  fastify.setErrorHandler(answerError);
  checkBodies(fastify);
  const importLimit = services.config.importLimit * 1_048_576;
  registerRoutes(fastify, engineRoutes, importLimit);
  fastify.setNotFoundHandler({}, (request, reply) => answerUnknown(routes, request, reply));
  return { fastify, routes };
}
