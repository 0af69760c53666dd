import { baseOf, isWithin, join, parentOf } from "../../files/paths.ts";
import { openFlag } from "../../files/sftp/packets.ts";
import { drained } from "./browse.ts";
import { accountOf, type Call, type Command, entryAt, goOn, target, targets } from "./call.ts";
import { freePath, removeAll } from "./change.ts";
import { closedFailure, FileFailure } from "./failure.ts";
import { pieceOf } from "./files-client.ts";
import { hashOf } from "./hash.ts";
import { managerText } from "./texts.ts";
import { existsFailure } from "./uploads.ts";
import { inParallel, walk } from "./walk.ts";

/** Files that are copied at a time. */
const concurrency = 4;

/** What happens where a name is taken. */
type Conflict = "overwrite" | "skip" | "keep";

/** How far a copy has come. */
interface Progress {
  files: number;
  bytes: number;
}

/** A request that copies. */
interface Copying extends Call {
  /** Where from: another connection of the same person, or this one. */
  readonly source: Call;
  readonly conflict: Conflict;
  readonly progress: Progress;
}

/** Copies the content of one file, by way of the gateway: within one account and between two alike. */
async function copyFile(call: Copying, from: string, to: string): Promise<void> {
  const { progress } = call;
  const { client } = call.source;
  const [source, place] = [await accountOf(call.source, from), await accountOf(call, to)];
  const facts = await client.facts(from, true);
  if (facts === null) throw new FileFailure("not_found", managerText.notFound);
  const handle = await client.open(from, openFlag.read);
  let isWhole = false;
  try {
    const range = { from: 0, length: Number.MAX_SAFE_INTEGER, piece: pieceOf(source) };
    const start = progress.bytes;
    await call.uploads.put({
      path: to,
      content: watched(call, client.read(handle, range)),
      at: 0,
      total: Number.MAX_SAFE_INTEGER,
      replaces: true,
      pieceSize: pieceOf(place),
      onWritten: (end) => {
        progress.bytes = Math.max(progress.bytes, start + end);
      },
    });
    await call.uploads.finish(to);
    isWhole = true;
    progress.files += 1;
  } finally {
    await (isWhole ? client.close(handle) : client.abandon(handle));
    if (!isWhole) await call.uploads.cancel(to);
  }
}

/** Ends with the request. */
async function* watched(call: Call, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const data of content) {
    goOn(call);
    yield data;
  }
}

/**
 * Copies the files of what is copied; its folders are there. Symbolic links are copied as the files they lead to; those to
 * folders are left out.
 */
async function copyFiles(call: Copying, from: string, to: string): Promise<void> {
  const { source, conflict } = call;
  await inParallel(walk(source, from), concurrency, async ({ path, facts }) => {
    const place = path === from ? to : join(to, path.slice(from.length + 1));
    if (facts.kind === "folder") return;
    if (facts.kind === "link" && (await source.client.facts(path, true))?.kind !== "file") return;
    const free = await placeFor(call, place, path === from ? "overwrite" : conflict);
    if (free !== null) await copyFile(call, path, free);
  });
}

/** Makes the folders a copy needs, before its files: those come in no order. */
async function copyFolders(call: Copying, from: string, to: string): Promise<void> {
  for await (const { path, facts } of walk(call.source, from)) {
    if (facts.kind !== "folder") continue;
    const place = path === from ? to : join(to, path.slice(from.length + 1));
    if ((await call.client.facts(place, true)) === null) await call.client.change("mkdir", place);
  }
}

/** Where something goes; null where it is left out. */
async function placeFor(call: Call, place: string, conflict: Conflict): Promise<string | null> {
  if (conflict === "overwrite" || (await call.client.facts(place, false)) === null) return place;
  return conflict === "skip" ? null : freePath(call, place);
}

/** Moves within one account, where nothing is in the way; false where that is not how it can be done. */
async function renamed(call: Copying, from: string, to: string): Promise<boolean> {
  if ((await accountOf(call.source, from)) !== (await accountOf(call, to))) return false;
  const there = await call.client.facts(to, false);
  if (there !== null) {
    if (there.kind === "folder") return false;
    await call.client.change("remove", to);
  }
  try {
    await call.client.rename(from, to);
    return true;
  } catch (error) {
    // Another file system of the target: it is copied.
    if (error instanceof FileFailure && error.code === "failed") return false;
    throw error;
  }
}

