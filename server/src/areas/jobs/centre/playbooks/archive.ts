import { configure, type Entry, type FileEntry, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { zipSync } from "fflate";
import { BadRequest } from "../../../../engine/errors.ts";
import { type Message, withParameters } from "../../../../engine/i18n/index.ts";
import { playbookText as text } from "../playbook-texts.ts";
import { entryName, foldersAbove, isFilePath } from "./paths.ts";
import { largestFile, largestPlaybook, mostFiles, type PlaybookFile } from "./playbook-files.ts";

configure({ useWebWorkers: false });

/** Largest archive that is taken, in bytes. */
const largestArchive = largestPlaybook;

/** Kinds of files by the upper bits of what Unix archives say of them. */
const kindBits = 0o170000;
const plainKinds: ReadonlySet<number> = new Set([0, 0o100000, 0o040000]);

/** An archive that cannot be a playbook, and why. */
const refuse = (message: Message): BadRequest =>
  // Clients of the contract read `msg`.
  new BadRequest("invalid_playbook_file", message, { msg: message });

/**
 * What is in an archive that somebody sent as a playbook. Nothing of what it says about itself is believed: paths that
 * lead out of it, links and contents beyond the limits refuse the whole of it.
 * @throws BadRequest
 */
export async function readArchive(file: Blob): Promise<readonly PlaybookFile[]> {
  if (file.size > largestArchive) {
    throw refuse(withParameters(text.tooLarge, { megabytes: largestArchive / 1_048_576 }));
  }
  const files = await unpack(new Uint8Array(await file.arrayBuffer()));
  if (!files.some(({ path, content }) => path === entryName && content !== null)) {
    throw new BadRequest("no_valid_entry", text.noEntry);
  }
  requireTree(files);
  return files;
}

async function unpack(bytes: Uint8Array): Promise<readonly PlaybookFile[]> {
  const archive = new ZipReader(new Uint8ArrayReader(bytes), {
    checkSignature: true,
    checkOverlappingEntry: true,
  });
  const files: PlaybookFile[] = [];
  let left = largestPlaybook;
  try {
    for await (const entry of archive.getEntriesGenerator()) {
      if (files.length >= mostFiles) throw refuse(withParameters(text.tooManyFiles, { most: mostFiles }));
      const path = entry.filename.replace(/\/$/, "");
      requirePlain(entry, path);
      const content = entry.directory ? null : await contentOf(entry, path, left);
      left -= content?.length ?? 0;
      files.push({ path, content });
    }
  } catch (error) {
    throw error instanceof BadRequest ? error : refuse(text.notArchive);
  } finally {
    await archive.close().catch(() => undefined);
  }
  return files;
}

function requirePlain({ encrypted, externalFileAttributes = 0, filename }: Entry, path: string): void {
  const shown = { name: filename.slice(0, 100).replace(/\p{Cc}/gu, "\ufffd") };
  if (!isFilePath(path)) throw refuse(withParameters(text.badPath, shown));
  if (encrypted) throw refuse(withParameters(text.encrypted, shown));
  if (!plainKinds.has((externalFileAttributes >>> 16) & kindBits))
    throw refuse(withParameters(text.noLinks, shown));
}

/** The content of an entry; unpacking ends where it turns out to be more than there is room for. */
async function contentOf(entry: FileEntry, path: string, room: number): Promise<Buffer> {
  const most = Math.min(largestFile, room);
  const pieces: Uint8Array[] = [];
  let size = 0;
  const sink = new WritableStream<Uint8Array>({
    write(piece) {
      size += piece.length;
      if (size > most) throw refuse(withParameters(text.fileTooLarge, { name: path }));
      pieces.push(piece);
    },
  });
  await entry.getData(sink);
  return Buffer.concat(pieces);
}

/** No path is there twice, and nothing lies in what is a file. */
function requireTree(files: readonly PlaybookFile[]): void {
  const contents = new Set<string>();
  const known = new Set<string>();
  for (const { path, content } of files) {
    if (known.has(path)) throw refuse(withParameters(text.twice, { name: path }));
    known.add(path);
    if (content !== null) contents.add(path);
  }
  for (const { path } of files) {
    const inFile = foldersAbove(path).find((folder) => contents.has(folder));
    if (inFile !== undefined) throw refuse(withParameters(text.twice, { name: inFile }));
  }
}

/** The files of a playbook as an archive. */
export function makeArchive(files: readonly PlaybookFile[]): Buffer {
  const entries = files.map(({ path, content }) =>
    content === null ? ([`${path}/`, new Uint8Array()] as const) : ([path, new Uint8Array(content)] as const),
  );
  return Buffer.from(zipSync(Object.fromEntries(entries), { mtime: new Date("1980-01-02T00:00:00Z") }));
}
