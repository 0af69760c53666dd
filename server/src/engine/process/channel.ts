import type { Socket } from "node:net";
import type { HandOffMessage, HandOffReceipt } from "./hand-off-messages.ts";
import type { ChildMessage } from "./messages.ts";
import type { ProcessChannel } from "./runtime.ts";
import { refuseUpgrade } from "./socket-handoff.ts";
import { createSocketSender, type SocketCarrier } from "./socket-sender.ts";

type Receiver = (message: HandOffMessage, socket: Socket) => void;

/** The channel of a process that the supervisor started. */
export function supervisorChannel(): ProcessChannel {
  let receiver: Receiver = (_message, socket) => refuseUpgrade(socket);
  const sender = createSocketSender(process as SocketCarrier);
  const send = (message: ChildMessage) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  process.on("message", (message: { type?: string }, socket: unknown) => {
    if (message.type === "hand-off-received") sender.received(message as HandOffReceipt);
    if (message.type !== "hand-off") return;
    const handedOff = message as HandOffMessage;
    send({ type: "hand-off-received", id: handedOff.id });
    // The client may have gone while its socket travelled: then only the message arrives.
    if (socket) receiver(handedOff, socket as Socket);
  });
  process.on("disconnect", () => sender.lost());
  return {
    send,
    sendSocket: (message, socket) => sender.send(message, socket),
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
