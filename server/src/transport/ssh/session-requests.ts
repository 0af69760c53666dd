import { createRequire } from "node:module";
import type { Client, ClientChannel, Connection, ServerChannel } from "ssh2";

/** What ssh2 keeps of a session channel of its server, as far as it is used here. */
interface ServerSession {
  /** Set when a program was started. */
  readonly _channel?: ServerChannel;
  /** Set when the client has nothing more to send. */
  readonly _ending?: boolean;
  readonly _chanInfo?: { readonly outgoing: { readonly id: number; readonly state: string } };
}

type RequestHandler = (
  protocol: unknown,
  recipient: number,
  type: string,
  wantReply: boolean,
  data: unknown,
) => void;

interface Parts {
  readonly _protocol: {
    readonly _handlers: { CHANNEL_REQUEST: RequestHandler };
    readonly _packetRW: {
      readonly write: {
        readonly allocStart: number;
        alloc(length: number): Buffer;
        finalize(packet: Buffer): Buffer;
      };
    };
    channelSuccess(id: number): void;
    channelFailure(id: number): void;
  };
  readonly _chanMgr: { get(id: number): object | undefined };
}

const { sendPacket } = createRequire(import.meta.url)("ssh2/lib/protocol/utils.js") as {
  sendPacket(protocol: Parts["_protocol"], packet: Buffer): void;
};

/** OpenSSH's PROTOCOL, section 2.1: whoever gets it may stop sending, because nobody reads it. */
const endOfWrites = "eow@openssh.com";

/** What a running program may still be told (RFC 4254, sections 6.7 and 6.9). */
const whileRunning: readonly string[] = ["window-change", "signal"];

/**
 * Answers what a client asks of a session channel out of turn, as OpenSSH's server does: once a program was started,
 * another one, a terminal or a variable is refused, the program and the other channels go on. ssh2 leaves these
 * requests unanswered, or ends the connection. A client that reads no output any more is told of by the event
 * `unread` of the channel.
 */
export function answerLateRequests(connection: Connection): void {
  const { _protocol: protocol, _chanMgr: channels } = connection as unknown as Parts;
  const handle = protocol._handlers.CHANNEL_REQUEST;
  protocol._handlers.CHANNEL_REQUEST = (self, recipient, type, wantReply, data) => {
    const { _channel: channel, _chanInfo: info, _ending } = (channels.get(recipient) ?? {}) as ServerSession;
    const isLate = channel !== undefined || _ending === true;
    if (info === undefined || !isLate) {
      handle(self, recipient, type, wantReply, data);
      return;
    }
    const isHandled = channel !== undefined && whileRunning.includes(type);
    if (isHandled) handle(self, recipient, type, false, data);
    else if (type === endOfWrites) channel?.emit("unread");
    const { id, state } = info.outgoing;
    if (!wantReply || (state !== "open" && state !== "eof")) return;
    if (isHandled) protocol.channelSuccess(id);
    else protocol.channelFailure(id);
  };
}

/**
 * Tells a target that nobody reads the output of a program any more, so that writing it fails there, as into a closed
 * pipe. OpenSSH's servers know that; with any other the channel is closed.
 */
export function refuseOutput(client: Client, channel: ClientChannel): void {
  const { _remoteVer: software = "" } = client as unknown as { readonly _remoteVer?: string };
  if (!software.startsWith("OpenSSH")) {
    channel.close();
    return;
  }
  const { outgoing } = channel as unknown as {
    readonly outgoing: { readonly id: number; readonly state: string };
  };
  if (outgoing.state !== "open" && outgoing.state !== "eof") return;
  const { _protocol: protocol } = client as unknown as Parts;
  const { write } = protocol._packetRW;
  const at = write.allocStart;
  const packet = write.alloc(1 + 4 + 4 + endOfWrites.length + 1);
  packet[at] = 98; // SSH_MSG_CHANNEL_REQUEST
  packet.writeUInt32BE(outgoing.id, at + 1);
  packet.writeUInt32BE(endOfWrites.length, at + 5);
  packet.write(endOfWrites, at + 9, "latin1");
  packet[at + 9 + endOfWrites.length] = 0;
  sendPacket(protocol, write.finalize(packet));
}
