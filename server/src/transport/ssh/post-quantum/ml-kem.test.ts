import { readFileSync } from "node:fs";
import { ml_kem768 as kem } from "@noble/post-quantum/ml-kem.js";
import { describe, expect, it } from "vitest";
import { type MlKem768, mlKemLengths, nativeMlKem768, portableMlKem768 } from "./ml-kem.ts";

interface Vectors {
  readonly exchanges: readonly Record<
    "seed" | "publicKey" | "privateKey" | "entropy" | "ciphertext" | "secret",
    string
  >[];
  readonly encapsulations: readonly Record<
    "note" | "publicKey" | "entropy" | "ciphertext" | "secret",
    string
  >[];
  readonly invalidPublicKeys: readonly Record<"note" | "publicKey", string>[];
  readonly rejectedCiphertexts: readonly Record<"privateKey" | "ciphertext" | "secret", string>[];
  readonly invalidCiphertexts: readonly Record<"note" | "ciphertext", string>[];
}

const vectors = JSON.parse(
  readFileSync(new URL("ml-kem-768-vectors.json", import.meta.url), "utf8"),
) as Vectors;
const bytes = (hex: string) => Buffer.from(hex, "hex");
const hex = (value: Uint8Array) => Buffer.from(value).toString("hex");

describe("ML-KEM-768 in JavaScript gives the published answers", () => {
  it.each(vectors.exchanges)("for key, encapsulation and decapsulation of seed $seed", (vector) => {
    const { publicKey, secretKey } = kem.keygen(bytes(vector.seed));
    expect([hex(publicKey), hex(secretKey)]).toEqual([vector.publicKey, vector.privateKey]);
    const { cipherText, sharedSecret } = kem.encapsulate(publicKey, bytes(vector.entropy));
    expect([hex(cipherText), hex(sharedSecret)]).toEqual([vector.ciphertext, vector.secret]);
    expect(hex(kem.decapsulate(bytes(vector.ciphertext), bytes(vector.privateKey)))).toBe(vector.secret);
  });

  it.each(vectors.encapsulations)("where $note", (vector) => {
    const { cipherText, sharedSecret } = kem.encapsulate(bytes(vector.publicKey), bytes(vector.entropy));
    expect([hex(cipherText), hex(sharedSecret)]).toEqual([vector.ciphertext, vector.secret]);
  });

  it.each(vectors.rejectedCiphertexts)("for a ciphertext that was made for nobody", (vector) => {
    expect(hex(kem.decapsulate(bytes(vector.ciphertext), bytes(vector.privateKey)))).toBe(vector.secret);
  });
});

const portable = await portableMlKem768();
const native = nativeMlKem768();
const implementations: (readonly [string, MlKem768])[] = [["in JavaScript", portable]];
if (native !== null) implementations.push(["of Node's crypto", native]);

describe.each(implementations)("ML-KEM-768 %s", (_name, implementation) => {
  it("agrees with the one in JavaScript, each as either side", () => {
    for (const [owner, other] of [
      [implementation, portable],
      [portable, implementation],
    ] as const) {
      const pair = owner.generate();
      expect(pair.publicKey).toHaveLength(mlKemLengths.publicKey);
      const { ciphertext, secret } = other.encapsulate(pair.publicKey);
      expect(ciphertext).toHaveLength(mlKemLengths.ciphertext);
      expect(secret).toHaveLength(32);
      expect(pair.decapsulate(ciphertext)).toEqual(secret);
    }
  });

  it("makes another key and another secret each time", () => {
    const [first, second] = [implementation.generate(), implementation.generate()];
    expect(first.publicKey).not.toEqual(second.publicKey);
    expect(implementation.encapsulate(first.publicKey).secret).not.toEqual(
      implementation.encapsulate(first.publicKey).secret,
    );
  });

  it.each(vectors.invalidPublicKeys)("refuses a key: $note", ({ publicKey }) => {
    expect(() => implementation.encapsulate(bytes(publicKey))).toThrow();
  });

  it.each(vectors.invalidCiphertexts)("refuses a ciphertext: $note", ({ ciphertext }) => {
    expect(() => implementation.generate().decapsulate(bytes(ciphertext))).toThrow();
  });

  it("gives a changed ciphertext another secret and no error", () => {
    const pair = implementation.generate();
    const { ciphertext, secret } = implementation.encapsulate(pair.publicKey);
    ciphertext[500] = (ciphertext[500] ?? 0) ^ 1;
    expect(pair.decapsulate(ciphertext)).not.toEqual(secret);
  });
});
