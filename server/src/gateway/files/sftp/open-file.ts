import { type FileView, type RemotePath, usablePath } from "../file-view.ts";
import { absolutePath, shownPath } from "../paths.ts";
import { Transfer } from "../transfer.ts";
import { type Answer, foreignStatus, reasonOf, status } from "./answers.ts";
import { readAttributes } from "./attributes.ts";
import type { OpenHandles } from "./open-handles.ts";
import { openFlag, PacketCursor, packetType, statusCode, string, uint32 } from "./packets.ts";

const writing = openFlag.write | openFlag.append | openFlag.create | openFlag.truncate;

/** Opens a file: reading takes the right to download, everything else the right to upload. */
export async function openFile(view: FileView, handles: OpenHandles, cursor: PacketCursor): Promise<Answer> {
  const asked = absolutePath(view.start, cursor.path());
  const flags = cursor.uint32();
  const attributes = readAttributes(cursor).raw;
  const located = await view.locate(asked);
  if (located === null) return status(statusCode.noSuchFile);
  if (located.kind === "folder") return status(statusCode.permissionDenied);
  const { rights, log } = located.account;
  const reads = (flags & openFlag.read) !== 0;
  const writes = (flags & writing) !== 0;
  const name = shownPath(located.path);
  const mayNot = (writes && !rights.upload) || ((reads || !writes) && !rights.download);
  const path = mayNot ? null : await usablePath(located, true);
  if (path === null) {
    log.refused(writes ? "upload" : "download", name);
    return status(statusCode.permissionDenied);
  }
  if (!handles.reserve()) return status(statusCode.failure, "Too many open files");
  return openOn({ ...located, path }, { handles, flags, attributes, reads, writes });
}

interface Opening {
  readonly handles: OpenHandles;
  readonly flags: number;
  readonly attributes: Buffer;
  readonly reads: boolean;
  readonly writes: boolean;
}

async function openOn({ account, path }: RemotePath, opening: Opening): Promise<Answer> {
  const { files, log, copies } = account;
  const { handles, flags, attributes, reads, writes } = opening;
  const name = shownPath(path);
  const upload = writes ? log.begin("upload", name) : null;
  const download = reads || !writes ? log.begin("download", name) : null;
  const reply = await files.ask(packetType.open, string(path), uint32(flags), attributes);
  if (reply.type !== packetType.handle) {
    handles.free();
    const failure = { state: "failed", reason: reasonOf(reply) } as const;
    upload?.end(failure);
    download?.end(failure);
    return foreignStatus(reply);
  }
  const handle = Buffer.from(new PacketCursor(reply.body).string());
  const isFresh = (flags & (openFlag.truncate | openFlag.exclusive)) !== 0;
  const isAppended = (flags & openFlag.append) !== 0;
  const reading = download && new Transfer({ entry: download, wholeFile: true, copies, expected: null });
  const file = {
    kind: "file",
    account,
    handle,
    name,
    reading,
    writing: upload && new Transfer({ entry: upload, wholeFile: isFresh, copies, expected: null }),
  } as const;
  if (reading !== null || !isFresh) {
    // Asked by us, behind the client's back and ahead of its first request: so that it is known whether all of the
    // file is read, or written over.
    files.request(packetType.fstat, [string(handle)], ({ type, body }) => {
      if (type !== packetType.attributes) return;
      const { size } = readAttributes(new PacketCursor(body));
      if (size === null) return;
      reading?.expect(size);
      // What is appended lies behind what was there, whatever offsets it says.
      file.writing?.replaces(isAppended && size > 0 ? Number.POSITIVE_INFINITY : size);
    });
  }
  return { type: packetType.handle, body: string(handles.add(file)) };
}
