import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireConfirmation } from "../access/confirmation.ts";
import { measures } from "../measures/measures.ts";
import type { Services } from "../services.ts";
import { newTrace, runTraced } from "../trace.ts";
import { setCookies } from "./answer.ts";
import { securityHeaders, targetOf } from "./answer-error.ts";
import { extendedCookies } from "./extended-cookies.ts";
import { settingsFor } from "./fastify-types.ts";
import { negotiateFormat } from "./formats.ts";
import { checkCsrf } from "./identify.ts";
import { createRateLimiter, isOwnAddress } from "./rate-limit.ts";
import { buildContext } from "./request-context.ts";
import { isUnsafe } from "./run-route.ts";
import { type SiteServices, siteOrigin } from "./site-origin.ts";

/** The pages of this installation, as browsers name them in `Origin`. */
async function ownOrigins(services: SiteServices, request: FastifyRequest): Promise<string[]> {
  return [
    await siteOrigin(services),
    services.config.siteUrl,
    `${request.protocol}://${request.headers.host ?? ""}`,
  ];
}

/** Finds out for every request of a route who asks for it, and refuses anyone who may not. */
export function guardRequests(fastify: FastifyInstance, services: Services): void {
  fastify.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders(request));
    const { access, confirm, csrf, connectionToken, negotiated } = settingsFor(request);
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
        asked: targetOf(request),
        connectionToken: connectionToken === true,
      },
      access,
    );
    const { credential, session, query } = request.pending.context;
    if (credential === "session" && session?.isExtended === true) {
      setCookies(reply, await extendedCookies(services, session, request.cookies));
    }
    if (negotiated === true) {
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
}

/** Names every request, and reports how many statements it took where somebody is developing. */
export function traceRequests(fastify: FastifyInstance, debug: boolean): void {
  fastify.addHook("onRequest", (request, reply, done) => {
    request.trace = newTrace([request.headers["x-request-id"]].flat()[0]);
    reply.header("x-request-id", request.trace.id);
    runTraced(request.trace, done);
  });
  fastify.addHook("onResponse", async (request, reply) => {
    measures.answered(request.method, reply.statusCode, reply.elapsedTime / 1000);
  });
  if (!debug) return;
  fastify.addHook("onSend", async (request, reply) => {
    // The contract leaves out the two statements that find the caller.
    reply.header("x-jms-sql-count", String(Math.max(0, request.trace.queries - 2)));
  });
}

/** Keeps one address from taking all there is; `perSecond` 0: it may. */
export function limitRequests(fastify: FastifyInstance, perSecond: number): void {
  const limiter = perSecond === 0 ? null : createRateLimiter({ burst: perSecond * 10, perSecond });
  const take = (address: string): void => {
    if (!isOwnAddress(address)) limiter?.take(address);
  };
  // Upgrades to WebSocket do not come along here, and are counted all the same.
  fastify.decorate("countRequest", take);
  if (limiter !== null) fastify.addHook("onRequest", async ({ ip }) => take(ip));
}
