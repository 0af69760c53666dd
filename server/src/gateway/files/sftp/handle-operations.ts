import { shownPath } from "../paths.ts";
import type { Transfer } from "../transfer.ts";
import { type Answer, foreignStatus, outcomeOf, reasonOf, status } from "./answers.ts";
import { folderAttributes, readAttributes } from "./attributes.ts";
import { harmless, isEntryName, type NameEntry, readNames, writeNames } from "./names.ts";
import type { OpenFile, OpenFolder, OpenHandles, OpenList } from "./open-handles.ts";
import { PacketCursor, packetType, replaceHandle, statusCode, string, uint32 } from "./packets.ts";
import { codeOf, type Reply } from "./remote-files.ts";

const noHandle = (): Answer => status(statusCode.failure, "Invalid handle");

/** Longest piece of a file that is asked for at once, so that its answer fits into a packet. */
const longestRead = 255 * 1024;

/** Most entries of one folder, and most answers in a row without a usable one: beyond that a target is lying. */
const mostEntries = 2_000_000;
const mostEmpty = 1000;

/** Entries of a folder of ours that are sent at once. */
const listPage = 100;

/** A file that is open for what is asked of it; an answer where it is not. */
function openFor(
  handles: OpenHandles,
  name: Buffer,
  direction: "reading" | "writing",
): { readonly file: OpenFile; readonly transfer: Transfer } | Answer {
  const file = handles.get(name);
  if (file?.kind !== "file") return noHandle();
  const transfer = file[direction];
  return transfer === null ? status(statusCode.permissionDenied) : { file, transfer };
}

/** Reads from an open file. `answer` is called in the order the target answers in. */
export function readFile(handles: OpenHandles, cursor: PacketCursor, answer: (answer: Answer) => void): void {
  const open = openFor(handles, cursor.string(), "reading");
  const [high, low] = [cursor.uint32(), cursor.uint32()];
  const offset = high * 2 ** 32 + low;
  const length = Math.min(cursor.uint32(), longestRead);
  if ("type" in open) {
    answer(open);
    return;
  }
  const { file, transfer } = open;
  const parts = [string(file.handle), uint32(high), uint32(low), uint32(length)];
  file.account.files.request(packetType.read, parts, (reply) => {
    answer(readReply(reply, transfer, offset, length));
  });
}

function readReply(reply: Reply, transfer: Transfer, offset: number, length: number): Answer {
  if (reply.type === packetType.data) {
    const data = new PacketCursor(reply.body).string();
    // More than was asked for would land where other data belongs.
    if (data.length <= length) {
      transfer.pass(offset, data);
      return reply;
    }
    transfer.failed("target_failure");
    return status(statusCode.failure);
  }
  if (codeOf(reply) === statusCode.endOfFile) transfer.ended(offset);
  else transfer.failed(reasonOf(reply));
  return foreignStatus(reply);
}

/** Writes into an open file. `whole` is the packet that `cursor` reads: it is passed on itself where that is possible. */
export function writeFile(
  handles: OpenHandles,
  { cursor, whole }: { readonly cursor: PacketCursor; readonly whole: Buffer },
  answer: (answer: Answer) => void,
): void {
  const name = cursor.string();
  const open = openFor(handles, name, "writing");
  const [high, low] = [cursor.uint32(), cursor.uint32()];
  const data = cursor.string();
  if ("type" in open) {
    answer(open);
    return;
  }
  const { file, transfer } = open;
  transfer.pass(high * 2 ** 32 + low, data);
  const { files } = file.account;
  const onReply = (reply: Reply): void => {
    if (codeOf(reply) !== statusCode.ok) transfer.failed(reasonOf(reply));
    answer(foreignStatus(reply));
  };
  if (name.length === file.handle.length && cursor.rest().length === 0) {
    replaceHandle(whole, file.handle);
    files.forward(packetType.write, whole, onReply);
  } else {
    const parts = [string(file.handle), uint32(high), uint32(low), uint32(data.length), data];
    files.request(packetType.write, parts, onReply);
  }
}

/** Closes whatever is open. */
export async function closeHandle(handles: OpenHandles, cursor: PacketCursor): Promise<Answer> {
  const name = cursor.string();
  const open = handles.get(name);
  handles.remove(name);
  if (open === undefined) return noHandle();
  if (open.kind === "list") return status(statusCode.ok);
  const reply = await open.account.files.ask(packetType.close, string(open.handle));
  if (open.kind === "file") await closed(open, reply);
  return foreignStatus(reply);
}

async function closed({ reading, writing }: OpenFile, reply: Reply): Promise<void> {
  // A disk that is full may say so only now.
  if (codeOf(reply) !== statusCode.ok) writing?.failed(reasonOf(reply));
  await Promise.all([reading?.finish(true, "download"), writing?.finish(true, "upload")]);
}

/** Closes a file whose client has given up: on record as broken off, whatever has passed. */
export async function abandonHandle(handles: OpenHandles, name: Buffer): Promise<void> {
  const open = handles.get(name);
  handles.remove(name);
  if (open?.kind !== "file") return;
  await open.account.files.ask(packetType.close, string(open.handle));
  await Promise.all([open.reading?.finish(false, "download"), open.writing?.finish(false, "upload")]);
}

