import type { FileEntry, FilesConnection } from "./files-api.ts";
import type { AskConflict, ConflictPolicy, TransferWork } from "./transfers.ts";

/** What is copied or moved, and where. */
export interface CopyRequest {
  readonly entries: readonly FileEntry[];
  readonly from: () => FilesConnection | undefined;
  readonly to: () => FilesConnection | undefined;
  readonly into: string;
  readonly isMove: boolean;
  readonly ask: AskConflict;
  settled(): void;
}

/** A copy from one folder into another, perhaps of another asset. */
export function copyWork({ entries, from, to, into, isMove, ask, settled }: CopyRequest): TransferWork {
  const [first] = entries;
  return {
    name: entries.length > 1 ? `${first?.name} +${entries.length - 1}` : (first?.name ?? ""),
    total: 0,
    connection: to,
    settled,
    async run({ connection, signal, progress }) {
      const source = from();
      if (source === undefined) throw new Error("");
      const conflict = await policyFor(connection, into, entries, { ask, signal });
      if (conflict === undefined) throw new DOMException("canceled", "AbortError");
      await connection.lines(
        "paste",
        {
          dst: into,
          "targets[]": entries.map(({ hash }) => hash),
          from: source.sid,
          cut: isMove ? 1 : 0,
          progress: 1,
          conflict,
        },
        {
          signal,
          onLine: (line) => {
            const { bytes, files } = (line.progress ?? line) as { bytes: number; files: number };
            progress(bytes, files);
          },
        },
      );
    },
  };
}

/** What happens to names that are taken: asked where there is one. */
async function policyFor(
  connection: FilesConnection,
  into: string,
  entries: readonly FileEntry[],
  { ask, signal }: { readonly ask: AskConflict; readonly signal: AbortSignal },
): Promise<ConflictPolicy | undefined> {
  if (entries.every(({ phash }) => phash === into)) return "keep";
  const parameters = { target: into, "intersect[]": entries.map(({ name }) => name) };
  const { list } = await connection.call<{ list: Record<string, string> }>("ls", parameters, signal);
  const [taken] = Object.values(list);
  return taken === undefined ? "skip" : ask(taken);
}
