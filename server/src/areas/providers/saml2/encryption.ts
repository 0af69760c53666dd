import { constants, createDecipheriv, type KeyObject, privateDecrypt } from "node:crypto";
import type { Element } from "@xmldom/xmldom";
import { elementsOf, textOf, untrusted } from "../strict-xml.ts";

const signature = "http://www.w3.org/2000/09/xmldsig#";
const encryption = "http://www.w3.org/2001/04/xmlenc#";
const encryption11 = "http://www.w3.org/2009/xmlenc11#";

/** How a text is encrypted: the cipher as Node names it, and lengths in bytes. */
interface Cipher {
  readonly name: "aes-128-cbc" | "aes-256-cbc" | "aes-128-gcm" | "aes-256-gcm";
  readonly key: number;
  /** Of what stands before the text, and of the tag behind it. */
  readonly nonce: number;
  readonly tag: number;
}

const ciphers: ReadonlyMap<string, Cipher> = new Map([
  [`${encryption}aes128-cbc`, { name: "aes-128-cbc", key: 16, nonce: 16, tag: 0 }],
  [`${encryption}aes256-cbc`, { name: "aes-256-cbc", key: 32, nonce: 16, tag: 0 }],
  [`${encryption11}aes128-gcm`, { name: "aes-128-gcm", key: 16, nonce: 12, tag: 16 }],
  [`${encryption11}aes256-gcm`, { name: "aes-256-gcm", key: 32, nonce: 12, tag: 16 }],
]);

/** The older name of RSA-OAEP says the mask, which is made with SHA-1; the newer one lets it be named. */
const [olderOaep, newerOaep] = [`${encryption}rsa-oaep-mgf1p`, `${encryption11}rsa-oaep`];

/** Hashes as Node names them, by what names them for the key and for its mask. */
const digests: ReadonlyMap<string, string> = new Map([
  [`${signature}sha1`, "sha1"],
  [`${encryption}sha256`, "sha256"],
  [`${encryption}sha512`, "sha512"],
]);
const masks: ReadonlyMap<string, string> = new Map([
  [`${encryption11}mgf1sha1`, "sha1"],
  [`${encryption11}mgf1sha256`, "sha256"],
  [`${encryption11}mgf1sha512`, "sha512"],
]);

/**
 * Checks that an `EncryptionMethod` is one that is read here: AES, or RSA-OAEP with one hash for both of its uses, which is
 * all that Node knows.
 * @throws ProviderError naming what is not
 */
export function checkEncryptionMethod(method: Element): void {
  if (!ciphers.has(algorithmOf(method))) oaepHashOf(method);
}

/**
 * Reads what an `EncryptedAssertion` holds. Anybody can encrypt: it is no more to be believed than the rest.
 * @param recipient whose keys are tried: those that name somebody else are not
 * @throws Error of any kind, which nobody outside may tell from others
 */
export function decryptedText(encrypted: Element, key: KeyObject, recipient: string): string {
  const data = only(encrypted, "EncryptedData");
  const cipher = ciphers.get(algorithmOf(only(data, "EncryptionMethod")));
  if (cipher === undefined) throw untrusted("EncryptionMethod: Algorithm");
  const contentKey = decryptKey(encryptedKeyOf(encrypted, data, recipient), key);
  if (contentKey.length !== cipher.key) throw untrusted("length of the key");
  return open(cipherValueOf(data), contentKey, cipher).toString("utf8");
}

const algorithmOf = (element: Element): string => element.getAttribute("Algorithm") ?? "";

const named = (parent: Element, name: string, namespace = encryption): Element[] =>
  elementsOf(parent).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === namespace,
  );

function only(parent: Element, name: string): Element {
  const [element, ...others] = named(parent, name);
  if (element === undefined || others.length > 0) throw untrusted(`one ${name}`);
  return element;
}

/** The key is with the data, or beside it, as providers have it that encrypt for several. */
function encryptedKeyOf(encrypted: Element, data: Element, recipient: string): Element {
  const inside = named(data, "KeyInfo", signature).flatMap((info) => named(info, "EncryptedKey"));
  const [key] = [...inside, ...named(encrypted, "EncryptedKey")].filter((one) =>
    ["", recipient].includes(one.getAttribute("Recipient") ?? ""),
  );
  if (key === undefined) throw untrusted("EncryptedKey");
  return key;
}

function decryptKey(encryptedKey: Element, key: KeyObject): Buffer {
  const oaepHash = oaepHashOf(only(encryptedKey, "EncryptionMethod"));
  return privateDecrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash },
    cipherValueOf(encryptedKey),
  );
}

/** The hash of RSA-OAEP as Node names it, for what is encrypted and for its mask. */
function oaepHashOf(method: Element): string {
  const algorithm = algorithmOf(method);
  if (algorithm !== olderOaep && algorithm !== newerOaep) throw untrusted("EncryptionMethod: Algorithm");
  const [digest] = named(method, "DigestMethod", signature);
  const [mask] = algorithm === newerOaep ? named(method, "MGF", encryption11) : [];
  // SHA-1 is what the standard means where nothing is said, and is not weak in this place.
  const hash = digest === undefined ? "sha1" : digests.get(algorithmOf(digest));
  if (hash === undefined) throw untrusted("DigestMethod: Algorithm");
  const maskHash = mask === undefined ? "sha1" : masks.get(algorithmOf(mask));
  if (maskHash !== hash) throw untrusted("MGF: Algorithm");
  return hash;
}

function cipherValueOf(element: Element): Buffer {
  return Buffer.from(textOf(only(only(element, "CipherData"), "CipherValue")), "base64");
}

function open(value: Buffer, key: Buffer, { name, nonce, tag }: Cipher): Buffer {
  const text = value.subarray(nonce, value.length - tag);
  if (value.length < nonce + tag) throw untrusted("CipherValue");
  if (name === "aes-128-gcm" || name === "aes-256-gcm") {
    const decipher = createDecipheriv(name, key, value.subarray(0, nonce), { authTagLength: tag });
    decipher.setAuthTag(value.subarray(value.length - tag));
    return Buffer.concat([decipher.update(text), decipher.final()]);
  }
  // Its padding is not the one that Node checks: all but the number of bytes in it is random.
  const decipher = createDecipheriv(name, key, value.subarray(0, nonce)).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(text), decipher.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > nonce) throw untrusted("padding");
  return padded.subarray(0, padded.length - padding);
}
