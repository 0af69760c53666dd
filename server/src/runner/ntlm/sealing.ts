import { timingSafeEqual } from "node:crypto";
import { hmacMd5, md5 } from "./keys.ts";
import { NtlmError } from "./ntlm-error.ts";
import { Rc4 } from "./rc4.ts";

/** Bytes of a signature. */
export const signatureLength = 16;

type Side = "client" | "server";

const magic = (from: Side, purpose: "signing" | "sealing"): Buffer => {
  const way = from === "client" ? "client-to-server" : "server-to-client";
  return Buffer.from(`session key to ${way} ${purpose} key magic constant\0`);
};

/** What one side sends, in its order: each message is enciphered, numbered and signed ([MS-NLMP] 3.4.4.2). */
class Direction {
  readonly #signingKey: Buffer;
  readonly #cipher: Rc4;
  #number = 0;

  constructor(sessionKey: Uint8Array, from: Side) {
    this.#signingKey = md5(sessionKey, magic(from, "signing"));
    this.#cipher = new Rc4(md5(sessionKey, magic(from, "sealing")));
  }

  cipher(data: Uint8Array): Buffer {
    return this.#cipher.apply(data);
  }

  /** The signature of the next message, whose text was enciphered, or deciphered, just before. */
  sign(message: Uint8Array): Buffer {
    const signature = Buffer.alloc(signatureLength);
    signature.writeUInt32LE(1);
    const number = Buffer.alloc(4);
    number.writeUInt32LE(this.#number++);
    this.#cipher.apply(hmacMd5(this.#signingKey, number, message).subarray(0, 8)).copy(signature, 4);
    number.copy(signature, 12);
    return signature;
  }
}

/** What two sides say to each other once they share a key: with extended session security and keys of 128 bits. */
export class SealedChannel {
  readonly #own: Direction;
  readonly #other: Direction;

  constructor(sessionKey: Uint8Array, side: Side = "client") {
    this.#own = new Direction(sessionKey, side);
    this.#other = new Direction(sessionKey, side === "client" ? "server" : "client");
  }

  /** Enciphers and signs the next message. */
  seal(message: Uint8Array): { readonly signature: Buffer; readonly sealed: Buffer } {
    const sealed = this.#own.cipher(message);
    return { sealed, signature: this.#own.sign(message) };
  }

  /**
   * Deciphers the next message of the other side. After an error nothing that follows can be read.
   *
   * @throws NtlmError `forged`: it is not the next one, or not from whoever has the key
   */
  unseal(sealed: Uint8Array, signature: Uint8Array): Buffer {
    const message = this.#other.cipher(sealed);
    const expected = this.#other.sign(message);
    if (signature.length !== signatureLength || !timingSafeEqual(expected, signature)) {
      throw new NtlmError("forged");
    }
    return message;
  }
}
