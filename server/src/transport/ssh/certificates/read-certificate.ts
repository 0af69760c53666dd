import { createPublicKey, verify } from "node:crypto";
import { addressMatches } from "../../../engine/access/index.ts";
import { WireReader } from "../wire-reader.ts";
import { certificateSuffix, ed25519Type, userType } from "./user-certificate.ts";
import { wireString } from "./wire.ts";

/** Fields of a key behind its type, by the type of the key. */
const keyFields: Readonly<Record<string, number>> = {
  "ssh-ed25519": 1,
  "ssh-rsa": 2,
  "ecdsa-sha2-nistp256": 2,
  "ecdsa-sha2-nistp384": 2,
  "ecdsa-sha2-nistp521": 2,
  "sk-ssh-ed25519@openssh.com": 2,
  "sk-ecdsa-sha2-nistp256@openssh.com": 3,
};

/** Most bytes of a certificate that is looked at: RSA keys of 16384 bits have 4 kB of them. */
const longestCertificate = 16_384;

/** A certificate as somebody presents it: nothing of it is checked. */
export interface PresentedCertificate {
  /** The key it is for, as SSH writes it. */
  readonly publicKey: Buffer;
  readonly keyType: string;
  readonly serial: bigint;
  /** 1 for users, 2 for hosts. */
  readonly kind: number;
  readonly keyId: string;
  readonly principals: readonly string[];
  /** Seconds since 1970. */
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  readonly criticalOptions: ReadonlyMap<string, Buffer>;
  /** The key of whoever signed it. */
  readonly authority: Buffer;
  /** What is signed. */
  readonly body: Buffer;
  readonly signature: Buffer;
}

/** Whether the name of a type or an algorithm is one of certificates. */
export const isCertificateType = (type: string): boolean => type.endsWith(certificateSuffix);

/** The type of the key in a certificate of a type; null for what is no certificate of a key that is taken. */
function keyTypeOf(type: string): string | null {
  if (!isCertificateType(type)) return null;
  const name = type.slice(0, -certificateSuffix.length);
  return [name, `${name}@openssh.com`].find((one) => Object.hasOwn(keyFields, one)) ?? null;
}

/** Reads a certificate (OpenSSH's PROTOCOL.certkeys); null for what is none, and for a broken one. */
export function readCertificate(blob: Buffer): PresentedCertificate | null {
  if (blob.length > longestCertificate) return null;
  const reader = new WireReader(blob);
  const keyType = keyTypeOf(reader.string()?.toString("latin1") ?? "");
  const nonce = reader.string();
  if (keyType === null || nonce === null) return null;
  const key = readStrings(reader, keyFields[keyType] ?? 0);
  const [serial, kind] = [reader.uint64(), reader.uint32()];
  const [keyId, names] = [reader.string(), reader.string()];
  const [validAfter, validBefore] = [reader.uint64(), reader.uint64()];
  const [options, extensions, reserved] = [reader.string(), reader.string(), reader.string()];
  const authority = reader.string();
  const body = blob.subarray(0, reader.position);
  const signature = reader.string();
  const principals = names && readAll(names);
  const criticalOptions = options && readOptions(options);
  const isWhole =
    key !== null &&
    serial !== null &&
    kind !== null &&
    keyId !== null &&
    validAfter !== null &&
    validBefore !== null &&
    extensions !== null &&
    reserved !== null &&
    authority !== null &&
    signature !== null &&
    principals !== null &&
    criticalOptions !== null &&
    reader.isAtEnd;
  if (!isWhole) return null;
  return {
    publicKey: Buffer.concat([wireString(keyType), ...key.map(wireString)]),
    ...{ keyType, serial, kind, keyId: keyId.toString("utf8") },
    principals: principals.map((name) => name.toString("utf8")),
    ...{ validAfter, validBefore, criticalOptions, authority, body, signature },
  };
}

function readStrings(reader: WireReader, count: number): Buffer[] | null {
  const found = Array.from({ length: count }, () => reader.string());
  return found.every((one) => one !== null) ? found : null;
}

function readAll(list: Buffer): Buffer[] | null {
  const reader = new WireReader(list);
  const found: Buffer[] = [];
  while (!reader.isAtEnd) {
    const one = reader.string();
    if (one === null) return null;
    found.push(one);
  }
  return found;
}

/** Options by their names; null for a list that is broken or names one twice. */
function readOptions(list: Buffer): Map<string, Buffer> | null {
  const parts = readAll(list);
  if (parts === null || parts.length % 2 !== 0) return null;
  const found = new Map<string, Buffer>();
  for (let index = 0; index < parts.length; index += 2) {
    const [name, value] = [parts[index]?.toString("utf8"), parts[index + 1]];
    if (name === undefined || value === undefined || found.has(name)) return null;
    found.set(name, value);
  }
  return found;
}

/** What a certificate is held against. */
export interface CertificateUse {
  /** Whether the key, as SSH writes it, is one of the authority. */
  readonly isTrusted: (authority: Buffer) => boolean;
  readonly principal: string;
  readonly remoteAddress: string;
  readonly now: Date;
}

/** Why a certificate does not let somebody in. */
export type CertificateObjection =
  | "unknown authority"
  | "wrong signature"
  | "not for a user"
  | "not for this user"
  | "not valid yet"
  | "expired"
  | "unknown critical option"
  | "not from this address";

/** What is in the way of a certificate as such; null: nothing. Whether it was revoked is another question. */
export function objectToCertificate(
  certificate: PresentedCertificate,
  { isTrusted, principal, remoteAddress, now }: CertificateUse,
): CertificateObjection | null {
  const { authority, kind, principals, validAfter, validBefore, criticalOptions } = certificate;
  if (!isTrusted(authority)) return "unknown authority";
  if (!isSigned(certificate)) return "wrong signature";
  if (kind !== userType) return "not for a user";
  // One without principals would be anybody's.
  if (!principals.includes(principal)) return "not for this user";
  const seconds = BigInt(Math.floor(now.getTime() / 1000));
  if (seconds < validAfter) return "not valid yet";
  if (seconds >= validBefore) return "expired";
  for (const [name, value] of criticalOptions) {
    if (name !== "source-address") return "unknown critical option";
    const addresses = new WireReader(value).string()?.toString("utf8").split(",") ?? [];
    if (!addressMatches(remoteAddress, addresses)) return "not from this address";
  }
  return null;
}

/** Whether the authority in a certificate has signed it. The authority of this product has Ed25519 keys alone. */
function isSigned({ authority, body, signature }: PresentedCertificate): boolean {
  const [signer, signed] = [new WireReader(authority), new WireReader(signature)];
  const isEd25519 = [signer, signed].every((one) => one.string()?.toString("latin1") === ed25519Type);
  const [x, value] = [signer.string(), signed.string()];
  if (!isEd25519 || x?.length !== 32 || value?.length !== 64 || !signer.isAtEnd || !signed.isAtEnd)
    return false;
  const key = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: x.toString("base64url") },
    format: "jwk",
  });
  return verify(null, body, key, value);
}
