import type { JobSpec } from "../transport/runner-control/messages.ts";
import type { HostKey, HostKeyEndpoint, HostKeyStore } from "../transport/ssh/host-key.ts";
import type { RunnerHostKeys } from "./method.ts";

/** The pinned keys of a job: those it came with, and those the worker answers for the rest. */
export function jobHostKeys(spec: JobSpec, worker: RunnerHostKeys): HostKeyStore {
  const { target, gateways } = spec;
  const known = new Map<string, HostKey>();
  for (const { id, address, port, hostKey } of [target, ...gateways]) {
    if (hostKey !== null) known.set(nameOf({ assetId: id, host: address, port }), hostKey);
  }
  return {
    get: async (place) => known.get(nameOf(place)) ?? null,
    pinFirst: async (place, key) => {
      const pinned = known.get(nameOf(place)) ?? (await worker.pinFirst(place, key));
      known.set(nameOf(place), pinned);
      return pinned;
    },
    reportMismatch: (place, keys) => worker.reportMismatch(place, keys),
  };
}

function nameOf({ assetId, host, port }: HostKeyEndpoint): string {
  return `${assetId} ${port} ${host}`;
}
