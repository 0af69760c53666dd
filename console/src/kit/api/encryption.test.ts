import {
  constants,
  createCipheriv,
  createDecipheriv,
  generateKeyPairSync,
  privateDecrypt,
} from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { encryptAesEcb } from "./aes.ts";
import { encryptFields, encryptSecret } from "./encryption.ts";

const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
const spki = pair.publicKey.export({ type: "spki", format: "pem" }).toString();
const pkcs1 = pair.publicKey.export({ type: "pkcs1", format: "pem" }).toString();

/** Undoes PKCS#1 v1.5 by hand: current Node refuses it in privateDecrypt. */
function unpad(block: Buffer): Buffer {
  expect(block.subarray(0, 2)).toEqual(Buffer.from([0, 2]));
  const end = block.indexOf(0, 2);
  expect(end).toBeGreaterThanOrEqual(10);
  return block.subarray(end + 1);
}

function decrypt(text: string): string {
  const [rsa = "", aes = ""] = text.split(":");
  const key = unpad(
    privateDecrypt({ key: pair.privateKey, padding: constants.RSA_NO_PADDING }, Buffer.from(rsa, "base64")),
  );
  expect(key).toHaveLength(16);
  const decipher = createDecipheriv("aes-128-ecb", key, null).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(Buffer.from(aes, "base64")), decipher.final()]);
  return plain.toString("utf8").replace(/\0+$/, "");
}

describe("encryptSecret", () => {
  test.each([
    "x",
    "exactly-16-bytes",
    "a longer secret that spans several blocks of sixteen bytes",
    "密码 パスワード 🔑",
  ])("is read back by the server's side: %s", (value) => {
    for (const pem of [spki, pkcs1]) expect(decrypt(encryptSecret(value, btoa(pem)))).toBe(value);
  });

  test("never gives the same text twice", () => {
    expect(encryptSecret("same", btoa(spki))).not.toBe(encryptSecret("same", btoa(spki)));
  });

  test("leaves empty values, and values without a key, alone", () => {
    expect(encryptSecret("", btoa(spki))).toBe("");
    expect(encryptSecret("plain", "")).toBe("plain");
  });
});

test("AES agrees with node:crypto on many keys and blocks", () => {
  for (let round = 0; round < 200; round += 1) {
    const key = crypto.getRandomValues(new Uint8Array(16));
    const data = crypto.getRandomValues(new Uint8Array(48));
    const cipher = createCipheriv("aes-128-ecb", key, null).setAutoPadding(false);
    const expected = Buffer.concat([cipher.update(data), cipher.final()]);
    expect(Buffer.from(encryptAesEcb(key, data))).toEqual(expected);
  }
});

test("encryptFields reaches nested rows and leaves other fields as they are", () => {
  vi.stubGlobal("document", { cookie: `jms_public_key="${btoa(spki)}"` });
  const body = encryptFields({ name: "n", accounts: [{ username: "root", secret: "s3" }], port: 22 }) as {
    name: string;
    port: number;
    accounts: { username: string; secret: string }[];
  };
  expect(body).toMatchObject({ name: "n", port: 22, accounts: [{ username: "root" }] });
  expect(decrypt(body.accounts[0]?.secret ?? "")).toBe("s3");
});
