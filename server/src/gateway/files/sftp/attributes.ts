import { MalformedPacket, type PacketCursor, uint32 } from "./packets.ts";

/** Flags that say which attributes follow. */
const has = { size: 1, owner: 2, permissions: 4, times: 8, extended: 0x8000_0000 } as const;

/** The type bits of permissions. */
const fileType = { mask: 0o170000, directory: 0o040000, link: 0o120000 } as const;

/** The attributes of a file, as far as they were told. */
export interface FileAttributes {
  readonly size: number | null;
  /** Type and mode bits. */
  readonly permissions: number | null;
  /** Numbers of the owner and of the group. */
  readonly owner: { readonly user: number; readonly group: number } | null;
  /** When the content changed, in seconds since 1970. */
  readonly modified: number | null;
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
  const owner = flags & has.owner ? { user: cursor.uint32(), group: cursor.uint32() } : null;
  const permissions = flags & has.permissions ? cursor.uint32() : null;
  const times = flags & has.times ? cursor.bytes(8) : null;
  if (flags & has.extended) {
    const count = cursor.uint32();
    if (count > mostExtended) throw new MalformedPacket(`${count} extended attributes`);
    for (let index = 0; index < count * 2; index++) cursor.string();
  }
  const raw = before.subarray(0, before.length - cursor.rest().length);
  return { size, permissions, owner, modified: times?.readUInt32BE(4) ?? null, raw };
}

/** Attributes to be set, as a packet has them; what is left out stays as it is. */
export function writeAttributes({
  permissions,
  owner,
}: Partial<Pick<FileAttributes, "permissions" | "owner">>): Buffer {
  const flags = (owner ? has.owner : 0) | (permissions == null ? 0 : has.permissions);
  return Buffer.concat([
    uint32(flags),
    ...(owner ? [uint32(owner.user), uint32(owner.group)] : []),
    ...(permissions == null ? [] : [uint32(permissions)]),
  ]);
}

/** Whether attributes say that it is a directory. */
export const isDirectory = ({ permissions }: Pick<FileAttributes, "permissions">): boolean =>
  permissions !== null && (permissions & fileType.mask) === fileType.directory;

/** Whether attributes say that it is a symbolic link. */
export const isLink = ({ permissions }: Pick<FileAttributes, "permissions">): boolean =>
  permissions !== null && (permissions & fileType.mask) === fileType.link;

/** The attributes of a folder that only exists here: to be read and entered, nothing more. */
export function folderAttributes(): Buffer {
  return Buffer.concat([uint32(has.permissions), uint32(fileType.directory | 0o555)]);
}
