import type { Client, Connection } from "ssh2";

/** A peer sent on a channel what RFC 4254 does not let it; the connection is closed. */
export class ChannelBreach extends Error {
  override readonly name = "ChannelBreach";
}

/** Smallest packet a peer may ask to be sent, in bytes: every byte it is sent would else cost a packet, or more. */
const smallestPacket = 256;

/** Most a window can be (RFC 4254, section 5.2). */
const largestWindow = 2 ** 32 - 1;

/** What the checks see of a channel of ssh2; a session of its server has its channel inside. */
interface Channel {
  readonly incoming?: { readonly window: number };
  readonly outgoing?: { readonly window: number };
  readonly _channel?: Channel;
}

type Handler = (...parameters: never[]) => void;

/** The parts of a connection of ssh2 that the checks take. */
interface Parts {
  readonly _protocol: {
    readonly _handlers: Record<string, Handler | undefined>;
    /** Set while keys are exchanged; what is sent meanwhile waits in memory. */
    readonly _kexinit?: unknown;
  };
  readonly _chanMgr: { get(id: number): Channel | undefined };
  readonly _sock: { destroy(): void };
}

const partsOf = (connection: Client | Connection): Parts => connection as unknown as Parts;

/**
 * Holds a peer to the rules of channels. ssh2 takes whatever comes: data beyond the window it has granted, which
 * then waits in memory, and packets of no size, in which nothing can ever be sent. Who breaks a rule is reported by
 * an `error` event with a ChannelBreach, and disconnected.
 *
 * @param connection one that has begun to talk
 */
export function enforceChannelRules(connection: Client | Connection): void {
  const { _protocol: protocol, _chanMgr: channels } = partsOf(connection);
  let isOver = false;
  const channelOf = (id: number): Channel | undefined => {
    const found = channels.get(id);
    return found?._channel ?? found;
  };
  /** Runs a check before the handler of a message; `check` answers what is wrong. */
  const before = (message: string, check: (parameters: readonly unknown[]) => string | null) => {
    const handle = protocol._handlers[message];
    if (handle === undefined) return;
    protocol._handlers[message] = (...parameters: never[]) => {
      if (isOver) return;
      const breach = check(parameters);
      if (breach === null) {
        handle(...parameters);
        return;
      }
      isOver = true;
      connection.emit("error", new ChannelBreach(breach));
      partsOf(connection)._sock.destroy();
    };
  };
  const packetSize = ([, info]: readonly unknown[]) => {
    const { packetSize: size } = info as { readonly packetSize: number };
    return size < smallestPacket ? `a channel with packets of ${size} bytes` : null;
  };
  const window = ([, id, data]: readonly unknown[]) => {
    const granted = channelOf(id as number)?.incoming?.window;
    const { length } = data as Buffer;
    return granted !== undefined && length > granted ? `${length} bytes into a window of ${granted}` : null;
  };
  before("CHANNEL_OPEN", packetSize);
  before("CHANNEL_OPEN_CONFIRMATION", packetSize);
  before("CHANNEL_DATA", window);
  before("CHANNEL_EXTENDED_DATA", window);
  before("CHANNEL_WINDOW_ADJUST", ([, id, amount]) => {
    const window = channelOf(id as number)?.outgoing?.window ?? 0;
    return window + (amount as number) > largestWindow ? "a window beyond the largest" : null;
  });
}

/**
 * Whether keys are being exchanged: what is sent now waits in memory until the peer has done its part, which it may
 * never do. The connection's `handshake` event reports the end.
 */
export function isExchangingKeys(connection: Client | Connection): boolean {
  return partsOf(connection)._protocol._kexinit !== undefined;
}
