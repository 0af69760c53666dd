import ssh2, { type PublicKeyAuthContext } from "ssh2";
import {
  isCertificateType,
  parseSecurityKey,
  provesCertifiedKey,
  readCertificate,
} from "../../../transport/ssh/index.ts";

/** A key or a certificate that a client shows. */
export interface ProvableKey {
  /** In the form in which keys are stored. */
  readonly line: string;
  readonly isCertificate: boolean;
  /** Whether the client holds the other half: it has signed this. */
  readonly proves: (blob: Buffer, signature: Buffer, hashAlgorithm?: string) => boolean;
}

/** What an attempt shows; null for what is not taken. */
export function shownKey({ key, hashAlgo, signature }: PublicKeyAuthContext): ProvableKey | null {
  const { algo, data } = key;
  const lineOf = (type: string) => `${type} ${data.toString("base64")}`;
  if (isCertificateType(algo)) return shownCertificate(algo, data);
  if (algo === "ssh-dss" || (algo === "ssh-rsa" && signature !== undefined && hashAlgo === undefined))
    return null;
  const securityKey = parseSecurityKey(data);
  if (securityKey !== null) {
    const { type, proves } = securityKey;
    return algo === type ? { line: lineOf(type), isCertificate: false, proves } : null;
  }
  const parsed = ssh2.utils.parseKey(data);
  const plain = Array.isArray(parsed) ? parsed[0] : parsed;
  if (plain === undefined || plain instanceof Error || plain.type === "ssh-dss") return null;
  return {
    line: lineOf(plain.type),
    isCertificate: false,
    proves: (...given) => plain.verify(...given) === true,
  };
}

/** A certificate. Its algorithm is unknown to ssh2, which leaves the signature as the client wrote it. */
function shownCertificate(algorithm: string, data: Buffer): ProvableKey | null {
  const certificate = readCertificate(data);
  if (certificate === null) return null;
  const type = data.toString("latin1", 4, 4 + data.readUInt32BE());
  return {
    line: `${type} ${data.toString("base64")}`,
    isCertificate: true,
    proves: (message, signature) => provesCertifiedKey(certificate, { algorithm, message, signature }),
  };
}
