import type { Connection } from "ssh2";

/** The algorithms a peer proposes in its first KEXINIT (RFC 4253, section 7.1), in its order. */
export interface PeerOffer {
  readonly kex: readonly string[];
  readonly hostKeys: readonly string[];
  /** Of both directions, which hardly any client distinguishes. */
  readonly ciphers: readonly string[];
  readonly macs: readonly string[];
}

/** The part of a connection of ssh2 that hands on what arrives. */
interface Parts {
  readonly _protocol: { readonly _packetRW: { readonly read: { read(payload: Buffer): Buffer } } };
}

const kexInitMessage = 20;

/** Where the lists begin: after the message's number and its cookie. */
const listsAt = 1 + 16;

/** What a peer may propose that is worth keeping, in bytes: a list of OpenSSH has under 500. */
const longestList = 2048;

/**
 * Keeps what a peer proposes first, so that a refused negotiation can be explained.
 *
 * @param connection one of a server, when it is announced
 * @returns what was proposed; null before it came, and where it cannot be read
 */
export function watchPeerOffer(connection: Connection): () => PeerOffer | null {
  let offer: PeerOffer | null = null;
  const reader = (connection as unknown as Parts)._protocol._packetRW.read;
  const { read } = reader;
  reader.read = (payload) => {
    const message = read.call(reader, payload);
    if (message[0] === kexInitMessage) offer ??= readOffer(message);
    return message;
  };
  return () => offer;
}

function readOffer(kexInit: Buffer): PeerOffer | null {
  let at = listsAt;
  const lists: string[][] = [];
  for (let count = 0; count < 6; count += 1) {
    if (at + 4 > kexInit.length) return null;
    const length = kexInit.readUInt32BE(at);
    at += 4;
    if (length > kexInit.length - at) return null;
    // Foreign text for the log.
    const text = kexInit.toString("latin1", at, at + Math.min(length, longestList));
    lists.push(text.replace(/[^\x21-\x7e]/g, "?").split(","));
    at += length;
  }
  const [kex = [], hostKeys = [], toServer = [], toClient = [], macsToServer = [], macsToClient = []] = lists;
  const either = (one: string[], other: string[]) => [...new Set([...one, ...other])];
  return { kex, hostKeys, ciphers: either(toServer, toClient), macs: either(macsToServer, macsToClient) };
}
