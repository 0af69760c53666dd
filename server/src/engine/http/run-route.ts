import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "../access/context.ts";
import { exportAnswer } from "../resource/files/export.ts";
import type { EngineRoute } from "../resource/routes.ts";
import { runTraced } from "../trace.ts";
import { sendAnswer } from "./answer.ts";
import type { RouteSettings } from "./fastify-types.ts";
import { inTransaction, runTasks } from "./request-context.ts";
import { caller, type Method, type RouteAnswer, type RouteRequest } from "./routes.ts";

/** Default largest body, in bytes. */
export const defaultBodyLimit = 1_048_576;

/**
 * Registers routes; `importLimit` is the largest file of rows, in bytes. One registration takes all methods of a path
 * that take equally large bodies: each costs an application a third of a millisecond of its start.
 *
 * @throws Error when two routes answer the same method of a path
 */
export function registerRoutes(
  fastify: FastifyInstance,
  routes: readonly EngineRoute[],
  importLimit: number,
): void {
  const groups = new Map<string, { path: string; bodyLimit: number; byMethod: Map<string, EngineRoute> }>();
  for (const route of routes) {
    const bodyLimit = route.bodyLimit === "import" ? importLimit : (route.bodyLimit ?? defaultBodyLimit);
    const key = `${route.path} ${bodyLimit}`;
    const group = groups.get(key) ?? { path: route.path, bodyLimit, byMethod: new Map() };
    groups.set(key, group);
    for (const method of route.methods.flatMap((one) => (one === "GET" ? ["GET", "HEAD"] : [one]))) {
      if (group.byMethod.has(method)) throw new Error(`${method} ${route.path} is answered twice`);
      group.byMethod.set(method, route);
    }
  }
  for (const { path, bodyLimit, byMethod } of groups.values()) {
    fastify.route({
      method: [...byMethod.keys()],
      url: path,
      bodyLimit,
      exposeHeadRoute: false,
      config: { byMethod: new Map([...byMethod].map(([method, route]) => [method, settingsOf(route)])) },
      handler: (request, reply) => {
        const route = byMethod.get(request.method);
        if (route === undefined) throw new Error(`${request.method} ${path} was reached without a route`);
        // Reading the body has left the trace behind.
        return runTraced(request.trace, () => run(route, request, reply));
      },
    });
  }
}

/** What the hooks of a request look at. */
function settingsOf(route: EngineRoute): RouteSettings {
  return {
    access: route.access,
    confirm: route.confirm,
    csrf: route.csrf ?? true,
    connectionToken: route.connectionToken ?? false,
    negotiated: route.path.startsWith("/api/v1/") && route.produces === undefined,
    multipart: route.multipart ?? false,
    tabular: route.tabular ?? false,
    presentError: route.presentError,
  };
}

/** Whether a method may change something. */
export const isUnsafe = (method: string): boolean => !["GET", "HEAD", "OPTIONS"].includes(method);

async function run(route: EngineRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { pending } = request;
  if (pending === null) throw new Error(`${route.path} was reached without a context`);
  // Clients leave out a body that would say nothing, and with it the content type.
  const body = request.body === undefined && isUnsafe(request.method) ? {} : request.body;
  const input: RouteRequest = {
    method: request.method as Method,
    url: request.url,
    target: request.originalUrl,
    rawHeaders: request.raw.rawHeaders,
    params: request.params as Record<string, string>,
    body: route.readBody === undefined ? body : await route.readBody(caller(pending.context), body),
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
