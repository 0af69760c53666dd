import type { HostKey, HostKeyEndpoint, HostKeyStore } from "../../transport/ssh/host-key.ts";

/** Pinned host keys held in memory. */
export class MemoryHostKeys implements HostKeyStore {
  readonly pinned = new Map<string, HostKey>();

  async get({ assetId, host, port }: HostKeyEndpoint): Promise<HostKey | null> {
    return this.pinned.get(`${assetId} ${host} ${port}`) ?? null;
  }

  async pinFirst({ assetId, host, port }: HostKeyEndpoint, key: HostKey): Promise<HostKey> {
    const name = `${assetId} ${host} ${port}`;
    const pinned = this.pinned.get(name) ?? key;
    this.pinned.set(name, pinned);
    return pinned;
  }

  async reportMismatch(): Promise<void> {}
}
