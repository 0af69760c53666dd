import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../errors.ts";
import { log } from "../log.ts";
import type { ProcessChannel } from "../process/runtime.ts";
import { handOff } from "../process/socket-handoff.ts";
import type { Services } from "../services.ts";
import { clientAddressReader } from "./client-address.ts";
import { ownCookies } from "./cookies.ts";
import { buildContext } from "./request-context.ts";
import { caller, type SocketDeclaration } from "./routes.ts";
import { siteOrigin } from "./site-origin.ts";

/** Paths whose connections belong to the gateway process. */
const gatewayPrefix = "/koko/";

/**
 * Takes WebSocket upgrades: the gateway's are handed over as raw sockets, so that they live on when this process
 * does not; the areas' own are connected once their caller is allowed.
 */
export function acceptUpgrades(
  fastify: FastifyInstance,
  services: Services,
  sockets: readonly SocketDeclaration[],
  channel: ProcessChannel,
): void {
  const own = new Set<Socket>();
  fastify.addHook("preClose", async () => {
    for (const socket of own) socket.destroy();
  });
  const clientAddress = clientAddressReader(services.config.trustedProxies);
  fastify.server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const address = clientAddress(
      socket.remoteAddress ?? "",
      [request.headers["x-forwarded-for"]].flat().join(","),
    );
    try {
      fastify.countRequest(address);
    } catch {
      refuse(socket, 429);
      return;
    }
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    if (path.startsWith(gatewayPrefix)) {
      handOff(channel, request, socket, head);
      return;
    }
    const declaration = sockets.find((candidate) => candidate.path === path);
    if (declaration === undefined) {
      refuse(socket, 404);
      return;
    }
    socket.on("error", () => socket.destroy());
    // The server does not end connections that were taken over, and would wait for them.
    own.add(socket);
    socket.once("close", () => own.delete(socket));
    const presented = { remoteAddress: address, cookies: parseCookies(fastify, services, request) };
    connect(services, declaration, request, socket, head, presented).catch((error: unknown) => {
      if (!(error instanceof ApiError)) log.error({ err: error }, "a socket could not be connected");
      refuse(socket, error instanceof ApiError ? error.status : 500);
    });
  });
}

async function connect(
  services: Services,
  declaration: SocketDeclaration,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  presented: {
    readonly remoteAddress: string;
    readonly cookies: Record<string, string | undefined>;
  },
): Promise<void> {
  const { origin } = request.headers;
  const own = [
    await siteOrigin(services),
    services.config.siteUrl,
    `http://${request.headers.host}`,
    `https://${request.headers.host}`,
  ];
  if (origin !== undefined && !own.includes(origin)) {
    refuse(socket, 403);
    return;
  }
  const { context } = await buildContext(
    services,
    {
      method: "GET",
      url: request.url ?? "/",
      target: request.url ?? "/",
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      ...presented,
      asked: `GET ${declaration.path}`,
      connectionToken: false,
    },
    declaration.access,
  );
  declaration.connect(caller(context), { request, socket, head });
}

function parseCookies(
  fastify: FastifyInstance,
  { config }: Pick<Services, "config">,
  request: IncomingMessage,
): Record<string, string | undefined> {
  return ownCookies(config.sessionCookieNamePrefix, fastify.parseCookie(request.headers.cookie ?? ""));
}

const reasons: Readonly<Record<number, string>> = {
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  429: "Too Many Requests",
  500: "Internal Server Error",
};

function refuse(socket: Socket, status: number): void {
  socket.on("error", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status] ?? "Error"}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}
