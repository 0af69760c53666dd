import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** What plain HTTP has to know. */
export interface PlainHttpOptions {
  readonly siteUrl: string;
  /** Answers of challenges under way, by their tokens. */
  readonly challenges: ReadonlyMap<string, string>;
  /** Whether the certificate is for this name; null while there is no certificate yet. */
  isCovered(host: string): boolean | null;
}

const challengePath = "/.well-known/acme-challenge/";

/**
 * The port without TLS: answers the challenges of a certificate authority (RFC 8555, section 8.3) and leads everything
 * else to https, on the name that was asked for where the certificate is for it, else on the site's own.
 */
export function createPlainHttp(options: PlainHttpOptions): Server {
  const server = createServer({ maxHeaderSize: 16_384 }, (request, response) =>
    answer(options, request, response),
  );
  server.headersTimeout = 10_000;
  server.requestTimeout = 20_000;
  server.keepAliveTimeout = 5_000;
  return server;
}

function answer(options: PlainHttpOptions, request: IncomingMessage, response: ServerResponse): void {
  // A body is never looked at: it came in the clear.
  response.setHeader("connection", "close");
  const path = request.url ?? "/";
  if (path.startsWith(challengePath)) {
    const proof = options.challenges.get(path.slice(challengePath.length));
    response.writeHead(proof === undefined ? 404 : 200, { "content-type": "text/plain" });
    response.end(proof ?? "");
    return;
  }
  const site = new URL(options.siteUrl);
  const asked = hostOf(request.headers.host);
  const covered = options.isCovered(asked ?? site.hostname);
  if (covered === null) {
    response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "10" });
    response.end("Sallyport is waiting for its certificate. The log says why if this does not pass.\n");
    return;
  }
  const host = covered && asked !== null ? asked : site.hostname;
  // A path of its own: "//elsewhere" must stay a path.
  const location = `https://${host}${site.port === "" ? "" : `:${site.port}`}${path.startsWith("/") ? path : "/"}`;
  response.writeHead(308, { location, "cache-control": "no-store" });
  response.end();
}

/** The name in a `Host` header, without its port; null for what is none. */
function hostOf(header: string | undefined): string | null {
  const name = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d+)?$/i.exec(header ?? "")?.[1];
  return name ?? null;
}
