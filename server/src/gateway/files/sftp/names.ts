import { pathBytes, shownPath } from "../paths.ts";
import { isDirectory, readAttributes } from "./attributes.ts";
import { MalformedPacket, type PacketCursor, string, uint32 } from "./packets.ts";

/** One entry of a folder. */
export interface NameEntry {
  readonly name: string;
  /** A line as `ls -l` has it. */
  readonly line: string;
  /** As they are sent. */
  readonly attributes: Buffer;
  readonly isDirectory: boolean;
}

/** Reads the entries of a name packet. */
export function readNames(cursor: PacketCursor): NameEntry[] {
  const count = cursor.uint32();
  // An entry takes 12 bytes at least.
  if (count * 12 > cursor.rest().length) throw new MalformedPacket(`${count} names in too few bytes`);
  return Array.from({ length: count }, () => {
    const name = cursor.path();
    const line = cursor.path();
    const attributes = readAttributes(cursor);
    return { name, line, attributes: attributes.raw, isDirectory: isDirectory(attributes) };
  });
}

/** Entries as a packet has them, after the id. */
export function writeNames(entries: readonly Omit<NameEntry, "isDirectory">[]): Buffer {
  return Buffer.concat([
    uint32(entries.length),
    ...entries.flatMap(({ name, line, attributes }) => [string(name), string(line), attributes]),
  ]);
}

/** Whether a name can be one of an entry: a lying server would have a client write somewhere else. */
export const isEntryName = (name: string): boolean =>
  name !== "" && name.length <= 255 && !name.includes("/") && !name.includes("\0");

/** Foreign text without what acts on a terminal. */
export const harmless = (line: string): string => pathBytes(shownPath(line).replace(/\p{Cc}/gu, "?"));
