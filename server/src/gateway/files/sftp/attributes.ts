import { MalformedPacket, type PacketCursor, uint32 } from "./packets.ts";

/** Flags that say which attributes follow. */
const has = { size: 1, owner: 2, permissions: 4, times: 8, extended: 0x8000_0000 } as const;

/** The type bits of permissions. */
const fileType = { mask: 0o170000, directory: 0o040000 } as const;

/** The attributes of a file, as far as they were told. */
export interface FileAttributes {
  readonly size: number | null;
  /** Type and mode bits. */
  readonly permissions: number | null;
  /** As they were sent. */
  readonly raw: Buffer;
}

/** Most extended attributes of one file; each is a pair of strings. */
const mostExtended = 64;

/** Reads attributes, wherever they are in a packet. */
export function readAttributes(cursor: PacketCursor): FileAttributes {
  const before = cursor.rest();
  const flags = cursor.uint32();
  const size = flags & has.size ? cursor.uint64() : null;
  if (flags & has.owner) cursor.bytes(8);
  const permissions = flags & has.permissions ? cursor.uint32() : null;
  if (flags & has.times) cursor.bytes(8);
  if (flags & has.extended) {
    const count = cursor.uint32();
    if (count > mostExtended) throw new MalformedPacket(`${count} extended attributes`);
    for (let index = 0; index < count * 2; index++) cursor.string();
  }
  return { size, permissions, raw: before.subarray(0, before.length - cursor.rest().length) };
}

/** Whether attributes say that it is a directory. */
export const isDirectory = ({ permissions }: Pick<FileAttributes, "permissions">): boolean =>
  permissions !== null && (permissions & fileType.mask) === fileType.directory;

/** The attributes of a folder that only exists here: to be read and entered, nothing more. */
export function folderAttributes(): Buffer {
  return Buffer.concat([uint32(has.permissions), uint32(fileType.directory | 0o555)]);
}
