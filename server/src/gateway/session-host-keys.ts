import type { HostKeyStore } from "../transport/ssh/index.ts";
import type { SessionHostKeyMismatch } from "./ports.ts";

/** The pinned keys, as one session uses them: a mismatch is reported with whose it was. */
export function hostKeysFor(
  hostKeys: HostKeyStore<SessionHostKeyMismatch>,
  who: { readonly userId: string; readonly sessionId: string },
): HostKeyStore {
  return {
    get: (endpoint) => hostKeys.get(endpoint),
    pinFirst: (endpoint, key) => hostKeys.pinFirst(endpoint, key),
    reportMismatch: (endpoint, keys) => hostKeys.reportMismatch(endpoint, { ...keys, ...who }),
  };
}