/** Copies or moves one file or folder; where it is then, or null where it was left out. */
async function pasteOne(call: Copying, from: string, folder: string, cut: boolean): Promise<string | null> {
  const { source, conflict } = call;
  const facts = await source.client.facts(from, false);
  if (facts === null) throw new FileFailure("not_found", managerText.notFound);
  const isFolder = facts.kind === "folder";
  const isHere = source.client === call.client;
  if (isHere && isFolder && isWithin(from, folder)) throw new FileFailure("failed", managerText.intoItself);
  const isBeside = isHere && parentOf(from) === folder;
  if (isBeside && cut) return from;
  // A copy beside what it is of is another one; folders are joined, and their files are asked about one by one.
  const how = isBeside ? "keep" : isFolder && conflict !== "keep" ? "overwrite" : conflict;
  const to = await placeFor(call, join(folder, baseOf(from)), how);
  if (to === null) return null;
  const there = await call.client.facts(to, false);
  if (there !== null && (there.kind === "folder") !== isFolder) throw existsFailure(to);
  if (cut && (await renamed(call, from, to))) return to;
  if (isFolder) await copyFolders(call, from, to);
  await copyFiles(call, from, to);
  if (cut && conflict !== "skip") await removeAll(source, from);
  return to;
}

/**
 * `paste`: copies files into a folder, or moves them (`cut=1`), within an account or between two. `conflict` (an addition)
 * says what happens to names that are taken; `progress=1` (an addition) tells lines of JSON meanwhile.
 */
const paste: Command = async (call) => {
  const { form, response } = call;
  const folder = target(call, "dst");
  await accountOf(call, folder);
  const cut = form.values.get("cut") === "1";
  const progress: Progress = { files: 0, bytes: 0 };
  const copying = {
    ...call,
    source: sourceOf(call),
    conflict: conflictIn(form.values.get("conflict")),
    progress,
  };
  const told = form.values.get("progress") === "1" ? tellProgress(call, progress) : null;
  const [added, removed]: [object[], string[]] = [[], []];
  try {
    for (const from of targets(call)) {
      goOn(call);
      const to = await pasteOne(copying, from, folder, cut);
      const entry = to === null ? null : await entryAt(call, to);
      if (entry !== null) added.push(entry);
      if (cut && to !== null && to !== from) removed.push(hashOf(from));
    }
  } finally {
    told?.();
  }
  const answer = { added, removed, ...progress };
  if (told === null) return answer;
  await drained(call);
  response.end(`${JSON.stringify(answer)}\n`);
  return null;
};

/** Sends how far it has come, twice a second; returns what ends that. */
function tellProgress({ response }: Call, progress: Progress): () => void {
  response.writeHead(200, { "content-type": "application/x-ndjson; charset=utf-8" });
  const timer = setInterval(() => response.write(`${JSON.stringify({ progress })}\n`), 500);
  return () => clearInterval(timer);
}

function conflictIn(value: string | null): Conflict {
  return value === "skip" || value === "keep" ? value : "overwrite";
}

/** Where files are copied from: what `from` (an addition) names, or the connection itself. */
function sourceOf(call: Call): Call {
  const sid = call.form.values.get("from") ?? "";
  if (sid === "" || sid === call.connection.id) return call;
  const files = call.connection.sibling(sid);
  if (files === null) throw closedFailure();
  return { ...call, ...files };
}

/** `duplicate`: copies beside what they are of. */
const duplicate: Command = async (call) => {
  const added = [];
  for (const from of targets(call)) {
    const copying = { ...call, source: call, conflict: "keep", progress: { files: 0, bytes: 0 } } as const;
    const to = await pasteOne(copying, from, parentOf(from), false);
    const entry = to === null ? null : await entryAt(call, to);
    if (entry !== null) added.push(entry);
  }
  return { added };
};

/** Commands that copy. */
export const copying = { paste, duplicate } as const;
