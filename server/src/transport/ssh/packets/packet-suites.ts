import { createDecipheriv, createHmac, type Decipher, type DecipherGCM, timingSafeEqual } from "node:crypto";
import { poly1305 } from "./poly1305.ts";

/** How packets of one direction are opened: a cipher with its authentication (RFC 4253, section 6). */
export interface PacketSuite {
  /** Bytes of a packet that tell its length. */
  readonly headLength: number;
  /** Bytes of its authentication code. */
  readonly tagLength: number;
  /** What the length of what is encrypted has to be a multiple of. */
  readonly multiple: number;
  /** Whether the field `packet_length` is encrypted with the rest, and counts for `multiple`. */
  readonly encryptsLength: boolean;
  /** The field `packet_length`. */
  lengthOf(head: Buffer, sequence: number): number;
  /**
   * What follows the length of a packet, decrypted: padding length, payload, padding.
   *
   * @param rest all between head and tag; may be overwritten
   * @throws Error when it is not authentic
   */
  open(head: Buffer, rest: Buffer, tag: Buffer, sequence: number): Buffer;
}

/** The fields of ssh2's deciphers that hold their keys; the classes with `Binding` are those of its native add-on. */
interface Fields {
  readonly constructor: { readonly name: string };
  readonly _instance: unknown;
  readonly _decipherSSLName: string;
  readonly _decipherKey: Buffer;
  readonly _decipherIV: Buffer;
  readonly _decKeyMain: Buffer;
  readonly _decKeyPktLen: Buffer;
  readonly _decipherInstance: Decipher;
  readonly _block: Buffer;
  readonly _macSSLName: string;
  readonly _macKey: Buffer;
  readonly _macActualLen: number;
  readonly _macETM: boolean;
}

/** The suite of one of ssh2's deciphers that has opened nothing yet; null for one that has none, as before the keys. */
export function suiteOf(decipher: object): PacketSuite | null {
  const fields = decipher as Fields;
  const make = Object.hasOwn(suites, fields.constructor.name) ? suites[fields.constructor.name] : undefined;
  return make?.(fields) ?? null;
}

const suites: Readonly<Record<string, (fields: Fields) => PacketSuite>> = {
  AESGCMDecipherNative: ({ _decipherSSLName: name, _decipherKey: key, _decipherIV: iv }) => ({
    ...gcmFrame,
    open(head, rest, tag) {
      const decipher = createDecipheriv(name as "aes-256-gcm", key, iv) as DecipherGCM;
      decipher.setAAD(head).setAuthTag(tag);
      const plain = decipher.update(rest);
      decipher.final();
      // The counter is the last eight bytes (RFC 5647, section 7.1).
      iv.writeBigUInt64BE(BigInt.asUintN(64, iv.readBigUInt64BE(4) + 1n), 4);
      return plain;
    },
  }),
  AESGCMDecipherBinding: ({ _instance }) => {
    const native = _instance as { decrypt(packet: Buffer, length: number, tag: Buffer): void };
    return {
      ...gcmFrame,
      open(_head, rest, tag) {
        native.decrypt(rest, rest.length, tag);
        return rest;
      },
    };
  },
  ChaChaPolyDecipherNative: ({ _decKeyMain: key, _decKeyPktLen: lengthKey }) => ({
    ...chachaFrame,
    lengthOf: (head, sequence) =>
      createDecipheriv("chacha20", lengthKey, nonceOf(sequence, 0)).update(head).readUInt32BE(0),
    open(head, rest, tag, sequence) {
      const oneTime = createDecipheriv("chacha20", key, nonceOf(sequence, 0)).update(Buffer.alloc(32));
      authenticate(poly1305([head, rest], oneTime), tag);
      return createDecipheriv("chacha20", key, nonceOf(sequence, 1)).update(rest);
    },
  }),
  ChaChaPolyDecipherBinding: ({ _instance }) => {
    const native = _instance as {
      decryptLen(head: Buffer, sequence: number): number;
      decrypt(packet: Buffer, tag: Buffer, sequence: number): void;
    };
    return {
      ...chachaFrame,
      lengthOf: (head, sequence) => native.decryptLen(head, sequence),
      open(_head, rest, tag, sequence) {
        native.decrypt(rest, tag, sequence);
        return rest;
      },
    };
  },
  GenericDecipherNative: (fields) => {
    const { _decipherInstance: decipher, _macSSLName: hash, _macKey: macKey, _macETM: isEtm } = fields;
    const codeOf = (sequence: number, ...parts: Buffer[]) => {
      const mac = createHmac(hash, macKey).update(uint32(sequence));
      for (const part of parts) mac.update(part);
      return mac.digest().subarray(0, fields._macActualLen);
    };
    if (isEtm) {
      return {
        ...blockFrame(fields),
        lengthOf: readLength,
        open(head, rest, tag, sequence) {
          authenticate(codeOf(sequence, head, rest), tag);
          return decipher.update(rest);
        },
      };
    }
    let first = Buffer.alloc(0);
    return {
      ...blockFrame(fields),
      lengthOf(head) {
        first = decipher.update(head);
        return readLength(first);
      },
      open(_head, rest, tag, sequence) {
        const plain = Buffer.concat([first, decipher.update(rest)]);
        authenticate(codeOf(sequence, plain), tag);
        return plain.subarray(4);
      },
    };
  },
  GenericDecipherBinding: (fields) => {
    const native = fields._instance as {
      decryptBlock(block: Buffer): void;
      decrypt(packet: Buffer, sequence: number, block: Buffer, mac: Buffer): void;
    };
    const frame = blockFrame(fields);
    return {
      ...frame,
      lengthOf(head) {
        if (!fields._macETM) native.decryptBlock(head);
        return readLength(head);
      },
      open(head, rest, tag, sequence) {
        // What the first block holds of the packet is decrypted already, and passed over.
        const packet = fields._macETM ? rest : Buffer.concat([head.subarray(4), rest]);
        native.decrypt(packet, sequence, head, tag);
        return packet;
      },
    };
  },
};

const readLength = (head: Buffer): number => head.readUInt32BE(0);

const gcmFrame = {
  headLength: 4,
  tagLength: 16,
  multiple: 16,
  encryptsLength: false,
  lengthOf: readLength,
};

const chachaFrame = { headLength: 4, tagLength: 16, multiple: 8, encryptsLength: false };

const blockFrame = ({ _block, _macActualLen, _macETM }: Fields) => ({
  headLength: _block.length,
  tagLength: _macActualLen,
  // Of AES, the only such cipher the server offers.
  multiple: 16,
  encryptsLength: !_macETM,
});

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Node's ChaCha20 takes counter (little endian) and nonce together. */
function nonceOf(sequence: number, counter: 0 | 1): Buffer {
  const nonce = Buffer.alloc(16);
  nonce[0] = counter;
  nonce.writeUInt32BE(sequence, 12);
  return nonce;
}

function authenticate(computed: Buffer, sent: Buffer): void {
  if (!timingSafeEqual(computed, sent)) throw new Error("Invalid MAC");
}
