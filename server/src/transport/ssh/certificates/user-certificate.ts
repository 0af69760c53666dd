import { createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";
import { WireReader } from "../wire-reader.ts";
import { wireString, wireUint32, wireUint64 } from "./wire.ts";

/** Type of an Ed25519 key, and of the signatures it makes, also where a certificate stands for it. */
export const ed25519Type = "ssh-ed25519";

/** Type of a certificate for an Ed25519 key. */
export const certificateType = "ssh-ed25519-cert-v01@openssh.com";

/** What a certificate lets its holder do beside signing in. */
export type CertificateExtension = "permit-port-forwarding" | "permit-pty";

/** What a certificate for a user says. */
export interface UserCertificate {
  /** The key it is for, as SSH writes it. */
  readonly publicKey: Buffer;
  readonly serial: bigint;
  /** What the log of the server calls it. */
  readonly keyId: string;
  /** The only user name it signs in. */
  readonly principal: string;
  readonly validAfter: Date;
  readonly validBefore: Date;
  readonly extensions: readonly CertificateExtension[];
}

/** `SSH2_CERT_TYPE_USER` of PROTOCOL.certkeys. */
export const userType = 1;

/** How the types of certificates end, behind those of the keys they are for. */
export const certificateSuffix = "-cert-v01@openssh.com";

/** The type of a certificate for a key of a type. */
export const certificateTypeOf = (keyType: string): string =>
  `${keyType.replace(/@openssh\.com$/, "")}${certificateSuffix}`;

/** The 32 bytes of an Ed25519 public key, or of the public half of a private one. */
function rawPublicKey(key: KeyObject): Buffer {
  const { x } = (key.type === "private" ? createPublicKey(key) : key).export({ format: "jwk" });
  if (x === undefined) throw new TypeError("a key of another kind than Ed25519");
  return Buffer.from(x, "base64url");
}

/** An Ed25519 key as SSH writes it. */
export const publicKeyBlob = (key: KeyObject): Buffer =>
  Buffer.concat([wireString(ed25519Type), wireString(rawPublicKey(key))]);

/** A signature by an Ed25519 key as SSH writes it. */
export const signatureBlob = (data: Buffer, key: KeyObject): Buffer =>
  Buffer.concat([wireString(ed25519Type), wireString(sign(null, data, key))]);

const seconds = (date: Date): bigint => BigInt(Math.floor(date.getTime() / 1000));

/**
 * Makes a certificate by which a server that trusts `authority` lets the holder of a key sign in, as OpenSSH's
 * PROTOCOL.certkeys has it.
 *
 * @param authority the private Ed25519 key of the authority
 * @throws TypeError for an empty principal, which servers would take as anybody, and for what is no key
 */
export function signUserCertificate(certificate: UserCertificate, authority: KeyObject): Buffer {
  const { publicKey, serial, keyId, principal, validAfter, validBefore, extensions } = certificate;
  if (principal === "") throw new TypeError("a certificate without a principal would be anybody's");
  const key = new WireReader(publicKey);
  const keyType = key.string()?.toString("latin1");
  if (keyType === undefined) throw new TypeError("not a public key");
  const body = Buffer.concat([
    wireString(certificateTypeOf(keyType)),
    wireString(randomBytes(32)),
    publicKey.subarray(key.position),
    wireUint64(serial),
    wireUint32(userType),
    wireString(keyId),
    wireString(wireString(principal)),
    wireUint64(seconds(validAfter)),
    wireUint64(seconds(validBefore)),
    // Critical options: none.
    wireString(""),
    // In lexical order, each with an empty value.
    wireString(
      Buffer.concat([...extensions].sort().map((name) => Buffer.concat([wireString(name), wireString("")]))),
    ),
    // Reserved.
    wireString(""),
    wireString(publicKeyBlob(authority)),
  ]);
  return Buffer.concat([body, wireString(signatureBlob(body, authority))]);
}
