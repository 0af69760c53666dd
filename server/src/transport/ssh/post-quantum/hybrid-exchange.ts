import type { Client, Connection } from "ssh2";
import { type HybridInitiation, hybridMethod, initiate, respond } from "./hybrid-secret.ts";
import type { MlKem768 } from "./ml-kem.ts";

/** A running key exchange of ssh2, as far as it is changed here. */
interface Exchange {
  readonly hashName: string;
  readonly negotiated: { kex: string };
  type: string;
  _remoteKexinit: Buffer | undefined;
  generateKeys(): void;
  /** What this side sends. */
  getPublicKey(): Buffer;
  /** What the other side sent, as it goes into the exchange hash. */
  convertPublicKey(key: Buffer): Buffer;
  /** K, which is hashed as a string; an error ends the connection. */
  computeSecret(key: Buffer): Buffer | Error;
}

interface NameList {
  readonly array: readonly string[];
}

interface Direction {
  readonly cipher: NameList;
  readonly mac: NameList;
  readonly compress: NameList;
  readonly lang: NameList;
}

/** What a side proposes in its KEXINIT. */
interface Offer {
  readonly lists: {
    readonly kex: NameList;
    readonly serverHostKey: NameList;
    readonly cs: Direction;
    readonly sc: Direction;
  };
}

interface PacketReader {
  /** Given each message that arrives, decrypted; gives what is handled. */
  read(payload: Buffer): Buffer;
}

/** ssh2's state of a connection, as far as it is used here. */
interface Protocol {
  readonly _server: boolean;
  readonly _packetRW: { readonly read: PacketReader };
  _offer: Offer;
  _kex: Exchange | undefined;
  _onHandshakeComplete(...details: unknown[]): void;
}

/**
 * Offers `mlkem768x25519-sha256` (RFC 10042) on one connection, before every other method. ssh2 knows no exchange
 * that could be added to its own, so one of its X25519 exchanges carries it: where the hybrid method is what both sides
 * agree on, ssh2 is given the other side's KEXINIT with the carrier's name in its place, and the exchange it then makes
 * gets the hybrid's keys, secret and, for the exchange hash, the KEXINIT that really came. Messages, hash, signature,
 * strict key exchange and ciphers stay ssh2's. Everything lives on this one connection.
 *
 * @param peer a client right after `connect`, or a server's connection when it is announced
 * @throws Error when ssh2's inside is not what is expected, or its first method is not X25519
 */
export function offerHybridExchange(peer: Client | Connection, kem: MlKem768): void {
  const { _protocol: protocol } = peer as unknown as { readonly _protocol: Protocol };
  const own = protocol._offer.lists.kex.array;
  const [carrier] = own;
  if (carrier === undefined || !carriers.includes(carrier))
    throw new Error("no method carries the hybrid one");
  if (protocol._kex !== undefined) throw new Error("the key exchange has begun already");
  protocol._offer = withHybrid(protocol._offer);
  new HybridExchanges(protocol, kem, carrier);
}

const carriers: readonly string[] = ["curve25519-sha256", "curve25519-sha256@libssh.org"];

/** The exchanges of one connection: the first one and those that renew its keys. */
class HybridExchanges {
  readonly #protocol: Protocol;
  readonly #kem: MlKem768;
  readonly #carrier: string;
  /** The KEXINIT that agrees on the hybrid method: as it came, and as ssh2 was given it. */
  #agreed: { readonly original: Buffer; readonly renamed: Buffer } | null = null;
  #exchange: Exchange | undefined;

  constructor(protocol: Protocol, kem: MlKem768, carrier: string) {
    this.#protocol = protocol;
    this.#kem = kem;
    this.#carrier = carrier;
    this.#watchMessages();
    this.#watchExchanges();
    const completed = protocol._onHandshakeComplete;
    protocol._onHandshakeComplete = (...details) => {
      // Every exchange leaves a new reader behind.
      this.#watchMessages();
      completed(...details);
    };
  }

