import { createHash, createPublicKey } from "node:crypto";
import ssh2, { type ParsedKey } from "ssh2";

/** The kinds of host key the SSH server can have. */
export type ServerKeyKind = "ed25519" | "rsa";

/** A private host key that has been read. */
export interface ServerKey {
  readonly kind: ServerKeyKind;
  /** As clients show it, `SHA256:…`. */
  readonly fingerprint: string;
}

/** Shortest RSA key that is taken, in bits; shorter ones are called weak by clients and auditors. */
const shortestRsa = 3072;

/**
 * Reads a private host key in OpenSSH or PEM form; null for what is none that the server can show: another kind, a
 * public key, one with a passphrase, an RSA key with fewer than 3072 bits.
 */
export function readServerKey(pem: string): ServerKey | null {
  const parsed = ssh2.utils.parseKey(pem.trim());
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key === undefined || key instanceof Error || !key.isPrivateKey()) return null;
  const kind = key.type === "ssh-ed25519" ? "ed25519" : key.type === "ssh-rsa" ? "rsa" : null;
  if (kind === null || (kind === "rsa" && bitsOf(key) < shortestRsa)) return null;
  const digest = createHash("sha256").update(key.getPublicSSH()).digest("base64");
  return { kind, fingerprint: `SHA256:${digest.replace(/=+$/, "")}` };
}

function bitsOf(key: ParsedKey): number {
  try {
    return createPublicKey(key.getPublicPEM()).asymmetricKeyDetails?.modulusLength ?? 0;
  } catch {
    return 0;
  }
}
