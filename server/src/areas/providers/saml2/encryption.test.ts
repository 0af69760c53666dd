import { constants, createCipheriv, createPrivateKey, publicEncrypt, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { samlKeys } from "../../../testing/saml-keys.ts";
import { parseXml } from "../strict-xml.ts";
import { checkEncryptionMethod, decryptedText } from "./encryption.ts";

const xmlenc = "http://www.w3.org/2001/04/xmlenc#";
const xmlenc11 = "http://www.w3.org/2009/xmlenc11#";
const xmldsig = "http://www.w3.org/2000/09/xmldsig#";
const key = createPrivateKey(samlKeys.installation.privateKey);
const us = "https://gate.test/metadata";
const secret = "<Assertion>数据 & more</Assertion>";

/** How an assertion is encrypted; by default as providers commonly do. */
interface Encryption {
  readonly cipher?: "aes128-cbc" | "aes256-cbc" | "aes128-gcm" | "aes256-gcm";
  readonly oaep?: string;
  /** Hash that encrypts the key, and what the message says of it. */
  readonly hash?: string;
  readonly method?: string;
  readonly recipient?: string;
  readonly isBeside?: boolean;
  /** Changes what is encrypted before it is written. */
  readonly change?: (value: Buffer) => Buffer;
  readonly contentKey?: Buffer;
  /** Bytes behind the text, instead of right padding. */
  readonly padding?: readonly number[];
}

function encrypted(encryption: Encryption = {}): ReturnType<typeof parseXml>["documentElement"] & object {
  const {
    cipher = "aes256-gcm",
    oaep = `${xmlenc}rsa-oaep-mgf1p`,
    hash = "sha1",
    method = "",
    recipient,
    isBeside = false,
    change = (value: Buffer) => value,
    contentKey = randomBytes(cipher.includes("128") ? 16 : 32),
  } = encryption;
  const algorithm = `${cipher.endsWith("gcm") ? xmlenc11 : xmlenc}${cipher}`;
  const wrapped = publicEncrypt(
    { key: samlKeys.installation.certificate, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash },
    contentKey,
  ).toString("base64");
  const whom = recipient === undefined ? "" : ` Recipient="${recipient}"`;
  const encryptedKey = `<x:EncryptedKey${whom}><x:EncryptionMethod Algorithm="${oaep}">${method}</x:EncryptionMethod><x:CipherData><x:CipherValue>${wrapped}</x:CipherValue></x:CipherData></x:EncryptedKey>`;
  const value = change(sealed(cipher, contentKey, encryption.padding)).toString("base64");
  const keyInfo = `<d:KeyInfo>${isBeside ? "" : encryptedKey}</d:KeyInfo>`;
  const data = `<x:EncryptedData><x:EncryptionMethod Algorithm="${algorithm}"/>${keyInfo}<x:CipherData><x:CipherValue>${value}</x:CipherValue></x:CipherData></x:EncryptedData>`;
  const root = parseXml(
    `<e xmlns:x="${xmlenc}" xmlns:y="${xmlenc11}" xmlns:d="${xmldsig}">${data}${isBeside ? encryptedKey : ""}</e>`,
  ).documentElement;
  if (root === null) throw new Error("no element");
  return root;
}

function sealed(cipher: string, contentKey: Buffer, padding?: readonly number[]): Buffer {
  const bits = contentKey.length * 8;
  if (cipher.endsWith("gcm")) {
    const nonce = randomBytes(12);
    const gcm = createCipheriv(bits === 128 ? "aes-128-gcm" : "aes-256-gcm", contentKey, nonce);
    return Buffer.concat([nonce, gcm.update(secret), gcm.final(), gcm.getAuthTag()]);
  }
  const nonce = randomBytes(16);
  const cbc = createCipheriv(`aes-${bits}-cbc`, contentKey, nonce).setAutoPadding(false);
  const missing = 16 - (Buffer.byteLength(secret) % 16);
  // All but the last byte of the padding is random by the standard.
  const filled = padding ?? [...randomBytes(missing - 1), missing];
  return Buffer.concat([nonce, cbc.update(secret), cbc.update(Buffer.from(filled)), cbc.final()]);
}

const opened = (encryption?: Encryption) => decryptedText(encrypted(encryption), key, us);

describe("an encrypted assertion", () => {
  it.each<[string, Encryption]>([
    ["AES-128-CBC", { cipher: "aes128-cbc" }],
    ["AES-256-CBC", { cipher: "aes256-cbc" }],
    ["AES-128-GCM", { cipher: "aes128-gcm" }],
    ["AES-256-GCM", { cipher: "aes256-gcm" }],
    ["a key beside the data", { isBeside: true }],
    ["a key for us by name", { recipient: us }],
    ["the older RSA-OAEP, its digest named", { method: `<d:DigestMethod Algorithm="${xmldsig}sha1"/>` }],
    [
      "the newer RSA-OAEP with SHA-256",
      {
        oaep: `${xmlenc11}rsa-oaep`,
        hash: "sha256",
        method: `<d:DigestMethod Algorithm="${xmlenc}sha256"/><y:MGF Algorithm="${xmlenc11}mgf1sha256"/>`,
      },
    ],
    [
      "the newer RSA-OAEP with SHA-512",
      {
        oaep: `${xmlenc11}rsa-oaep`,
        hash: "sha512",
        method: `<d:DigestMethod Algorithm="${xmlenc}sha512"/><y:MGF Algorithm="${xmlenc11}mgf1sha512"/>`,
      },
    ],
  ])("is read with %s", (_what, encryption) => {
    expect(opened(encryption)).toBe(secret);
  });

  it("is read with the key that is for us, among keys for others", () => {
    const both = encrypted({ isBeside: true, recipient: us });
    const other = encrypted({ isBeside: true, recipient: "https://other.test/" });
    const theirs = other.lastChild;
    if (theirs === null) throw new Error("no key");
    both.insertBefore(theirs, both.lastChild);
    expect(decryptedText(both, key, us)).toBe(secret);
  });

  it.each<[string, Encryption]>([
    ["a key for somebody else", { recipient: "https://other.test/" }],
    ["a changed tag", { change: (value) => flipped(value, value.length - 1) }],
    ["a changed text", { change: (value) => flipped(value, 20) }],
    ["a tag cut short", { change: (value) => value.subarray(0, value.length - 4) }],
    ["less than a tag", { change: (value) => value.subarray(0, 20) }],
    ["nothing in it", { change: () => Buffer.alloc(0) }],
    ["a key of another length", { contentKey: randomBytes(16) }],
    ["another hash than it says", { hash: "sha256" }],
    ["a padding of none", { cipher: "aes128-cbc", padding: paddingOf(0) }],
    ["a padding of more than a block", { cipher: "aes128-cbc", padding: paddingOf(17) }],
  ])("is refused with %s", (_what, encryption) => {
    expect(() => opened(encryption)).toThrow();
  });

  it.each<[string, string, string, string]>([
    ["RSA of PKCS #1", `${xmlenc}rsa-1_5`, "", "EncryptionMethod: Algorithm"],
    ["Triple-DES", `${xmlenc}tripledes-cbc`, "", "EncryptionMethod: Algorithm"],
    ["no algorithm", "", "", "EncryptionMethod: Algorithm"],
    ["a name of every object", "toString", "", "EncryptionMethod: Algorithm"],
    ["an unknown digest", `${xmlenc}rsa-oaep-mgf1p`, digestNamed("md5"), "DigestMethod: Algorithm"],
    ["a mask of another hash", `${xmlenc}rsa-oaep-mgf1p`, digestNamed("sha256"), "MGF: Algorithm"],
    ["a mask that is not said", `${xmlenc11}rsa-oaep`, digestNamed("sha256"), "MGF: Algorithm"],
  ])("made with %s names what is not read", (_what, algorithm, inside, check) => {
    const { documentElement: method } = parseXml(
      `<x:EncryptionMethod xmlns:x="${xmlenc}" xmlns:d="${xmldsig}" Algorithm="${algorithm}">${inside}</x:EncryptionMethod>`,
    );
    if (method === null) throw new Error("no element");
    expect(() => checkEncryptionMethod(method)).toThrow(expect.objectContaining({ detail: check }));
  });
});

function flipped(value: Buffer, at: number): Buffer {
  const changed = Buffer.from(value);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** Padding to a whole block whose last byte says so many. */
function paddingOf(said: number): readonly number[] {
  const missing = 16 - (Buffer.byteLength(secret) % 16);
  return [...Array.from({ length: missing - 1 }, () => 7), said];
}

function digestNamed(name: string): string {
  return `<d:DigestMethod Algorithm="${xmlenc}${name}"/>`;
}
