import type { Socket } from "node:net";
import type { HandOffMessage, HandOffReceipt } from "./hand-off-messages.ts";
import { refuseUpgrade } from "./socket-handoff.ts";

/** Milliseconds after which a receiver that says nothing is taken for stuck. */
const RECEIPT_TIMEOUT = 10_000;

/** The sending side of a line to another process: `process` in a child, a `ChildProcess` in the supervisor. */
export interface SocketCarrier {
  readonly connected: boolean;
  send?(
    message: HandOffMessage,
    socket: Socket,
    options: { keepOpen: boolean },
    callback: (error: Error | null) => void,
  ): boolean;
}

/** Sends sockets over one line and answers those clients itself whose socket did not arrive. */
export interface SocketSender {
  send(message: HandOffMessage, socket: Socket): void;
  /** The other side has it: this side closes it. */
  received(receipt: HandOffReceipt): void;
  /** The other side is gone: whatever it did not confirm is answered 503. */
  lost(): void;
}

/** Node's handle below a socket: the only way to stop reading at the source instead of into a buffer. */
interface SocketHandle {
  reading?: boolean;
  readStop(): void;
}

interface SocketInternals {
  readonly _handle: SocketHandle | null;
  server: unknown;
}

/**
 * Makes the sender of a line. This process keeps its own end of a socket open until the receiver confirms it:
 * Node itself forgets a socket, open forever, when the receiver dies before taking it.
 */
export function createSocketSender(carrier: SocketCarrier): SocketSender {
  const waiting = new Map<number, { readonly socket: Socket; readonly timer: NodeJS.Timeout }>();
  let lastId = 0;

  const settle = (id: number, finish: (socket: Socket) => void) => {
    const entry = waiting.get(id);
    if (entry === undefined) return;
    waiting.delete(id);
    clearTimeout(entry.timer);
    finish(entry.socket);
  };

  const send = (message: HandOffMessage, socket: Socket) => {
    socket.on("error", () => socket.destroy());
    if (!carrier.connected || carrier.send === undefined) return refuseUpgrade(socket);
    const head = detach(socket, message.head);
    if (head === null) return;
    const id = ++lastId;
    const timer = setTimeout(() => settle(id, refuseUpgrade), RECEIPT_TIMEOUT);
    timer.unref();
    waiting.set(id, { socket, timer });
    try {
      carrier.send({ ...message, id, head }, socket, { keepOpen: true }, (error) => {
        if (error !== null) settle(id, refuseUpgrade);
      });
    } catch {
      settle(id, refuseUpgrade);
    }
  };

  return {
    send,
    received: ({ id }) => settle(id, (socket) => void socket.destroy()),
    lost: () => {
      for (const id of [...waiting.keys()]) settle(id, refuseUpgrade);
    },
  };
}

/**
 * Stops reading, so that later bytes stay in the kernel for the receiver, and answers what was read already
 * together with `head`, as base64. Null when the client has gone.
 */
function detach(socket: Socket, head: string): string | null {
  const internals = socket as unknown as SocketInternals;
  const handle = internals._handle;
  if (handle === null || socket.destroyed) return null;
  stopReading(handle);
  const pending: Uint8Array[] = [Buffer.from(head, "base64")];
  for (let chunk = socket.read() as Buffer | null; chunk !== null; chunk = socket.read() as Buffer | null) {
    pending.push(chunk);
  }
  // Taking what was buffered started the reading again.
  stopReading(handle);
  socket.setTimeout(0);
  // Node would make a socket's server wait for its end in the other process, and web could not stop.
  internals.server = null;
  return Buffer.concat(pending).toString("base64");
}

function stopReading(handle: SocketHandle): void {
  handle.readStop();
  handle.reading = false;
}
