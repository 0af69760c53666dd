/*
 * SFTP, version 3 (draft-ietf-secsh-filexfer-02), as packets: a length (4 bytes), a type (1 byte), and for all but the
 * first packet of each side a request id (4 bytes). Texts are bytes: version 3 names no encoding. They are kept as
 * "latin1" strings, one character a byte, so that nothing is lost on the way.
 */

/** Types of packets. */
export const packetType = {
  init: 1,
  version: 2,
  open: 3,
  close: 4,
  read: 5,
  write: 6,
  lstat: 7,
  fstat: 8,
  setstat: 9,
  fsetstat: 10,
  opendir: 11,
  readdir: 12,
  remove: 13,
  mkdir: 14,
  rmdir: 15,
  realpath: 16,
  stat: 17,
  rename: 18,
  readlink: 19,
  symlink: 20,
  status: 101,
  handle: 102,
  data: 103,
  name: 104,
  attributes: 105,
  extended: 200,
  extendedReply: 201,
} as const;

/** Codes of a status. */
export const statusCode = {
  ok: 0,
  endOfFile: 1,
  noSuchFile: 2,
  permissionDenied: 3,
  failure: 4,
  badMessage: 5,
  noConnection: 6,
  connectionLost: 7,
  unsupported: 8,
} as const;

/** Flags of an open. */
export const openFlag = { read: 1, write: 2, append: 4, create: 8, truncate: 16, exclusive: 32 } as const;

/** Largest packet either side may send, in bytes; OpenSSH has the same. */
export const largestPacket = 256 * 1024;

/** A packet that is not what the protocol says. */
export class MalformedPacket extends Error {}

/**
 * Gets the type of a packet, what follows it, and the whole of it. The whole is the receiver's: nobody else looks at
 * these bytes again, so that it can be sent on as it is, with another id.
 */
export type OnPacket = (type: number, body: Buffer, whole: Buffer) => void;

/** Cuts a stream of bytes into packets. Holds at most one packet that is not complete. */
export class PacketReader {
  readonly #onPacket: OnPacket;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(onPacket: OnPacket) {
    this.#onPacket = onPacket;
  }

  /** @throws MalformedPacket when a packet says that it is empty or too long */
  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    for (;;) {
      const length = this.#nextLength();
      if (length === null || this.#size < length + 4) return;
      const whole = this.#take(length + 4);
      this.#onPacket(whole[4] ?? 0, whole.subarray(5), whole);
    }
  }

  #nextLength(): number | null {
    if (this.#size < 4) return null;
    const [first = Buffer.alloc(0)] = this.#chunks;
    if (first.length < 4) this.#chunks = [Buffer.concat(this.#chunks)];
    const length = (this.#chunks[0] ?? first).readUInt32BE(0);
    if (length < 1 || length > largestPacket) throw new MalformedPacket(`a packet of ${length} bytes`);
    return length;
  }

  #take(bytes: number): Buffer {
    const [first = Buffer.alloc(0)] = this.#chunks;
    this.#size -= bytes;
    if (first.length > bytes) {
      this.#chunks[0] = first.subarray(bytes);
      return first.subarray(0, bytes);
    }
    if (first.length === bytes) {
      this.#chunks.shift();
      return first;
    }
    const all = Buffer.concat(this.#chunks);
    this.#chunks = all.length > bytes ? [all.subarray(bytes)] : [];
    return all.subarray(0, bytes);
  }
}

/** Reads the parts of a packet one after the other; MalformedPacket where there are none left. */
export class PacketCursor {
  readonly #body: Buffer;
  #at = 0;

  constructor(body: Buffer) {
    this.#body = body;
  }

  uint32(): number {
    return this.bytes(4).readUInt32BE(0);
  }

  /** A length or an offset; beyond 2^53 it is no longer exact, which no file reaches. */
  uint64(): number {
    const bytes = this.bytes(8);
    return bytes.readUInt32BE(0) * 2 ** 32 + bytes.readUInt32BE(4);
  }

  /** A string's bytes. */
  string(): Buffer {
    return this.bytes(this.uint32());
  }

  /** A path or a name, one character a byte. */
  path(): string {
    return this.string().toString("latin1");
  }

  bytes(length: number): Buffer {
    if (length > this.#body.length - this.#at) throw new MalformedPacket("a packet ends before its parts do");
    this.#at += length;
    return this.#body.subarray(this.#at - length, this.#at);
  }

  /** What has not been read. */
  rest(): Buffer {
    return this.#body.subarray(this.#at);
  }
}

/** Four bytes. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

/** A string with its length; a text has one character a byte. */
export function string(value: Buffer | string): Buffer {
  const bytes = typeof value === "string" ? Buffer.from(value, "latin1") : value;
  return Buffer.concat([uint32(bytes.length), bytes]);
}

/** Where in a whole packet its id stands, and where the handle of a read or a write. */
const idAt = 5;
const handleAt = 13;

/** A packet as it came, with another id: of what is passed on nothing is copied. */
export function renumbered(whole: Buffer, id: number): Buffer {
  whole.writeUInt32BE(id >>> 0, idAt);
  return whole;
}

/** Puts another handle of the same length into a packet that begins with one. */
export function replaceHandle(whole: Buffer, handle: Buffer): void {
  whole.set(handle, handleAt);
}

/** A whole packet; `id` null for those that have none. */
export function packet(type: number, id: number | null, ...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, id === null ? 1 : 5);
  const head = Buffer.allocUnsafe(id === null ? 5 : 9);
  head.writeUInt32BE(length);
  head[4] = type;
  if (id !== null) head.writeUInt32BE(id >>> 0, 5);
  return Buffer.concat([head, ...parts], length + 4);
}
