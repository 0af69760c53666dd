import type { HostKey, HostKeyPlace, HostKeyStore } from "../engine/ssh/host-key.ts";
import type { CellOrder } from "./messages.ts";
import type { CellHostKeys } from "./method.ts";

/** The pinned keys of an order: those it came with, and those the worker answers for the rest. */
export function orderHostKeys(order: CellOrder, worker: CellHostKeys): HostKeyStore {
  const { target, gateways } = order;
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

function nameOf({ assetId, host, port }: HostKeyPlace): string {
  return `${assetId} ${port} ${host}`;
}
