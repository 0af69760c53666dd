import { type FileEntry, type FilesConnection, FilesError } from "./files-api.ts";
import { numbered } from "./names.ts";
import type { AskConflict, ConflictPolicy, TransferWork } from "./transfers.ts";

/** A file to upload, and the folders it is in below the one it goes to. */
export interface LocalFile {
  readonly file: File;
  /** "" or `/a/b`. */
  readonly folder: string;
}

/** How much of a file one request carries, in bytes, and files that are sent at a time. */
const PIECE = 8 * 1024 * 1024;
const AT_ONCE = 4;

/** What was asked for with a drop or a choice of files. */
export interface UploadRequest {
  readonly files: readonly LocalFile[];
  /** Folders that may have nothing in them. */
  readonly folders: readonly string[];
  readonly into: string;
  readonly connection: () => FilesConnection | undefined;
  readonly ask: AskConflict;
  settled(): void;
}

/** An upload, which goes on where it stopped when it is begun again. */
export function uploadWork({ files, folders, into, connection, ask, settled }: UploadRequest): TransferWork {
  const [first] = files;
  const top = first?.folder.split("/")[1] ?? folders[0]?.split("/")[1];
  const begun = new Map<LocalFile, { name: string; mode: "new" | "replace" }>();
  const finished = new Set<LocalFile>();
  let asked: Promise<ConflictPolicy | undefined> | undefined;
  return {
    name: top ?? (files.length > 1 ? `${first?.file.name} +${files.length - 1}` : (first?.file.name ?? "")),
    total: files.reduce((sum, { file }) => sum + file.size, 0),
    connection,
    settled,
    async run({ connection: open, signal, progress }) {
      const places = await madeFolders(
        open,
        into,
        [...folders, ...files.map(({ folder }) => folder)],
        signal,
      );
      const sent = new Map<LocalFile, number>([...finished].map((one) => [one, one.file.size]));
      const tell = (one: LocalFile, bytes: number) => {
        sent.set(one, bytes);
        progress(
          [...sent.values()].reduce((sum, size) => sum + size, 0),
          finished.size,
        );
      };
      const waiting = files.filter((one) => !finished.has(one));
      const worker = async () => {
        for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
          const known = begun.get(one);
          const state = known ?? { name: one.file.name, mode: "new" as const };
          const local = one;
          await sendFile({
            open,
            signal,
            file: one.file,
            target: places.get(one.folder) ?? into,
            state,
            isBegun: known !== undefined,
            begin: () => begun.set(local, state),
            policy: (name) => {
              asked ??= ask(name);
              return asked;
            },
            onSent: (bytes) => tell(local, bytes),
          });
          finished.add(one);
        }
      };
      const workers = Array.from({ length: AT_ONCE }, worker);
      await Promise.all(workers).catch(async (error: unknown) => {
        waiting.length = 0;
        await Promise.allSettled(workers);
        throw error;
      });
    },
  };
}

/** Makes the folders of an upload; where each is. */
async function madeFolders(
  open: FilesConnection,
  into: string,
  wanted: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const all = new Set<string>();
  for (const folder of wanted) {
    const parts = folder.split("/").filter((part) => part !== "");
    for (let count = 1; count <= parts.length; count++) all.add(`/${parts.slice(0, count).join("/")}`);
  }
  const places = new Map<string, string>();
  const list = [...all].sort((one, other) => one.length - other.length);
  for (let at = 0; at < list.length; at += 500) {
    const parameters = { target: into, "dirs[]": list.slice(at, at + 500) };
    const { hashes } = await open.call<{ hashes: Record<string, string> }>("mkdir", parameters, signal);
    for (const [folder, hash] of Object.entries(hashes)) places.set(folder, hash);
  }
  return places;
}

interface FileSending {
  readonly open: FilesConnection;
  readonly signal: AbortSignal;
  readonly file: File;
  readonly target: string;
  /** Name and mode; changed where a name is taken. */
  readonly state: { name: string; mode: "new" | "replace" };
  /** Whether some of it may be there. */
  readonly isBegun: boolean;
  begin(): void;
  policy(name: string): Promise<ConflictPolicy | undefined>;
  onSent(bytes: number): void;
}

async function sendFile(sending: FileSending): Promise<void> {
  const { open, signal, file, target, state, onSent } = sending;
  let at = sending.isBegun ? await comeSoFar(sending) : 0;
  for (let count = 1; at < file.size || at === 0; ) {
    const piece = file.slice(at, at + PIECE);
    const parameters = { target, name: state.name, at, total: file.size, mode: state.mode };
    try {
      const from = at;
      const { written } = await open.put(parameters, piece, {
        onSent: (bytes) => onSent(from + bytes),
        signal,
      });
      sending.begin();
      at = written;
      if (file.size === 0) return;
    } catch (error) {
      if (signal.aborted) void cancelSending(open, target, state.name);
      if (!(error instanceof FilesError)) throw error;
      if (error.code === "offset" && error.written !== undefined && error.written !== at) {
        at = error.written;
        continue;
      }
      if (error.code !== "exists") throw error;
      const policy = await sending.policy(state.name);
      if (policy === undefined) throw new DOMException("canceled", "AbortError");
      if (policy === "skip") return onSent(file.size);
      if (policy === "overwrite") state.mode = "replace";
      else {
        state.name = numbered(file.name, count);
        count += 1;
      }
    }
  }
}

/** How much of a file is there, as far as it can be gone on with. */
async function comeSoFar({ open, target, state, file, signal }: FileSending): Promise<number> {
  const answer = await open.call<{ entry: FileEntry | null }>("stat", { target, name: state.name }, signal);
  const size = answer.entry?.size ?? 0;
  return size < file.size ? size : 0;
}

/** Lets go of what has come: it stays there by its name. */
async function cancelSending(open: FilesConnection, target: string, name: string): Promise<void> {
  await fetch(open.url("write", { target, name, cancel: 1 }), { method: "PUT" }).catch(() => {});
}

/** What was dropped, folders with all that is in them. */
export async function droppedFiles(
  data: DataTransfer,
): Promise<{ readonly files: LocalFile[]; readonly folders: string[] }> {
  const found = { files: [] as LocalFile[], folders: [] as string[] };
  const entries = [...data.items].map((item) => item.webkitGetAsEntry());
  for (const entry of entries) if (entry !== null) await collect(entry, "", found);
  return found;
}

async function collect(
  entry: FileSystemEntry,
  folder: string,
  found: { files: LocalFile[]; folders: string[] },
): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    found.files.push({ file, folder });
    return;
  }
  const path = `${folder}/${entry.name}`;
  found.folders.push(path);
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const next = () =>
    new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
  for (let some = await next(); some.length > 0; some = await next()) {
    for (const one of some) await collect(one, path, found);
  }
}

/** Files somebody chose, with the folders a chosen folder brings. */
export const chosenFiles = (files: FileList): LocalFile[] =>
  [...files].map((file) => {
    const parts = file.webkitRelativePath.split("/").slice(0, -1);
    return { file, folder: parts.length === 0 ? "" : `/${parts.join("/")}` };
  });
