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
    get: async (endpoint) => known.get(nameOf(endpoint)) ?? null,
    pinFirst: async (endpoint, key) => {
      const pinned = known.get(nameOf(endpoint)) ?? (await worker.pinFirst(endpoint, key));
      known.set(nameOf(endpoint), pinned);
      return pinned;
    },
    reportMismatch: (endpoint, keys) => worker.reportMismatch(endpoint, keys),
  };
}

function nameOf({ assetId, host, port }: HostKeyEndpoint): string {
  return `${assetId} ${port} ${host}`;
}
