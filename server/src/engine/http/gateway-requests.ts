import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { log } from "../log.ts";
import type { ProcessChannel } from "../process/runtime.ts";

/**
 * Beginnings of the paths that belong to the gateway process, where the sessions are: those of file managers, and of
 * terminal pages that transfer files.
 */
export const gatewayPaths: readonly string[] = ["/koko/elfinder/connector/", "/koko/zmodem/"];

/** How long a connection to the gateway is kept for the next request, in milliseconds. */
const kept = 60_000;

/**
 * Passes such requests on to the gateway, bodies and answers as they come. The connections to it are pairs of
 * sockets, one end of which travels as the sockets of terminals do: nothing listens for them, and nothing has to be found.
 */
export function forwardRequests(fastify: FastifyInstance, channel: ProcessChannel): void {
  const pairs = new SocketPairs();
  const agent = new GatewayAgent(pairs, channel);
  fastify.addHook("onClose", async () => {
    agent.destroy();
    pairs.close();
  });
  fastify.addHook("onRequest", async (request, reply) => {
    if (!gatewayPaths.some((path) => request.raw.url?.startsWith(path) === true)) return;
    reply.hijack();
    pass(agent, request.ip, request.raw, reply.raw);
  });
}

function pass(agent: Agent, address: string, from: IncomingMessage, to: ServerResponse): void {
  const { method, url, headers } = from;
  const { connection: _, upgrade: __, "x-forwarded-for": ___, ...rest } = headers;
  // The address stands for the client: the gateway sees it as the other end of the connection.
  const onward = send({
    agent,
    host: address,
    port: 1,
    method,
    path: url,
    headers: { ...rest, connection: "keep-alive" },
  });
  onward.on("response", (answer) => {
    to.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
    answer.pipe(to);
    answer.on("error", () => to.destroy());
  });
  onward.on("error", (error) => {
    if (to.destroyed) return;
    log.info({ err: error }, "a request could not be passed on to the gateway");
    if (to.headersSent) to.destroy();
    else to.writeHead(503, { "retry-after": "2", "content-type": "application/json" }).end("{}");
  });
  to.on("close", () => onward.destroy());
  from.on("error", () => onward.destroy());
  from.pipe(onward);
}

function withoutHops({ connection: _, "keep-alive": __, ...headers }: IncomingMessage["headers"]) {
  return headers;
}

/** Keeps connections to the gateway, those of each client's address apart. */
class GatewayAgent extends Agent {
  readonly #pairs: SocketPairs;
  readonly #channel: ProcessChannel;

  constructor(pairs: SocketPairs, channel: ProcessChannel) {
    super({ keepAlive: true, timeout: kept, maxFreeSockets: 32 });
    this.#pairs = pairs;
    this.#channel = channel;
  }

  override createConnection(
    { host }: { readonly host?: string | null },
    callback?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    this.#pairs.make().then(
      ([near, far]) => {
        this.#channel.sendSocket(
          {
            type: "hand-off",
            id: 0,
            method: "GET",
            url: "/",
            httpVersion: "1.1",
            rawHeaders: [],
            head: "",
            remoteAddress: host ?? null,
          },
          far,
        );
        callback?.(null, near);
      },
      (error: Error) => callback?.(error, undefined as unknown as Socket),
    );
  }
}

/** Makes pairs of connected sockets, one after the other, in a folder that nobody else can enter. */
class SocketPairs {
  readonly #folder = mkdtempSync(join(tmpdir(), "sallyport-"));
  readonly #path = join(this.#folder, "pair");
  #server: Promise<Server> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  make(): Promise<readonly [Socket, Socket]> {
    const pair = this.#last.then(() => this.#make());
    this.#last = pair.catch(() => undefined);
    return pair;
  }

  close(): void {
    void this.#server?.then((server) => server.close());
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #make(): Promise<readonly [Socket, Socket]> {
    this.#server ??= this.#listen();
    const server = await this.#server;
    const accepted = once(server, "connection") as Promise<[Socket]>;
    const near = dial(this.#path);
    const [[far]] = await Promise.all([accepted, once(near, "connect")]);
    return [near, far];
  }

  async #listen(): Promise<Server> {
    const server = createServer({ pauseOnConnect: true });
    server.listen(this.#path);
    await once(server, "listening");
    server.unref();
    return server;
  }
}
