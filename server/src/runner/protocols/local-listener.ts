import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { TargetConnection } from "../target-connection.ts";

/** A local port for a driver that connects by itself: what enters here leaves by the target connection. */
export interface LocalListener {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Why a connection behind it could not be made; the driver only sees that it ended. Null: nothing failed. */
  readonly failure: unknown;
}

/**
 * Opens a listener that closes with the connection. Only connections of this very process may enter: other accounts of the
 * machine find it shut.
 *
 * @param connect makes the connection behind it, once for each that enters
 */
export async function localListener(
  target: TargetConnection,
  connect: () => Promise<Duplex>,
): Promise<LocalListener> {
  const listener = new Listener(connect);
  target.onClose(() => listener.close());
  await listener.open();
  return listener;
}

class Listener implements LocalListener {
  port = 0;
  failure: unknown = null;
  readonly #server: Server;
  readonly #connect: () => Promise<Duplex>;
  readonly #inside = new Set<Socket>();
  /** Sockets that this process connects with. */
  readonly #own = new Set<Socket>();
  readonly #remember = (message: unknown): void => {
    const { socket } = message as { socket: Socket };
    this.#own.add(socket);
    socket.once("close", () => this.#own.delete(socket));
  };

  constructor(connect: () => Promise<Duplex>) {
    this.#connect = connect;
    this.#server = createServer((socket) => void this.#enter(socket));
    this.#server.on("error", () => undefined);
  }

  open(): Promise<void> {
    subscribe("net.client.socket", this.#remember);
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", () => {
        this.port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  close(): void {
    unsubscribe("net.client.socket", this.#remember);
    this.#server.close();
    for (const socket of this.#inside) socket.destroy();
  }

  async #enter(socket: Socket): Promise<void> {
    socket.on("error", () => undefined);
    if (![...this.#own].some(({ localPort }) => localPort === socket.remotePort)) {
      socket.destroy();
      return;
    }
    this.#inside.add(socket);
    socket.once("close", () => this.#inside.delete(socket));
    try {
      const stream = await this.#connect();
      stream.on("error", () => socket.destroy());
      stream.once("close", () => socket.destroy());
      socket.once("close", () => stream.destroy());
      socket.pipe(stream).pipe(socket);
    } catch (error) {
      this.failure ??= error;
      socket.destroy();
    }
  }
}
