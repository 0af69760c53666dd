import { connect, type Socket } from "node:net";
import { answerTo, type CmppMessage, command, takeMessage, writeMessage } from "./cmpp2-messages.ts";

/** A connection to a gateway on which one question after the other is asked. */
export interface CmppConnection {
  /**
   * Sends a command and waits for its answer.
   * @throws Error when the connection ends or what comes is not CMPP
   */
  ask(id: number, body?: Buffer): Promise<Buffer>;
  close(): void;
}

/** Answers to what a gateway asks by itself; undefined where it gets none. */
function replyTo({ command: id, sequence, body }: CmppMessage): Buffer | undefined {
  if (id === command.activeTest) return writeMessage(answerTo(id), sequence, Buffer.alloc(1));
  if (id === command.terminate) return writeMessage(answerTo(id), sequence);
  if (id !== command.deliver) return undefined;
  return writeMessage(answerTo(id), sequence, Buffer.concat([body.subarray(0, 8), Buffer.alloc(1)]));
}

/**
 * Connects to a gateway.
 * @param signal ends the connection, whatever it is waiting for
 * @throws Error when nobody answers there
 */
export function openCmpp(host: string, port: number, signal: AbortSignal): Promise<CmppConnection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal, noDelay: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(conversation(socket));
    });
  });
}

function conversation(socket: Socket): CmppConnection {
  let received: Buffer = Buffer.alloc(0);
  let sequence = 0;
  let failure: Error | undefined;
  let waiting:
    | {
        readonly id: number;
        readonly sequence: number;
        readonly resolve: (body: Buffer) => void;
        readonly reject: (error: Error) => void;
      }
    | undefined;

  const fail = (error: Error): void => {
    failure ??= error;
    waiting?.reject(failure);
    waiting = undefined;
    socket.destroy();
  };

  function handle(message: CmppMessage): void {
    const reply = replyTo(message);
    if (reply !== undefined) socket.write(reply);
    if (message.command !== waiting?.id || message.sequence !== waiting.sequence) return;
    waiting.resolve(message.body);
    waiting = undefined;
  }

  socket.on("data", (piece: Buffer) => {
    received = Buffer.concat([received, piece]);
    try {
      for (let next = takeMessage(received); next !== null; next = takeMessage(received)) {
        received = next.rest;
        handle(next.message);
      }
    } catch (error) {
      fail(error as Error);
    }
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the gateway closed the connection")));

  return {
    ask: (id, body) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        sequence += 1;
        waiting = { id: answerTo(id), sequence, resolve, reject };
        socket.write(writeMessage(id, sequence, body));
      }),
    close: () => socket.destroy(),
  };
}
