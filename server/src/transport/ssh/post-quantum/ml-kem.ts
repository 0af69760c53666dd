import * as crypto from "node:crypto";

/** What one side makes and the other encapsulates a secret for. */
export interface MlKemKeyPair {
  /** The encapsulation key: 1184 bytes. */
  readonly publicKey: Buffer;
  /**
   * The secret of a ciphertext, 32 bytes. One that was not made for this key gives another secret, never an error
   * (FIPS 203, 6.3).
   *
   * @throws Error when the ciphertext has not 1088 bytes
   */
  decapsulate(ciphertext: Buffer): Buffer;
}

/** A secret and what the owner of a key needs to find it. */
export interface Encapsulation {
  /** 1088 bytes. */
  readonly ciphertext: Buffer;
  /** 32 bytes. */
  readonly secret: Buffer;
}

/** ML-KEM-768 (FIPS 203). */
export interface MlKem768 {
  /** Makes a key for one exchange. */
  generate(): MlKemKeyPair;
  /** Makes a secret for a key. @throws Error for a key that is none (FIPS 203, 7.2: its length and its modulus) */
  encapsulate(publicKey: Buffer): Encapsulation;
}

/** Lengths in bytes of ML-KEM-768. */
export const mlKemLengths = { publicKey: 1184, ciphertext: 1088 } as const;

/** What Node's crypto has from 24.7 on, which the types of older releases leave out. */
interface NativeKem {
  generateKeyPairSync?(type: "ml-kem-768"): {
    readonly publicKey: crypto.KeyObject;
    readonly privateKey: crypto.KeyObject;
  };
  encapsulate?(key: crypto.KeyObject): { readonly sharedKey: Buffer; readonly ciphertext: Buffer };
  decapsulate?(key: crypto.KeyObject, ciphertext: Buffer): Buffer;
}

/** What is before the key in its SubjectPublicKeyInfo (RFC 9935). */
const publicKeyPrefix = Buffer.from("308204b2300b0609608648016503040402038204a100", "hex");

/** ML-KEM-768 of Node's crypto; null where it has none. */
export function nativeMlKem768(): MlKem768 | null {
  const { generateKeyPairSync, encapsulate, decapsulate } = crypto as unknown as NativeKem;
  if (generateKeyPairSync === undefined || encapsulate === undefined || decapsulate === undefined)
    return null;
  const generate = () => {
    const { publicKey, privateKey } = generateKeyPairSync("ml-kem-768");
    return {
      publicKey: publicKey.export({ type: "spki", format: "der" }).subarray(publicKeyPrefix.length),
      decapsulate: (ciphertext: Buffer) =>
        decapsulate(privateKey, exactly(ciphertext, mlKemLengths.ciphertext)),
    };
  };
  try {
    generate();
  } catch {
    // Built with an OpenSSL older than 3.5.
    return null;
  }
  return {
    generate,
    encapsulate: (raw) => {
      const der = Buffer.concat([publicKeyPrefix, exactly(raw, mlKemLengths.publicKey)]);
      const { ciphertext, sharedKey } = encapsulate(
        crypto.createPublicKey({ key: der, format: "der", type: "spki" }),
      );
      return { ciphertext, secret: sharedKey };
    },
  };
}

/** ML-KEM-768 in JavaScript. */
export async function portableMlKem768(): Promise<MlKem768> {
  const { ml_kem768: kem } = await import("@noble/post-quantum/ml-kem.js");
  return {
    generate: () => {
      const { publicKey, secretKey } = kem.keygen();
      return {
        publicKey: Buffer.from(publicKey),
        decapsulate: (ciphertext) =>
          Buffer.from(kem.decapsulate(exactly(ciphertext, mlKemLengths.ciphertext), secretKey)),
      };
    },
    encapsulate: (publicKey) => {
      const { cipherText, sharedSecret } = kem.encapsulate(exactly(publicKey, mlKemLengths.publicKey));
      return { ciphertext: Buffer.from(cipherText), secret: Buffer.from(sharedSecret) };
    },
  };
}

function exactly(value: Buffer, length: number): Buffer {
  if (value.length !== length) throw new Error(`${value.length} bytes where ML-KEM-768 has ${length}`);
  return value;
}
