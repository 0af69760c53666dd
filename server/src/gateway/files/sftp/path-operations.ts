import type { FileRecord } from "../../ports.ts";
import { type FileView, type LocatedPath, type RemotePath, usablePath } from "../file-view.ts";
import { absolutePath, isPath, isWithin, parentOf, shownPath } from "../paths.ts";
import type { FileRights } from "../rights.ts";
import { type Answer, foreignStatus, outcomeOf, status } from "./answers.ts";
import { folderAttributes, isDirectory, readAttributes } from "./attributes.ts";
import { harmless, readNames, writeNames } from "./names.ts";
import type { OpenHandles } from "./open-handles.ts";
import { MalformedPacket, PacketCursor, packetType, statusCode, string, uint32 } from "./packets.ts";
import type { Reply } from "./remote-files.ts";

/** A path of the client, absolute and normal. */
function pathOf(view: FileView, cursor: PacketCursor): string {
  const path = cursor.path();
  if (!isPath(path)) throw new MalformedPacket("a path that cannot be one");
  return absolutePath(view.start, path);
}

/** What a path leads to on a target; an answer where that is nothing, or a folder of ours. */
async function remoteOf(view: FileView, path: string): Promise<RemotePath | Answer> {
  const located = await view.locate(path);
  if (located === null) return status(statusCode.noSuchFile);
  return located.kind === "remote" ? located : status(statusCode.permissionDenied);
}

const isAnswer = (located: RemotePath | Answer): located is Answer => "type" in located;

/** What an operation that changes something is, and what it takes. */
interface Change {
  readonly operate: FileRecord["operate"];
  readonly right: keyof FileRights;
  /** Whether a symbolic link at the end of the path is followed. */
  readonly follow: boolean;
}

const changes: ReadonlyMap<number, Change> = new Map([
  [packetType.mkdir, { operate: "mkdir", right: "upload", follow: false }],
  [packetType.rmdir, { operate: "rmdir", right: "delete", follow: false }],
  [packetType.remove, { operate: "delete", right: "delete", follow: false }],
  [packetType.setstat, { operate: "setstat", right: "upload", follow: true }],
]);

/** Does what changes the file or folder of one path: `mkdir`, `rmdir`, `remove`, `setstat`. */
export async function changePath(view: FileView, type: number, cursor: PacketCursor): Promise<Answer> {
  const change = changes.get(type);
  if (change === undefined) return status(statusCode.unsupported);
  const remote = await remoteOf(view, pathOf(view, cursor));
  if (isAnswer(remote)) return remote;
  const more = cursor.rest().length > 0 ? readAttributes(cursor).raw : Buffer.alloc(0);
  const { files, log } = remote.account;
  const path = await permitted(remote, change);
  if (path === null) return status(statusCode.permissionDenied);
  const entry = log.begin(change.operate, shownPath(path));
  const reply = await files.ask(type, string(path), more);
  entry.end(outcomeOf(reply));
  return foreignStatus(reply);
}

/** `lsetstat@openssh.com`: attributes of a symbolic link itself. */
export async function changeLink(view: FileView, cursor: PacketCursor): Promise<Answer> {
  const remote = await remoteOf(view, pathOf(view, cursor));
  if (isAnswer(remote)) return remote;
  const { raw } = readAttributes(cursor);
  const { extensions, files, log } = remote.account;
  const name = "lsetstat@openssh.com";
  if (!extensions.has(name)) return status(statusCode.unsupported);
  const path = await permitted(remote, { operate: "setstat", right: "upload", follow: false });
  if (path === null) return status(statusCode.permissionDenied);
  const entry = log.begin("setstat", shownPath(path));
  const reply = await files.ask(packetType.extended, string(name), string(path), raw);
  entry.end(outcomeOf(reply));
  return foreignStatus(reply);
}

/** The path to use; null, and on record, where that is not granted. */
async function permitted(remote: RemotePath, { operate, right, follow }: Change): Promise<string | null> {
  const { log, rights } = remote.account;
  const path = rights[right] ? await usablePath(remote, follow) : null;
  if (path === null) log.refused(operate, shownPath(remote.path));
  return path;
}

/** How two paths become one operation on the target. */
export interface PairChange {
  readonly operate: "rename" | "symlink";
  send(remote: RemotePath, from: string, to: string): Promise<Reply>;
}

/**
 * Renames, or links hard: within one account. It takes the right to upload: what it may put instead of something
 * else, an upload may too.
 */
export async function changePair(view: FileView, cursor: PacketCursor, change: PairChange): Promise<Answer> {
  const from = await remoteOf(view, pathOf(view, cursor));
  const to = await remoteOf(view, pathOf(view, cursor));
  if (isAnswer(from)) return from;
  if (isAnswer(to)) return to;
  const { account } = from;
  if (to.account !== account) return status(statusCode.failure, "Not within one account");
  const name = `${shownPath(from.path)}=>${shownPath(to.path)}`;
  const [fromPath, toPath] = account.rights.upload
    ? [await usablePath(from, false), await usablePath(to, false)]
    : [null, null];
  if (fromPath === null || toPath === null) {
    account.log.refused(change.operate, name);
    return status(statusCode.permissionDenied);
  }
  // Asked ahead of the change and not waited for: only the record wants to know.
  const kind = account.files.ask(packetType.lstat, string(fromPath));
  const reply = await change.send(from, fromPath, toPath);
  const { type, body } = await kind;
  const isFolder = type === packetType.attributes && isDirectory(readAttributes(new PacketCursor(body)));
  account.log
    .begin(change.operate === "rename" && isFolder ? "rename_dir" : change.operate, name)
    .end(outcomeOf(reply));
  return foreignStatus(reply);
}