  #watchMessages(): void {
    const reader = this.#protocol._packetRW.read;
    const read = reader.read.bind(reader);
    reader.read = (payload) => {
      const message = read(payload);
      return message[0] === kexInitMessage ? this.#rename(message) : message;
    };
  }

  #watchExchanges(): void {
    Object.defineProperty(this.#protocol, "_kex", {
      configurable: true,
      enumerable: true,
      get: () => this.#exchange,
      set: (exchange: Exchange | undefined) => {
        if (this.#agreed !== null) this.#carry(exchange, this.#agreed);
        this.#agreed = null;
        this.#exchange = exchange;
      },
    });
  }

  #rename(original: Buffer): Buffer {
    this.#agreed = null;
    const names = exchangeNames(original);
    if (names === null) return original;
    const own = this.#protocol._offer.lists.kex.array;
    const [client, server] = this.#protocol._server ? [names, own] : [own, names];
    if (client.find((name) => server.includes(name)) !== hybridMethod) return original;
    // In its own place: whether the client guessed the method right is seen by what comes first. Names before it are
    // none that both sides have, so that ssh2 comes to the carrier.
    const renamed = withExchangeNames(
      original,
      names.map((name) => (name === hybridMethod ? this.#carrier : name)),
    );
    this.#agreed = { original, renamed };
    return renamed;
  }

  #carry(exchange: Exchange | undefined, agreed: { original: Buffer; renamed: Buffer }): void {
    if (
      exchange?._remoteKexinit !== agreed.renamed ||
      exchange.negotiated.kex !== this.#carrier ||
      exchange.hashName !== "sha256"
    ) {
      throw new Error("the hybrid key exchange has no carrier");
    }
    exchange.negotiated.kex = hybridMethod;
    exchange.type = hybridMethod;
    exchange._remoteKexinit = agreed.original;
    Object.assign(exchange, this.#protocol._server ? serverHalf(this.#kem) : clientHalf(this.#kem));
  }
}

type Half = Pick<Exchange, "generateKeys" | "getPublicKey" | "convertPublicKey" | "computeSecret">;

function clientHalf(kem: MlKem768): Half {
  const initiation = initiate(kem);
  const { init } = initiation;
  // The keys are of use once.
  let open: HybridInitiation | null = initiation;
  return half(
    () => init,
    (reply) => {
      const { finish } = once(open);
      open = null;
      return finish(reply);
    },
  );
}

function serverHalf(kem: MlKem768): Half {
  let sent: Buffer | null = null;
  return half(
    () => once(sent),
    (init) => {
      const { reply, secret } = respond(kem, init);
      sent = reply;
      return secret;
    },
  );
}

function half(getPublicKey: () => Buffer, secretOf: (peer: Buffer) => Buffer): Half {
  return {
    generateKeys: () => undefined,
    getPublicKey,
    convertPublicKey: (key) => key,
    computeSecret: (peer) => {
      try {
        return secretOf(peer);
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error));
      }
    },
  };
}

function once<T>(value: T | null): T {
  if (value === null) throw new Error("the hybrid key exchange is out of order");
  return value;
}

function withHybrid(offer: Offer): Offer {
  const { kex, serverHostKey, cs, sc } = offer.lists;
  const plain = ({ cipher, mac, compress, lang }: Direction) => ({
    cipher: cipher.array,
    mac: mac.array,
    compress: compress.array,
    lang: lang.array,
  });
  const KexInit = offer.constructor as new (proposal: object) => Offer;
  return new KexInit({
    kex: [hybridMethod, ...kex.array],
    serverHostKey: serverHostKey.array,
    cs: plain(cs),
    sc: plain(sc),
  });
}

const kexInitMessage = 20;

/** Where the names of methods begin in a KEXINIT: after its number and cookie (RFC 4253, section 7.1). */
const namesAt = 1 + 16;

function exchangeNames(kexInit: Buffer): readonly string[] | null {
  if (kexInit.length < namesAt + 4) return null;
  const length = kexInit.readUInt32BE(namesAt);
  if (length > kexInit.length - namesAt - 4) return null;
  return kexInit.toString("latin1", namesAt + 4, namesAt + 4 + length).split(",");
}

function withExchangeNames(kexInit: Buffer, names: readonly string[]): Buffer {
  const list = Buffer.from(names.join(","), "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(list.length);
  const rest = kexInit.subarray(namesAt + 4 + kexInit.readUInt32BE(namesAt));
  return Buffer.concat([kexInit.subarray(0, namesAt), length, list, rest]);
}
