import type { X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { connect, type Server, type Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { log } from "../log.ts";
import { refuseUpgrade } from "../process/socket-handoff.ts";
import { acmeFiles, keepAcmeCertificate } from "./acme.ts";
import { readCertificate, watchCertificate } from "./certificate-files.ts";
import { linkLine } from "./link.ts";
import { createPlainHttp } from "./plain-http.ts";
import type { TlsOptions } from "./tls-options.ts";

/** What ends TLS, while it runs. */
export interface RunningTls {
  /** Says on which port of this machine the product takes connections; it changes when web starts again. */
  setProductPort(port: number): void;
  /** Reads the certificate again; one that does not fit leaves the former in force. */
  reload(): void;
  close(): Promise<void>;
}

/** Milliseconds a handshake may take. */
const handshakeTimeout = 10_000;

/**
 * Ends TLS in front of the product: what is decrypted goes to web on this machine as it is, so that sessions of
 * terminals, which web hands on, go on when web does not. A certificate that changes on the disk counts for the next
 * connection; one that does not fit leaves the former in force, and the log says so.
 *
 * @throws Error when the certificate cannot be used, or a port cannot be listened on
 */
export async function startTls(options: TlsOptions): Promise<RunningTls> {
  const { certificate: source } = options;
  const files = source.kind === "acme" ? acmeFiles(source) : source;
  const challenges = new Map<string, string>();
  let productPort: number | null = null;
  let leaf: X509Certificate | null = null;
  const open = new Set<Socket>();
  const secure = createServer({ handshakeTimeout, ALPNProtocols: ["http/1.1"] }, (client) =>
    carry(client, productPort, options.linkToken),
  );
  secure.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  secure.on("tlsClientError", (_error, socket) => socket.destroy());
  const load = (): void => {
    const { cert, key, leaf: read } = readCertificate(files);
    secure.setSecureContext({ cert, key, minVersion: "TLSv1.2" });
    leaf = read;
    log.info({ names: read.subjectAltName, until: read.validTo }, "certificate in use");
  };
  // One of an authority may still have to be ordered.
  if (source.kind === "files" || existsSync(files.certificateFile)) load();
  const plain = createPlainHttp({
    siteUrl: options.siteUrl,
    challenges,
    isCovered: (host) => (leaf === null ? null : leaf.checkHost(host) !== undefined),
  });
  const reload = (): void => {
    try {
      load();
    } catch (error) {
      log.error({ err: error }, "the certificate on the disk cannot be used; the former stays");
    }
  };
  const watch = watchCertificate(files, reload);
  try {
    await listen(secure, options.httpsPort, options.host);
    await listen(plain, options.httpPort, options.host);
  } catch (error) {
    watch.stop();
    secure.close();
    throw error;
  }
  const acme = source.kind === "acme" ? keepAcmeCertificate(source, challenges) : null;
  return {
    setProductPort: (port) => {
      productPort = port;
    },
    reload,
    close: async () => {
      watch.stop();
      acme?.stop();
      const done = Promise.all([closed(secure), closed(plain)]);
      for (const socket of open) socket.destroy();
      plain.closeAllConnections();
      await done;
    },
  };
}

/** Joins a client with the product, until either is gone. */
function carry(client: TLSSocket, port: number | null, token: string): void {
  client.setNoDelay(true);
  client.on("error", () => client.destroy());
  if (port === null) {
    refuseUpgrade(client);
    return;
  }
  const product = connect({ port, host: "127.0.0.1", noDelay: true });
  // Web is starting again.
  const unreachable = (): void => refuseUpgrade(client);
  product.once("error", unreachable).on("error", () => product.destroy());
  product.once("connect", () => {
    product.off("error", unreachable);
    product.write(linkLine(token, client));
    client.pipe(product).pipe(client);
    client.once("close", () => product.destroy());
    product.once("close", () => client.destroySoon());
  });
  client.once("close", () => product.destroy());
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(Object.assign(error, { port })));
    server.listen(port, host, () => resolve());
  });
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
