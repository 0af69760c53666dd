import { createServer, type Server, type Socket } from "node:net";
import ssh2, { type Connection } from "ssh2";
import { addressMatches } from "../../../engine/access/index.ts";
import { log } from "../../../engine/log.ts";
import {
  answerLateRequests,
  ChannelBreach,
  enforceChannelRules,
  gatherWrites,
  hybridOffer,
  type OfferHybrid,
  takeLargePackets,
  watchPeerOffer,
} from "../../../transport/ssh/index.ts";
import type { GatewayContext } from "../../open-session.ts";
import { type Admission, AdmissionControl, type AdmissionLimits } from "./admission.ts";
import { type ServerAlgorithmProfile, serverAlgorithms } from "./algorithms.ts";
import { serveConnection } from "./connection.ts";
import { disconnectClient } from "./disconnect-client.ts";
import { hostKeysOf } from "./host-keys.ts";
import type { IncomingConnection } from "./incoming-connection.ts";
import { type ProxyHeader, readProxyHeader } from "./proxy-protocol.ts";
import { Refusals } from "./refusals.ts";

/** How the SSH server is reached. */
export interface SshServerOptions {
  readonly port: number;
  readonly host: string;
  /** Proxies whose PROXY protocol counts. */
  readonly trustedProxies: readonly string[];
  readonly limits?: AdmissionLimits;
  /** Whether clients are offered the post-quantum key exchange; default true. */
  readonly postQuantum?: boolean;
  /** Which algorithms clients are offered; default `standard`. */
  readonly algorithms?: ServerAlgorithmProfile;
}

/** How long a trusted proxy is waited for to say for whom it connects, in milliseconds. */
const proxyHeaderTimeout = 500;

/**
 * What the server calls itself. OpenSSH's clients tell servers named after it alone that nobody reads the output of a
 * program any more (`ssh … yes | head`); there is no version in it for anybody to take for OpenSSH's.
 */
const identification = "OpenSSH_Sallyport";

/** How often a port that is taken is tried again, in milliseconds. */
const retryInterval = 10_000;

