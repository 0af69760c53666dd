import { createHash } from "node:crypto";

/** What an entry says of a record: it is as it now is, or it was removed. */
export type EntryAction = "kept" | "retention" | "removed";

/** An entry of the chain. */
export interface Entry {
  /** Its place, from 1. */
  readonly seq: number;
  /** Kind of the record, e.g. `command`. */
  readonly kind: string;
  readonly action: EntryAction;
  /** Id of the record. */
  readonly object: string;
  /** SHA-256 of the record's canonical text, hexadecimal. */
  readonly content: string;
  readonly date: Date;
}

/** The hash before the first entry, hexadecimal. */
export const chainStart = "0".repeat(64);

/** The text of an entry that is hashed. docs/evidence.md, section 2. */
export const entryLine = ({ seq, kind, action, object, content, date }: Entry): string =>
  `${seq} ${kind} ${action} ${object} ${content} ${date.toISOString()}`;

/** Hash of an entry's line, hexadecimal. */
export const leafOf = (entry: Entry): string => createHash("sha256").update(entryLine(entry)).digest("hex");

/** The chain's hash once `leaf` followed `before`; all hexadecimal. */
export const chained = (before: string, leaf: string): string =>
  createHash("sha256")
    .update(Buffer.from(before + leaf, "hex"))
    .digest("hex");
