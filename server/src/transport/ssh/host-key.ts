import { createHash } from "node:crypto";
import { withParameters } from "../../engine/i18n/messages.ts";
import { displayAddress, TargetFailure } from "../targets/failure.ts";
import { text } from "../targets/texts.ts";

/** What proves that a target is itself: an SSH host key, or the key of a certificate. */
export interface HostKey {
  /** e.g. `ssh-ed25519`. */
  readonly algorithm: string;
  /** The public key blob, base64. */
  readonly publicKey: string;
  /** `SHA256:` and base64 without padding, as OpenSSH prints it. */
  readonly fingerprint: string;
}

/** Where a host key belongs. */
export interface HostKeyEndpoint {
  /** The asset; of a gateway on the way, its own. */
  readonly assetId: string;
  readonly host: string;
  readonly port: number;
}

/** A key that is not the pinned one. */
export interface HostKeyMismatch {
  readonly pinned: HostKey;
  readonly offered: HostKey;
}

/**
 * The keys that are known, and what becomes of new and changed ones. `Mismatch` says what is told of a changed one, beside
 * the keys.
 */
export interface HostKeyStore<Mismatch extends HostKeyMismatch = HostKeyMismatch> {
  get(endpoint: HostKeyEndpoint): Promise<HostKey | null>;
  /** Pins `key` unless one is pinned already (the first of several wins); returns the pinned one. */
  pinFirst(endpoint: HostKeyEndpoint, key: HostKey): Promise<HostKey>;
  /** A target, or a gateway on the way to it, showed another key than the pinned one; the connection is refused. */
  reportMismatch(endpoint: HostKeyEndpoint, mismatch: Mismatch): Promise<void>;
}

/** Describes a host key from its public key blob, as it comes in the key exchange. */
export function describeHostKey(blob: Buffer): HostKey {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0;
  return {
    algorithm: blob.toString("latin1", 4, 4 + Math.min(length, 64)),
    publicKey: blob.toString("base64"),
    fingerprint: fingerprintOf(blob),
  };
}

/** The fingerprint of a public key as people compare it. */
export function fingerprintOf(blob: Buffer): string {
  return `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`;
}

/**
 * Checks the key a target shows: the first one is pinned, any other than the pinned one is refused and
 * reported. A pinned key is never replaced here.
 *
 * @throws TargetFailure `host_key_changed`, naming both fingerprints
 */
export async function verifyHostKey(
  hostKeys: HostKeyStore,
  endpoint: HostKeyEndpoint,
  offered: HostKey,
): Promise<void> {
  const pinned = await hostKeys.pinFirst(endpoint, offered);
  if (pinned.publicKey === offered.publicKey) return;
  await hostKeys.reportMismatch(endpoint, { pinned, offered });
  throw new TargetFailure(
    "host_key_changed",
    withParameters(text.hostKeyChanged, {
      target: displayAddress(endpoint.host, endpoint.port),
      pinned: `${pinned.algorithm} ${pinned.fingerprint}`,
      offered: `${offered.algorithm} ${offered.fingerprint}`,
    }),
  );
}
