import type { Socket } from "node:net";
import type { ChildMessage } from "./messages.ts";
import type { ProcessChannel } from "./runtime.ts";
import { type HandOffMessage, refuseUpgrade, type SocketCarrier, sendSocket } from "./socket-handoff.ts";

type Receiver = (message: HandOffMessage, socket: Socket) => void;

/** The channel of a process that the supervisor started. */
export function supervisorChannel(): ProcessChannel {
  let receiver: Receiver = (_message, socket) => refuseUpgrade(socket);
  process.on("message", (message: { type?: string }, socket: unknown) => {
    // The client may have gone while its socket travelled: then only the message arrives.
    if (message.type === "hand-off" && socket) receiver(message as HandOffMessage, socket as Socket);
  });
  return {
    send: (message) => {
      if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
    },
    sendSocket: (message, socket) => {
      if (process.connected) sendSocket(process as SocketCarrier, message, socket);
      else refuseUpgrade(socket);
    },
    onHandOff: (handler) => {
      receiver = handler;
    },
  };
}

/** The channel of a process without supervisor: it hands sockets to itself. `report` gets the other messages. */
export function localChannel(report: (message: ChildMessage) => void): ProcessChannel {
  let receiver: Receiver = (_message, socket) => refuseUpgrade(socket);
  return {
    send: report,
    sendSocket: (message, socket) => receiver(message, socket),
    onHandOff: (handler) => {
      receiver = handler;
    },
  };
}