/** What was open when the client went away is on record as broken off. */
export async function abandonHandles(handles: OpenHandles): Promise<void> {
  await Promise.all(
    handles
      .drain()
      .flatMap((open) =>
        open.kind === "file"
          ? [open.reading?.finish(false, "download"), open.writing?.finish(false, "upload")]
          : [],
      ),
  );
}

/** Attributes of an open file. */
export async function statHandle(handles: OpenHandles, cursor: PacketCursor): Promise<Answer> {
  const open = handles.get(cursor.string());
  if (open === undefined) return noHandle();
  if (open.kind === "list") return { type: packetType.attributes, body: folderAttributes() };
  const reply = await open.account.files.ask(packetType.fstat, string(open.handle));
  if (reply.type !== packetType.attributes) return foreignStatus(reply);
  return { type: packetType.attributes, body: readAttributes(new PacketCursor(reply.body)).raw };
}

/** Changes the attributes of an open file: part of its upload, or an operation of its own. */
export async function changeHandle(handles: OpenHandles, cursor: PacketCursor): Promise<Answer> {
  const open = handles.get(cursor.string());
  const { raw, size } = readAttributes(cursor);
  if (open?.kind !== "file") return noHandle();
  const { account, handle, name, writing } = open;
  if (!account.rights.upload) {
    account.log.refused("setstat", name);
    return status(statusCode.permissionDenied);
  }
  // Cut or stretched, it is no longer what passed.
  const isCut = size !== null && writing?.resized(size) === true;
  const entry = writing === null ? account.log.begin("setstat", name) : null;
  const reply = await account.files.ask(packetType.fsetstat, string(handle), raw);
  if (isCut && codeOf(reply) === statusCode.ok) writing?.cut();
  entry?.end(outcomeOf(reply));
  return foreignStatus(reply);
}

/** `fsync@openssh.com` and `fstatvfs@openssh.com`. */
export async function extendHandle(
  handles: OpenHandles,
  extension: string,
  cursor: PacketCursor,
): Promise<Answer> {
  const open = handles.get(cursor.string());
  if (open === undefined || open.kind === "list") return noHandle();
  const { account, handle } = open;
  if (!account.extensions.has(extension)) return status(statusCode.unsupported);
  const reply = await account.files.ask(packetType.extended, string(extension), string(handle));
  return reply.type === packetType.extendedReply ? reply : foreignStatus(reply);
}

/**
 * `copy-data`: from one open file into another, on the target itself. Nothing of it passes here, so that there is no hash
 * of either.
 */
export async function copyData(handles: OpenHandles, cursor: PacketCursor): Promise<Answer> {
  const from = openFor(handles, cursor.string(), "reading");
  const range = cursor.bytes(16);
  const to = openFor(handles, cursor.string(), "writing");
  const at = cursor.bytes(8);
  if ("type" in from) return from;
  if ("type" in to) return to;
  const { account, handle } = from.file;
  if (to.file.account !== account) return status(statusCode.failure, "Not within one account");
  const name = "copy-data";
  if (!account.extensions.has(name)) return status(statusCode.unsupported);
  for (const { transfer } of [from, to]) transfer.passedBy();
  const parts = [string(name), string(handle), range, string(to.file.handle), at];
  const reply = await account.files.ask(packetType.extended, ...parts);
  if (codeOf(reply) !== statusCode.ok) to.transfer.failed(reasonOf(reply));
  return foreignStatus(reply);
}

/** The next entries of a folder. */
export async function readFolder(handles: OpenHandles, cursor: PacketCursor): Promise<Answer> {
  const open = handles.get(cursor.string());
  if (open === undefined || open.kind === "file") return noHandle();
  return open.kind === "list" ? nextOfList(open) : nextOfFolder(open);
}

function nextOfList(list: OpenList): Answer {
  const names = list.names.slice(0, listPage);
  if (names.length === 0) return status(statusCode.endOfFile);
  list.names = list.names.slice(listPage);
  const entries = names.map((name) => ({
    name,
    line: `dr-xr-xr-x    1 0        0               0 Jan  1  1970 ${name}`,
    attributes: folderAttributes(),
  }));
  return { type: packetType.name, body: writeNames(entries) };
}

async function nextOfFolder(folder: OpenFolder): Promise<Answer> {
  const { account, handle } = folder;
  for (let empty = 0; empty < mostEmpty && folder.told < mostEntries; empty++) {
    const reply = await account.files.ask(packetType.readdir, string(handle));
    if (reply.type !== packetType.name) return foreignStatus(reply);
    const entries = readNames(new PacketCursor(reply.body)).filter(({ name }) => isEntryName(name));
    folder.told += entries.length;
    if (entries.length > 0) return { type: packetType.name, body: writeNames(entries.map(shownLine)) };
  }
  return status(statusCode.failure, `Too many entries: ${shownPath(folder.path)}`);
}

const shownLine = ({ name, line, attributes }: NameEntry) => ({ name, line: harmless(line), attributes });
