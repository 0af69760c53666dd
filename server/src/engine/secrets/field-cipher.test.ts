import { constants, createCipheriv, publicEncrypt, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createFieldCipher, type FieldCipher } from "./field-cipher.ts";
import { fixedKeyRing } from "./key-ring.ts";
import { createSecretBox } from "./secret-box.ts";

let database: TestDatabase;
let cipher: FieldCipher;
let pem: string;
const box = createSecretBox(fixedKeyRing(randomBytes(32)));

beforeAll(async () => {
  database = await createTestDatabase();
  cipher = createFieldCipher(database.db, box);
  pem = Buffer.from(await cipher.publicKeyCookie(), "base64").toString();
});

afterAll(() => database.drop());

/** What a page does: a random key, AES-ECB with zero padding, the key under RSA PKCS#1 v1.5. */
function encrypt(value: string, key = randomBytes(5).toString("hex")): string {
  const body = Buffer.from(value);
  const padded = Buffer.concat([
    body,
    Buffer.alloc((16 - (body.length % 16)) % 16 || (body.length === 0 ? 16 : 0)),
  ]);
  const aes = createCipheriv(
    "aes-128-ecb",
    Buffer.concat([Buffer.from(key), Buffer.alloc(16)]).subarray(0, 16),
    null,
  );
  aes.setAutoPadding(false);
  const sealed = Buffer.concat([aes.update(padded), aes.final()]).toString("base64");
  const rsa = publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(key));
  return `${rsa.toString("base64")}:${sealed}`;
}

describe("the field cipher", () => {
  it("opens what a page encrypts, of any length and alphabet", async () => {
    for (const value of ["x", "p@ss: word", "密码パスワード🔑", "a".repeat(16), "b".repeat(1000)]) {
      expect(await cipher.open(encrypt(value))).toBe(value);
    }
  });

  it("leaves plain text alone, also with colons in it", async () => {
    for (const value of ["", "plain", "a:b", "aGVsbG8=:d29ybGQ=", "c2FsbHlwb3J0:", "a:b:c"]) {
      expect(await cipher.open(value)).toBe(value);
    }
  });

  it("refuses a value of its shape that does not open, and never hands it on", async () => {
    const [rsa = "", aes = ""] = encrypt("secret").split(":");
    const other = Buffer.from(rsa, "base64");
    other[100] = (other[100] ?? 0) ^ 1;
    const broken = [`${other.toString("base64")}:${aes}`, `${randomBytes(256).toString("base64")}:${aes}`];
    for (const value of broken) {
      await expect(cipher.open(value)).rejects.toMatchObject({
        status: 400,
        code: "password_decrypt_failed",
      });
    }
  });

  it("refuses every malformed padding alike", async () => {
    // Blocks made by hand and raised with the public key: wrong type byte, no separator, too short a padding.
    const block = (bytes: readonly number[], key: string): Buffer => {
      const padding = Buffer.alloc(256 - bytes.length - key.length, 0x55);
      return Buffer.concat([
        Buffer.from(bytes.slice(0, 2)),
        padding,
        Buffer.from(bytes.slice(2)),
        Buffer.from(key),
      ]);
    };
    const blocks = [
      block([0, 1, 0], "0123456789"),
      block([0, 2], "0123456789"),
      Buffer.concat([Buffer.from([0, 2, 1, 1, 0]), Buffer.alloc(251, 0x55)]),
    ];
    for (const plain of blocks) {
      const rsa = publicEncrypt({ key: pem, padding: constants.RSA_NO_PADDING }, plain).toString("base64");
      await expect(cipher.open(`${rsa}:${randomBytes(16).toString("base64")}`)).rejects.toMatchObject({
        status: 400,
      });
    }
  });

  it("answers a key that is not the page's as it does a broken padding", async () => {
    const [, aes = ""] = encrypt("a password of two blocks").split(":");
    for (let turn = 0; turn < 20; turn++) {
      const key = publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, randomBytes(10));
      await expect(cipher.open(`${key.toString("base64")}:${aes}`)).rejects.toMatchObject({
        status: 400,
        code: "password_decrypt_failed",
      });
    }
  });

  it("keeps the private key sealed, shared between nodes, and rotates it without closing old pages", async () => {
    const { rows } = await database.pool.query("select * from field_keys");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("PRIVATE KEY");
    const old = encrypt("from an old page");
    await database.pool.query("update field_keys set date_created = now() - interval '40 days'");
    const [one, two] = [createFieldCipher(database.db, box), createFieldCipher(database.db, box)];
    const cookies = await Promise.all([one.publicKeyCookie(), two.publicKeyCookie()]);
    expect(cookies[0]).toBe(cookies[1]);
    expect(Buffer.from(cookies[0] ?? "", "base64").toString()).not.toBe(pem);
    expect(await one.open(old)).toBe("from an old page");
  });
});
