import { createPublicKey, type KeyObject, verify } from "node:crypto";
import ssh2 from "ssh2";
import { parseSecurityKey } from "../security-key.ts";
import { fixedNumber, WireReader } from "../wire-reader.ts";
import type { PresentedCertificate } from "./read-certificate.ts";
import { certificateTypeOf } from "./user-certificate.ts";

/** Hash of a signature, and bytes of a number in it, by the type of the key. */
const curves: Readonly<Record<string, readonly [digest: string, bytes: number]>> = {
  "ecdsa-sha2-nistp256": ["sha256", 32],
  "ecdsa-sha2-nistp384": ["sha384", 48],
  "ecdsa-sha2-nistp521": ["sha512", 66],
};

/** Hashes of RSA signatures; those with SHA-1 are not taken. */
const rsaDigests: Readonly<Record<string, string>> = { "rsa-sha2-256": "sha256", "rsa-sha2-512": "sha512" };

/** Fewest bits of an RSA key that is certified. */
const fewestBits = 2048;

/** What a client has signed with the key in a certificate. */
export interface CertifiedSignature {
  /** What it said it signs with, e.g. `rsa-sha2-512-cert-v01@openssh.com`. */
  readonly algorithm: string;
  readonly message: Buffer;
  /** As SSH writes it, with its type. */
  readonly signature: Buffer;
}

/** Whether a signature was made by the key in a certificate. */
export function provesCertifiedKey(
  { publicKey, keyType }: Pick<PresentedCertificate, "publicKey" | "keyType">,
  { algorithm, message, signature }: CertifiedSignature,
): boolean {
  const reader = new WireReader(signature);
  const type = reader.string()?.toString("latin1") ?? "";
  if (certificateTypeOf(type) !== algorithm || type !== (keyType === "ssh-rsa" ? type : keyType))
    return false;
  const securityKey = parseSecurityKey(publicKey);
  if (securityKey !== null) {
    // What the device adds stands behind its signature, whose length is left out here.
    return reader.bytes(4) !== null && securityKey.proves(message, signature.subarray(reader.position));
  }
  const value = reader.string();
  const key = importKey(publicKey);
  if (value === null || !reader.isAtEnd || key === null) return false;
  if (keyType === "ssh-rsa") {
    const digest = rsaDigests[type];
    return digest !== undefined && verify(digest, message, key, value);
  }
  const [digest, bytes] = curves[keyType] ?? [];
  if (digest === undefined || bytes === undefined) return verify(null, message, key, value);
  const numbers = new WireReader(value);
  const [r, s] = [fixedNumber(numbers.string(), bytes), fixedNumber(numbers.string(), bytes)];
  if (r === null || s === null || !numbers.isAtEnd) return false;
  return verify(digest, message, { key, dsaEncoding: "ieee-p1363" }, Buffer.concat([r, s]));
}

/** Whether a key, as SSH writes it, is one that may be certified: whole, and strong enough. */
export function isCertifiable(blob: Buffer): boolean {
  if (parseSecurityKey(blob) !== null) return true;
  const key = importKey(blob);
  const { modulusLength = fewestBits } = key?.asymmetricKeyDetails ?? {};
  return key !== null && key.asymmetricKeyType !== "dsa" && modulusLength >= fewestBits;
}

function importKey(blob: Buffer): KeyObject | null {
  const parsed = ssh2.utils.parseKey(blob);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key === undefined || key instanceof Error) return null;
  try {
    return createPublicKey(key.getPublicPEM());
  } catch {
    // Numbers that make no key.
    return null;
  }
}
