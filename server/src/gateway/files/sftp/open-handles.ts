import type { RemoteAccount } from "../file-view.ts";
import type { Transfer } from "../transfer.ts";
import { uint32 } from "./packets.ts";

/** A file that is open on a target. */
export interface OpenFile {
  readonly kind: "file";
  readonly account: RemoteAccount;
  /** The target's own handle. */
  readonly handle: Buffer;
  /** As a person reads it. */
  readonly name: string;
  readonly reading: Transfer | null;
  readonly writing: Transfer | null;
}

/** A folder of a target that is being listed. */
export interface OpenFolder {
  readonly kind: "folder";
  readonly account: RemoteAccount;
  readonly handle: Buffer;
  readonly path: string;
  /** Entries told so far. */
  told: number;
}

/** A folder that exists only here, being listed. */
export interface OpenList {
  readonly kind: "list";
  /** What has not been told. */
  names: readonly string[];
}

/** Whatever a client holds open. */
export type OpenHandle = OpenFile | OpenFolder | OpenList;

/** Most things a client may hold open at a time. */
const mostOpen = 1024;

/** What a client holds open, by the names it was given for it: never those of the target. */
export class OpenHandles {
  readonly #open = new Map<number, OpenHandle>();
  #last = 0;
  #reserved = 0;

  /** Whether there is room for one more; keeps it until `add` or `free`. */
  reserve(): boolean {
    if (this.#open.size + this.#reserved >= mostOpen) return false;
    this.#reserved += 1;
    return true;
  }

  /** Nothing came of what room was kept for. */
  free(): void {
    this.#reserved -= 1;
  }

  /** The client's name for it. */
  add(handle: OpenHandle): Buffer {
    this.#reserved -= 1;
    this.#last += 1;
    this.#open.set(this.#last, handle);
    return uint32(this.#last);
  }

  get(name: Buffer): OpenHandle | undefined {
    return name.length === 4 ? this.#open.get(name.readUInt32BE(0)) : undefined;
  }

  remove(name: Buffer): void {
    if (name.length === 4) this.#open.delete(name.readUInt32BE(0));
  }

  /** Takes all of them. */
  drain(): OpenHandle[] {
    const all = [...this.#open.values()];
    this.#open.clear();
    return all;
  }
}