/** The SSH server: takes connections within its limits and hands them on. */
export class SshServer {
  readonly #context: GatewayContext;
  readonly #options: SshServerOptions;
  readonly #admission: AdmissionControl;
  readonly #refusals = new Refusals();
  readonly #listener: Server;
  readonly #incoming = new Map<string, IncomingConnection>();
  readonly #sockets = new Set<Socket>();
  #protocol: ssh2.Server | null = null;
  #offerHybrid: OfferHybrid | null = null;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(context: GatewayContext, options: SshServerOptions) {
    this.#context = context;
    this.#options = options;
    this.#admission = new AdmissionControl(options.limits);
    this.#listener = createServer({ noDelay: true }, (socket) => this.#connected(socket));
  }

  /** The port it listens on; 0 while it does not. */
  get port(): number {
    const address = this.#listener.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  /** Makes or reads the host keys and listens. A port that is taken is tried again and again. */
  async start(): Promise<void> {
    if (this.#options.postQuantum !== false) this.#offerHybrid = await hybridOffer();
    this.#protocol = await this.#makeProtocol();
    const listening = new Promise<void>((resolve) => this.#listener.once("listening", resolve));
    const failed = new Promise<void>((resolve) =>
      this.#listener.on("error", (error) => {
        log.error({ err: error, port: this.#options.port }, "the SSH server cannot listen; trying again");
        if (!this.#closed) this.#retry = setTimeout(() => this.#listen(), retryInterval).unref();
        resolve();
      }),
    );
    this.#listen();
    await Promise.race([listening, failed]);
  }

  /** Takes no more connections, and ends those that carry no session any more. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const closed = new Promise((resolve) => this.#listener.close(resolve));
    for (const socket of this.#sockets) socket.destroySoon();
    setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, 1000).unref();
    await closed;
  }

  #listen(): void {
    if (this.#closed) return;
    const { port, host } = this.#options;
    this.#listener.listen(port, host);
  }

  #connected(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    // Any number of channels wait for it to drain.
    socket.setMaxListeners(0);
    this.#receive(socket).catch((error: unknown) => {
      log.error({ err: error }, "an SSH connection could not be taken");
      socket.destroy();
    });
  }

  async #receive(socket: Socket): Promise<void> {
    const peer = plainAddress(socket.remoteAddress ?? "");
    const peerAdmission = this.#admission.admit(socket, peer);
    if (peerAdmission === null) {
      this.#refusals.refuse(socket, peer);
      return;
    }
    const proxied = addressMatches(peer, this.#options.trustedProxies) ? await readProxied(socket) : null;
    const address = proxied ?? peer;
    const settings = await this.#context.ports.sshServer.settings();
    if (!settings.enabled || socket.destroyed || this.#closed) {
      socket.destroy();
      return;
    }
    const admission = this.#admissionOf(socket, peer, address, peerAdmission);
    if (admission === null) return;
    const peerKey = peerOf(socket.remoteAddress, socket.remotePort);
    this.#incoming.set(peerKey, { socket, address, admission, settings });
    socket.once("close", () => this.#incoming.delete(peerKey));
    gatherWrites(socket);
    this.#protocol?.injectSocket(socket);
  }

  /** A client behind a proxy counts for its own address. */
  #admissionOf(socket: Socket, peer: string, address: string, admission: Admission): Admission | null {
    if (address === peer) return admission;
    admission.signedIn();
    const own = this.#admission.admit(socket, address);
    if (own === null) this.#refusals.refuse(socket, address);
    return own;
  }

  async #makeProtocol(): Promise<ssh2.Server> {
    const hostKeys = await this.#context.ports.sshServer.hostKeys();
    return new ssh2.Server(
      {
        hostKeys: hostKeysOf(hostKeys),
        algorithms: serverAlgorithms(this.#options.algorithms ?? "standard"),
        ident: identification,
        keepaliveInterval: this.#context.keepAliveInterval ?? 30_000,
        keepaliveCountMax: 3,
      },
      (connection: Connection, info) => this.#greet(connection, peerOf(info.ip, info.port), info.header),
    );
  }

  #greet(connection: Connection, peer: string, { versions }: ssh2.Header): void {
    const incoming = this.#incoming.get(peer);
    const offerOf = watchPeerOffer(connection);
    connection.on("error", (error: Error) => {
      const client = { address: incoming?.address, client: versions.software.slice(0, 200) };
      const level = error instanceof ChannelBreach ? "warn" : "debug";
      if (isRefusedNegotiation(error)) {
        log.warn(
          { ...client, reason: error.message, offered: offerOf() },
          "an SSH client shares no algorithm",
        );
      } else log[level]({ ...client, err: error }, "an SSH client misbehaved or left");
      if (incoming !== undefined) disconnectClient(connection, incoming.socket);
    });
    if (incoming === undefined) {
      connection.end();
      return;
    }
    this.#offerHybrid?.(connection);
    takeLargePackets(connection);
    enforceChannelRules(connection);
    answerLateRequests(connection);
    // Every channel listens for the end of a key exchange.
    connection.setMaxListeners(0);
    serveConnection(this.#context, connection, { ...incoming, client: versions.software.slice(0, 200) });
  }
}

/** Whether a key exchange ended because nothing that both sides know was left. */
const isRefusedNegotiation = ({ message }: Error): boolean =>
  message.startsWith("Handshake failed: no matching");

const peerOf = (address: string | undefined, port: number | undefined): string => `${address} ${port}`;

/** `::ffff:10.0.0.1` is 10.0.0.1 seen through an IPv6 socket. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, "");

/** For whom a trusted proxy connects; null: for itself. Destroys a connection whose header is broken. */
function readProxied(socket: Socket): Promise<string | null> {
  return new Promise((resolve) => {
    let seen = Buffer.alloc(0);
    const finish = (header: ProxyHeader) => {
      clearTimeout(timer);
      socket.off("data", onData);
      socket.off("close", onClose);
      socket.pause();
      if (header.kind === "broken") socket.destroy();
      const rest = header.kind === "header" ? seen.subarray(header.length) : seen;
      if (rest.length > 0 && !socket.destroyed) socket.unshift(rest);
      resolve(header.kind === "header" ? header.address : null);
    };
    const onData = (data: Buffer) => {
      seen = Buffer.concat([seen, data]);
      const header = readProxyHeader(seen);
      if (header.kind !== "incomplete") finish(header);
    };
    const onClose = () => finish({ kind: "none" });
    const timer = setTimeout(
      () => finish({ kind: seen.length === 0 ? "none" : "broken" }),
      proxyHeaderTimeout,
    );
    socket.on("data", onData);
    socket.once("close", onClose);
  });
}
