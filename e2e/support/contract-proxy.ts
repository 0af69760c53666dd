import {
  createServer,
  type IncomingMessage,
  request as openRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Product } from "./product.ts";

/** Paths below which everything is ours. The list in docs/contract/console.md, "Beyond the contract". */
export const extensionPaths = ["/api/v1/sallyport/"] as const;

/** WebSocket subprotocols that are ours; from the same list. */
export const extensionProtocols = ["sallyport-ack.v1", "sallyport-resume.v1"] as const;

/** A reverse proxy that makes of the product a server that has the contract and nothing else. */
export interface ContractProxy {
  readonly url: string;
  /** Extensions that were asked for and refused, as `GET /path`. */
  readonly refused: readonly string[];
  /** The subprotocols of the WebSockets that were let through. */
  readonly protocols: readonly string[];
  close(): Promise<void>;
}

/** Stands between a browser and the product: every extension answers 404, everything else goes through as it is. */
export async function startContractProxy(product: Pick<Product, "httpPort">): Promise<ContractProxy> {
  const refused: string[] = [];
  const protocols: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    if (!isExtension(request)) return forward(product.httpPort, request, response);
    refused.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(404, { "content-type": "application/json" }).end('{"detail":"Not found."}');
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (isExtension(request)) {
      refused.push(`${request.method} ${request.url}`);
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    const headers = headersOfContract(request);
    protocols.push(...headers.filter(([name]) => isProtocolHeader(name)).map(([, value]) => value));
    tunnel(product.httpPort, request, headers, socket, head);
  });
  await listen(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    protocols,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}

function isExtension({ url = "" }: IncomingMessage): boolean {
  return extensionPaths.some((path) => `${url.split("?")[0]}/`.startsWith(path));
}

function forward(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = request;
  const onward = openRequest({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}

/** The headers of an upgrade, without the subprotocols that are ours. */
function headersOfContract({ rawHeaders }: IncomingMessage): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    const kept = isProtocolHeader(name) ? withoutExtensions(value) : value;
    if (kept !== "") pairs.push([name, kept]);
  }
  return pairs;
}

function isProtocolHeader(name: string): boolean {
  return name.toLowerCase() === "sec-websocket-protocol";
}

function withoutExtensions(offered: string): string {
  const ours: readonly string[] = extensionProtocols;
  return offered
    .split(",")
    .map((protocol) => protocol.trim())
    .filter((protocol) => !ours.includes(protocol))
    .join(", ");
}

function tunnel(
  port: number,
  { method, url }: IncomingMessage,
  headers: readonly (readonly [string, string])[],
  socket: Socket,
  head: Buffer,
): void {
  const onward = connect(port, "127.0.0.1");
  onward.on("connect", () => {
    const lines = [`${method} ${url} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
    onward.write(`${lines.join("\r\n")}\r\n\r\n`);
    onward.write(head);
    socket.pipe(onward).pipe(socket);
  });
  for (const [one, other] of [
    [socket, onward],
    [onward, socket],
  ] as const) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
}
