import { createHash, createPublicKey, diffieHellman, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { initiate, respond } from "./hybrid-secret.ts";
import { portableMlKem768 } from "./ml-kem.ts";

const kem = await portableMlKem768();

/** The other side, put together here from its parts. */
function curve() {
  const { publicKey, privateKey } = generateKeyPairSync("x25519");
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const agree = (peer: Buffer) =>
    diffieHellman({
      privateKey,
      publicKey: createPublicKey({
        key: { kty: "OKP", crv: "X25519", x: peer.toString("base64url") },
        format: "jwk",
      }),
    });
  return { raw, agree };
}

const secretOf = (postQuantum: Buffer, classical: Buffer) =>
  createHash("sha256")
    .update(Buffer.concat([postQuantum, classical]))
    .digest("hex");

it("answers a client with SHA-256 of the two secrets, the post-quantum one first", () => {
  const pair = kem.generate();
  const own = curve();
  const { reply, secret } = respond(kem, Buffer.concat([pair.publicKey, own.raw]));
  expect(reply).toHaveLength(1088 + 32);
  const expected = secretOf(pair.decapsulate(reply.subarray(0, 1088)), own.agree(reply.subarray(1088)));
  expect(secret.toString("hex")).toBe(expected);
});

it("finds the secret of a server's answer", () => {
  const initiation = initiate(kem);
  expect(initiation.init).toHaveLength(1184 + 32);
  const own = curve();
  const { ciphertext, secret } = kem.encapsulate(initiation.init.subarray(0, 1184));
  const expected = secretOf(secret, own.agree(initiation.init.subarray(1184)));
  expect(initiation.finish(Buffer.concat([ciphertext, own.raw])).toString("hex")).toBe(expected);
});

/** Points that lead to an all-zero secret with every key: RFC 7748, section 6.1, as it is known of curve 25519. */
const smallOrder = [
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
  "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
  `ec${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`,
];

it.each(smallOrder)("refuses the X25519 key %s on both sides", (point) => {
  const peer = Buffer.from(point, "hex");
  const { publicKey } = kem.generate();
  expect(() => respond(kem, Buffer.concat([publicKey, peer]))).toThrow();
  const initiation = initiate(kem);
  const { ciphertext } = kem.encapsulate(initiation.init.subarray(0, 1184));
  expect(() => initiation.finish(Buffer.concat([ciphertext, peer]))).toThrow();
});

it("refuses what has another length, and never another error than that", () => {
  const initiation = initiate(kem);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1300 }), (value) => {
      const given = Buffer.from(value);
      if (given.length !== 1216) expect(() => respond(kem, given)).toThrow(/bytes where/);
      if (given.length !== 1120) expect(() => initiation.finish(given)).toThrow(/bytes where/);
    }),
    { numRuns: 200 },
  );
});
