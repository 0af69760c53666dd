import { parseObject } from "./terminal.ts";

/*
 * The frames by which a terminal page takes part in file transfers over ZMODEM: `TERMINAL_TRANSFER`, up and down. Our
 * extension. Implements docs/contract/terminal.md, section 9.
 */

/** Path of the content of files that are transferred: behind it the transfer and the number of the file. */
export const TRANSFER_PATH = "/koko/zmodem/";

/** Most files somebody sends at a time. */
export const TRANSFER_MOST_FILES = 1000;

/** Largest file the protocol can carry, in bytes. */
export const TRANSFER_LARGEST_FILE = 2 ** 32 - 1;

/** What the gateway says of a transfer. */
export type TransferEvent =
  | { readonly event: "asked"; readonly direction: "download" | "upload" }
  | {
      readonly event: "offered";
      readonly file: number;
      readonly name: string;
      /** In bytes; null where the target does not say. */
      readonly size: number | null;
    }
  | { readonly event: "wanted"; readonly file: number }
  | { readonly event: "progress"; readonly file: number; readonly bytes: number }
  | { readonly event: "finished"; readonly file: number; readonly how: "complete" | "skipped" | "failed" }
  /** `message`: why it did not go on. */
  | { readonly event: "ended"; readonly message?: string };

/** `data` of `TERMINAL_TRANSFER` down. */
export type TransferNews = TransferEvent & { readonly transfer: string };

/** A file somebody has chosen to send. */
export interface TransferFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Seconds since 1970; 0 where that is not known. */
  readonly modified: number;
}

/** What a page says of a transfer. */
export type TransferAct =
  | { readonly act: "agree" }
  | { readonly act: "choose"; readonly files: readonly TransferFile[] }
  | { readonly act: "skip"; readonly file: number }
  | { readonly act: "cancel" };

/** `data` of `TERMINAL_TRANSFER` up. */
export type TransferAnswer = TransferAct & { readonly transfer: string };

const isCount = (value: unknown, most: number): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= most;

function fileOf(value: unknown): TransferFile | null {
  if (typeof value !== "object" || value === null) return null;
  const { name, size, modified } = value as Record<string, unknown>;
  if (typeof name !== "string" || name.length > 1000 || !isCount(size, TRANSFER_LARGEST_FILE)) return null;
  return { name, size, modified: isCount(modified, TRANSFER_LARGEST_FILE) ? modified : 0 };
}

/** Reads the `data` of `TERMINAL_TRANSFER` up; null when it is malformed. Never throws. */
export function parseTransferAnswer(data: string): TransferAnswer | null {
  const value = parseObject(data);
  if (value === null || typeof value.transfer !== "string") return null;
  const { transfer, act, file, files } = value;
  if (act === "agree" || act === "cancel") return { transfer, act };
  if (act === "skip") return isCount(file, TRANSFER_LARGEST_FILE) ? { transfer, act, file } : null;
  if (act !== "choose" || !Array.isArray(files)) return null;
  if (files.length === 0 || files.length > TRANSFER_MOST_FILES) return null;
  const read = files.map(fileOf).filter((one) => one !== null);
  return read.length === files.length ? { transfer, act, files: read } : null;
}
