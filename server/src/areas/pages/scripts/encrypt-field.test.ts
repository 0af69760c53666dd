import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { encryptField } from "./encrypt-field.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** What Node's own ciphers make of an encrypted field. */
function open(sent: string): string {
  const [rsa = "", aes = ""] = sent.split(":");
  const options = { key: privateKey, padding: constants.RSA_NO_PADDING };
  const block = privateDecrypt(options, Buffer.from(rsa, "base64"));
  expect([block[0], block[1], block.indexOf(0, 2)]).toEqual([0, 2, block.length - 17]);
  const decipher = createDecipheriv("aes-128-ecb", block.subarray(-16), null).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(Buffer.from(aes, "base64")), decipher.final()]);
  return plain.toString("utf8").replace(/\0+$/, "");
}

const cookie = (type: "spki" | "pkcs1"): string =>
  Buffer.from(publicKey.export({ type, format: "pem" })).toString("base64");

describe("a field of a form", () => {
  it.each(["a", "exactly 16 bytes", "a password of more than one block", "密码🔑"])(
    "%s: opens to what was typed",
    (value) => {
      for (const type of ["spki", "pkcs1"] as const)
        expect(open(encryptField(value, cookie(type)))).toBe(value);
    },
  );

  it("is another text each time", () => {
    expect(encryptField("same", cookie("spki"))).not.toBe(encryptField("same", cookie("spki")));
  });

  it("is not made with a key that cannot be read", () => {
    expect(() => encryptField("x", "!")).toThrow();
  });
});
