import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import ssh2, { type ParsedKey } from "ssh2";
import {
  certificateType,
  publicKeyBlob,
  signUserCertificate,
  type UserCertificate,
} from "./user-certificate.ts";

/** A fresh key and the certificate for it, for one sign-in. Holds a secret: never stored, never logged. */
export interface CertifiedKey {
  /** Ed25519, PKCS#8, PEM. */
  readonly privateKey: string;
  /** The blob of the certificate, base64. */
  readonly certificate: string;
}

/** What a certificate is asked for. */
export type CertificateRequest = Pick<UserCertificate, "keyId" | "principal" | "extensions">;

/** Seconds a certificate holds from now on; a sign-in begins within them. */
export const certificateLifetime = 300;

/** Seconds it holds already, for servers whose clock is behind. */
export const certificateSkew = 120;

/** Longest key id, in characters. */
const longestKeyId = 200;

/** What would break a line of a log, or confuse who reads it. */
const unsafe = /[\p{C}\p{Zl}\p{Zp}"\\]/gu;

/** A key id as logs of servers can have it. */
export const plainKeyId = (keyId: string): string => keyId.replace(unsafe, "?").slice(0, longestKeyId);

/** A serial number that no other certificate has. */
export const newSerial = (): bigint => randomBytes(8).readBigUInt64BE() >> 1n;

const generate = promisify(generateKeyPair);

/**
 * Makes a key pair and has the authority sign a certificate for it.
 *
 * @param now for tests: when it is made
 */
export async function makeCertifiedKey(
  authority: KeyObject,
  { keyId, principal, extensions }: CertificateRequest,
  now: Date = new Date(),
): Promise<CertifiedKey> {
  const { privateKey, publicKey } = await generate("ed25519");
  const blob = signUserCertificate(
    {
      publicKey: publicKeyBlob(publicKey),
      serial: newSerial(),
      keyId: plainKeyId(keyId),
      principal,
      validAfter: new Date(now.getTime() - certificateSkew * 1000),
      validBefore: new Date(now.getTime() + certificateLifetime * 1000),
      extensions,
    },
    authority,
  );
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: blob.toString("base64"),
  };
}

/** A certified key as ssh2 takes keys, with what `sendCertificates` signs with. */
export interface CertifiedParsedKey extends ParsedKey {
  readonly signingKey: KeyObject;
}

/** A certified key as ssh2 takes keys: for a client that `sendCertificates` was called with. */
export function parseCertifiedKey({ privateKey, certificate }: CertifiedKey): CertifiedParsedKey {
  const signingKey = createPrivateKey(privateKey);
  const blob = Buffer.from(certificate, "base64");
  const plain = ssh2.utils.parseKey(`ssh-ed25519 ${publicKeyBlob(signingKey).toString("base64")}`);
  if (plain instanceof Error) throw plain;
  // ssh2 knows its keys by a symbol of its own, which an object above the parsed one has as well.
  return Object.create(plain, {
    type: { value: certificateType },
    signingKey: { value: signingKey },
    getPublicSSH: { value: () => blob },
    isPrivateKey: { value: () => true },
  }) as CertifiedParsedKey;
}
