import { createHash } from "node:crypto";
import { withParameters } from "../../engine/i18n/messages.ts";
import type { HostKey, HostKeysPort, HostKeyTarget } from "../ports.ts";
import { TargetFailure } from "../session-parts.ts";
import { text } from "../texts.ts";

/** Describes a host key from its public key blob, as it comes in the key exchange. */
export function describeHostKey(blob: Buffer): HostKey {
  const length = blob.length >= 4 ? blob.readUInt32BE(0) : 0;
  return {
    algorithm: blob.toString("latin1", 4, 4 + Math.min(length, 64)),
    publicKey: blob.toString("base64"),
    fingerprint: `SHA256:${createHash("sha256").update(blob).digest("base64").replace(/=+$/, "")}`,
  };
}

/**
 * Checks the key a target shows: the first one is pinned, any other than the pinned one is refused and
 * reported. A pinned key is never replaced here.
 *
 * @param who whose connection it is, for the report
 * @throws TargetFailure `host_key_changed`, naming both fingerprints
 */
export async function verifyHostKey(
  hostKeys: HostKeysPort,
  target: HostKeyTarget,
  offered: HostKey,
  who: { userId: string; sessionId: string },
): Promise<void> {
  const pinned = await hostKeys.pinFirst(target, offered);
  if (pinned.publicKey === offered.publicKey) return;
  await hostKeys.reportMismatch(target, { pinned, offered, ...who });
  throw new TargetFailure(
    "host_key_changed",
    withParameters(text.hostKeyChanged, {
      target: `${target.host}:${target.port}`,
      pinned: `${pinned.algorithm} ${pinned.fingerprint}`,
      offered: `${offered.algorithm} ${offered.fingerprint}`,
    }),
  );
}