/** Makes a symbolic link; the text it leads to comes first, as OpenSSH has it. */
export async function makeLink(view: FileView, cursor: PacketCursor): Promise<Answer> {
  const target = cursor.path();
  if (!isPath(target)) throw new MalformedPacket("a path that cannot be one");
  const remote = await remoteOf(view, pathOf(view, cursor));
  if (isAnswer(remote)) return remote;
  const { account } = remote;
  const name = `${shownPath(remote.path)}=>${shownPath(target)}`;
  const path = account.rights.upload ? await usablePath(remote, false) : null;
  const leadsOut =
    path === null || (account.isConfined && !isWithin(account.home, absolutePath(parentOf(path), target)));
  if (leadsOut) {
    account.log.refused("symlink", name);
    return status(statusCode.permissionDenied);
  }
  const entry = account.log.begin("symlink", name);
  const reply = await account.files.ask(packetType.symlink, string(target), string(path));
  entry.end(outcomeOf(reply));
  return foreignStatus(reply);
}

/** Attributes of a path: `stat` follows a symbolic link at its end, `lstat` does not. */
export async function statPath(view: FileView, type: number, cursor: PacketCursor): Promise<Answer> {
  const asked = pathOf(view, cursor);
  if (await view.isOurs(asked)) return { type: packetType.attributes, body: folderAttributes() };
  const remote = await remoteOf(view, asked);
  if (isAnswer(remote)) return remote;
  const path = await usablePath(remote, type === packetType.stat);
  if (path === null) return status(statusCode.permissionDenied);
  const reply = await remote.account.files.ask(type, string(path));
  if (reply.type !== packetType.attributes) return foreignStatus(reply);
  return { type: packetType.attributes, body: readAttributes(new PacketCursor(reply.body)).raw };
}

/** What a symbolic link leads to. */
export async function readLink(view: FileView, cursor: PacketCursor): Promise<Answer> {
  const remote = await remoteOf(view, pathOf(view, cursor));
  if (isAnswer(remote)) return remote;
  const path = await usablePath(remote, false);
  if (path === null) return status(statusCode.permissionDenied);
  return oneName(await remote.account.files.ask(packetType.readlink, string(path)));
}

/** The name a path has: the target's own where paths are its own, else the path without detours. */
export async function realName(view: FileView, cursor: PacketCursor): Promise<Answer> {
  const asked = cursor.path();
  if (!isPath(asked)) throw new MalformedPacket("a path that cannot be one");
  const path = absolutePath(view.start, asked);
  if (view.straight === null || path === view.start) {
    return { type: packetType.name, body: writeNames([{ name: path, line: path, attributes: uint32(0) }]) };
  }
  return oneName(await view.straight.files.ask(packetType.realpath, string(path)));
}

/** `expand-path@openssh.com`: as `realName`, and a `~` at the beginning is what the target takes it for. */
export async function expandedName({ start, straight }: FileView, cursor: PacketCursor): Promise<Answer> {
  const asked = cursor.path();
  if (!isPath(asked)) throw new MalformedPacket("a path that cannot be one");
  const name = "expand-path@openssh.com";
  if (straight?.extensions.has(name) !== true) return status(statusCode.unsupported);
  const path = asked.startsWith("~") ? asked : absolutePath(start, asked);
  return oneName(await straight.files.ask(packetType.extended, string(name), string(path)));
}

function oneName(reply: Reply): Answer {
  if (reply.type !== packetType.name) return foreignStatus(reply);
  const [entry] = readNames(new PacketCursor(reply.body));
  if (entry === undefined || !isPath(entry.name)) return status(statusCode.failure);
  const { name } = entry;
  return { type: packetType.name, body: writeNames([{ name, line: harmless(name), attributes: uint32(0) }]) };
}

/** Begins to list a folder. */
export async function openFolder(
  view: FileView,
  handles: OpenHandles,
  cursor: PacketCursor,
): Promise<Answer> {
  const located: LocatedPath | null = await view.locate(pathOf(view, cursor));
  if (located === null) return status(statusCode.noSuchFile);
  if (!handles.reserve()) return status(statusCode.failure, "Too many open files");
  const answer =
    located.kind === "folder" ? await openList(located, handles) : await openRemote(located, handles);
  if (answer.type !== packetType.handle) handles.free();
  return answer;
}

async function openList(
  folder: Extract<LocatedPath, { kind: "folder" }>,
  handles: OpenHandles,
): Promise<Answer> {
  const names = [".", "..", ...(await folder.list())];
  return { type: packetType.handle, body: string(handles.add({ kind: "list", names })) };
}

async function openRemote(remote: RemotePath, handles: OpenHandles): Promise<Answer> {
  const { account } = remote;
  const path = await usablePath(remote, true);
  if (path === null) return status(statusCode.permissionDenied);
  const reply = await account.files.ask(packetType.opendir, string(path));
  if (reply.type !== packetType.handle) return foreignStatus(reply);
  const handle = Buffer.from(new PacketCursor(reply.body).string());
  const name = handles.add({ kind: "folder", account, handle, path, told: 0 });
  return { type: packetType.handle, body: string(name) };
}
