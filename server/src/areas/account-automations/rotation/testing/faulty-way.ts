import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What goes wrong on the way, at which piece of what clients send. */
export interface WayFault {
  /** Counted over all connections since the fault was set, from 0. */
  readonly piece: number;
  /**
   * `cut`: the piece does not arrive and the connection breaks. `cut_after`: it arrives, and nobody hears of it. `hang`:
   * nothing passes any more. `lie`: it is swallowed and answered with `answer`. `deny`: it arrives, and its answer is replaced.
   */
  readonly how: "cut" | "cut_after" | "hang" | "lie" | "deny";
  /** Whether the target cannot be reached afterwards. */
  readonly stays: boolean;
  readonly answer?: string;
  /** Counts only pieces with this in them. */
  readonly containing?: string;
}

/** A way to a target on which things go wrong. */
export interface FaultyWay {
  readonly port: number;
  /** Whether the fault has happened. */
  readonly hasHappened: boolean;
  set(fault: WayFault | null): void;
  close(): Promise<void>;
}

/** Opens a way to a port of this machine. */
export async function openFaultyWay(target: number): Promise<FaultyWay> {
  let fault: WayFault | null = null;
  let pieces = 0;
  let isOver = false;
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (isOver && fault?.stays === true) {
      client.destroy();
      return;
    }
    const peer = connect(target, "127.0.0.1");
    keep(peer);
    let isDeaf = false;
    const end = () => {
      client.destroy();
      peer.destroy();
    };
    client.on("data", (data: Buffer) => {
      if (isDeaf) return;
      const counts = fault?.containing === undefined || data.includes(fault.containing);
      const isHere = fault !== null && !isOver && counts && pieces++ === fault.piece;
      if (!isHere || fault === null) {
        peer.write(data);
        return;
      }
      isOver = true;
      const { how, answer = "" } = fault;
      if (how === "cut") end();
      else if (how === "hang") isDeaf = true;
      else if (how === "lie") client.write(answer);
      else {
        peer.removeAllListeners("data");
        // The answer shows that the piece was worked on.
        peer.once("data", () => (how === "deny" ? client.write(answer) : end()));
        peer.write(data);
      }
    });
    peer.on("data", (data: Buffer) => {
      if (!isDeaf) client.write(data);
    });
    client.once("close", () => peer.destroy());
    peer.once("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    get hasHappened() {
      return isOver;
    },
    set(next) {
      fault = next;
      pieces = 0;
      isOver = false;
      if (next === null) for (const socket of open) socket.destroy();
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
