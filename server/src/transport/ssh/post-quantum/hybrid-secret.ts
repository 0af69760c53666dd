import { createHash, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from "node:crypto";
import { type MlKem768, mlKemLengths } from "./ml-kem.ts";

/** The method's name in key exchanges. */
export const hybridMethod = "mlkem768x25519-sha256";

/** The client's half of an exchange. */
export interface HybridInitiation {
  /** What the client sends, C_INIT: its ML-KEM key and its X25519 key. */
  readonly init: Buffer;
  /**
   * The shared secret K, 32 bytes, from what the server sent back.
   *
   * @throws Error when that is no answer to `init`
   */
  finish(reply: Buffer): Buffer;
}

/** The server's half of an exchange. */
export interface HybridReply {
  /** What the server sends, S_REPLY: a ciphertext for the client's ML-KEM key, and its own X25519 key. */
  readonly reply: Buffer;
  /** The shared secret K, 32 bytes. */
  readonly secret: Buffer;
}

/** Begins an exchange as the client (RFC 10042). */
export function initiate(kem: MlKem768): HybridInitiation {
  const pair = kem.generate();
  const curve = curvePair();
  return {
    init: Buffer.concat([pair.publicKey, curve.publicKey]),
    finish: (reply) => {
      const [ciphertext, peer] = halves(reply, mlKemLengths.ciphertext);
      return combine(pair.decapsulate(ciphertext), agree(curve.privateKey, peer));
    },
  };
}

/**
 * Answers a client.
 *
 * @throws Error when what the client sent is not two keys, or one of them is invalid
 */
export function respond(kem: MlKem768, init: Buffer): HybridReply {
  const [publicKey, peer] = halves(init, mlKemLengths.publicKey);
  const { ciphertext, secret } = kem.encapsulate(publicKey);
  const curve = curvePair();
  return {
    reply: Buffer.concat([ciphertext, curve.publicKey]),
    secret: combine(secret, agree(curve.privateKey, peer)),
  };
}

const curveLength = 32;

/** What is before the key in its SubjectPublicKeyInfo (RFC 8410). */
const curvePrefix = Buffer.from("302a300506032b656e032100", "hex");

function halves(value: Buffer, first: number): readonly [Buffer, Buffer] {
  if (value.length !== first + curveLength) {
    throw new Error(`${value.length} bytes where ${hybridMethod} has ${first + curveLength}`);
  }
  return [value.subarray(0, first), value.subarray(first)];
}

function curvePair(): { readonly publicKey: Buffer; readonly privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  const der = publicKey.export({ type: "spki", format: "der" });
  return { publicKey: der.subarray(curvePrefix.length), privateKey };
}

/** The secret of X25519. One that is all zeros is nobody's choice but an attacker's (RFC 8731, section 3). */
function agree(privateKey: KeyObject, peer: Buffer): Buffer {
  const key = Buffer.concat([curvePrefix, peer]);
  const publicKey = createPublicKey({ key, format: "der", type: "spki" });
  const secret = diffieHellman({ privateKey, publicKey });
  if (secret.every((byte) => byte === 0)) throw new Error("the X25519 key of the other side is invalid");
  return secret;
}

/** K = SHA-256(K_PQ || K_CL); forgets both. */
function combine(postQuantum: Buffer, classical: Buffer): Buffer {
  const secret = createHash("sha256").update(postQuantum).update(classical).digest();
  postQuantum.fill(0);
  classical.fill(0);
  return secret;
}
