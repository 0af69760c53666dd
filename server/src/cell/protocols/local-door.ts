import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Duplex } from "node:stream";
import type { Visit } from "../visit.ts";

/** A way in for a driver that connects by itself: what enters here leaves by a connection of the visit. */
export interface LocalDoor {
  /** A socket only this account of the machine can open. */
  readonly socketPath: string;
  /** Why a connection behind it could not be made; the driver only sees that it ended. */
  readonly failure: unknown;
}

/** The same as a port of this machine. */
export interface LocalPort {
  readonly port: number;
  readonly failure: unknown;
}

// A driver that watches a server and uses it opens two or three.
const mostConnections = 8;

/** Opens a door in a folder of its own; it closes with the visit. */
export async function localDoor(visit: Visit, connect: () => Promise<Duplex>): Promise<LocalDoor> {
  const doors = new Doorway(connect);
  const folder = process.platform === "win32" ? null : await mkdtemp(path.join(tmpdir(), "door-"));
  if (folder !== null) await chmod(folder, 0o700);
  // Node makes a named pipe of such a path on Windows.
  const socketPath =
    folder === null ? `\\\\.\\pipe\\${randomBytes(16).toString("hex")}.sock` : path.join(folder, "door.sock");
  visit.onClose(() => {
    doors.close();
    if (folder !== null) void rm(folder, { recursive: true, force: true }).catch(() => undefined);
  });
  await doors.listen(socketPath);
  return {
    socketPath,
    get failure() {
      return doors.failure;
    },
  };
}

/**
 * The same for a driver that knows addresses only: a port of this machine that takes one connection, whoever is
 * first, and is closed from then on.
 */
export async function localPort(visit: Visit, connect: () => Promise<Duplex>): Promise<LocalPort> {
  const doors = new Doorway(connect, 1);
  visit.onClose(() => doors.close());
  const port = await doors.listen(null);
  return {
    port,
    get failure() {
      return doors.failure;
    },
  };
}

class Doorway {
  failure: unknown = null;
  readonly #server: Server;
  readonly #connect: () => Promise<Duplex>;
  readonly #sockets = new Set<Socket>();
  #left: number;

  constructor(connect: () => Promise<Duplex>, most = mostConnections) {
    this.#connect = connect;
    this.#left = most;
    this.#server = createServer((socket) => void this.#enter(socket));
    this.#server.on("error", () => undefined);
  }

  listen(place: string | null): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      const listening = () => {
        const address = this.#server.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      };
      if (place === null) this.#server.listen(0, "127.0.0.1", listening);
      else this.#server.listen(place, listening);
    });
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #enter(socket: Socket): Promise<void> {
    this.#left -= 1;
    if (this.#left <= 0) this.#server.close();
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => undefined);
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
