import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { toast } from "../../kit/feedback.ts";
import type { FileEntry, ListedFolder } from "./files-api.ts";
import { FIRST_LOOK, type FolderLook, shownEntries } from "./folder-view.ts";
import type { ConnectionState } from "./use-files-connection.ts";

/** How often a long list is drawn while it comes, in milliseconds. */
const DRAW_EVERY = 150;

/** One side: a folder, what is in it, and what is chosen. */
export interface PaneState {
  readonly state: ConnectionState;
  readonly folder: ListedFolder | undefined;
  /** As they are shown. */
  readonly entries: readonly FileEntry[];
  readonly total: number;
  readonly isLoading: boolean;
  readonly failure: string | undefined;
  readonly look: FolderLook;
  setLook(change: Partial<FolderLook>): void;
  readonly selected: ReadonlySet<string>;
  select(selected: ReadonlySet<string>): void;
  /** What is chosen, in the order it is shown. */
  readonly chosen: readonly FileEntry[];
  open(hash: string | undefined): void;
  reload(): void;
  /** Text that was searched for; undefined where the folder itself is shown. */
  readonly searched: string | undefined;
  search(text: string): void;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Keeps one side. */
export function usePane(state: ConnectionState): PaneState {
  const { connection } = state;
  const [place, setPlace] = useState<{ hash: string | undefined; count: number }>({
    hash: undefined,
    count: 0,
  });
  const [folder, setFolder] = useState<ListedFolder>();
  const [all, setAll] = useState<readonly FileEntry[]>([]);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [look, changeLook] = useState(FIRST_LOOK);
  const [selected, select] = useState(NOTHING);
  const [searched, setSearched] = useState<string>();
  const shown = useRef<string>(undefined);

  useEffect(() => {
    if (connection === undefined) return;
    const abort = new AbortController();
    const { hash } = place;
    const come: FileEntry[] = [];
    let drawn = 0;
    setLoading(true);
    setFailure(undefined);
    setSearched(undefined);
    const onLine = (line: Record<string, unknown>) => {
      if ("cwd" in line) {
        const listed = line as unknown as ListedFolder;
        setFolder(listed);
        if (shown.current !== listed.cwd.hash) {
          setAll([]);
          select(NOTHING);
        }
        shown.current = listed.cwd.hash;
      } else if (Array.isArray(line.entries)) {
        for (const entry of line.entries as FileEntry[]) come.push(entry);
        if (performance.now() - drawn > DRAW_EVERY && come.length > 500) {
          drawn = performance.now();
          setAll([...come]);
        }
      }
    };
    connection
      .lines("list", { target: hash }, { onLine, signal: abort.signal })
      .then(() => setAll(come))
      .catch((error: Error) => {
        if (abort.signal.aborted) return;
        if (shown.current === undefined || hash === shown.current) setFailure(error.message);
        else toast("error", error.message);
      })
      .finally(() => {
        if (!abort.signal.aborted) setLoading(false);
      });
    return () => abort.abort();
  }, [connection, place]);

  const open = useCallback(
    (hash: string | undefined) => setPlace(({ count }) => ({ hash, count: count + 1 })),
    [],
  );
  const reload = useCallback(() => setPlace(({ count }) => ({ hash: shown.current, count: count + 1 })), []);
  const search = (text: string) => {
    if (connection === undefined || folder === undefined) return;
    setLoading(true);
    connection
      .call<{ files: FileEntry[] }>("search", { target: folder.cwd.hash, q: text })
      .then(({ files }) => {
        setAll(files);
        select(NOTHING);
        setSearched(text);
      })
      .catch((error: Error) => toast("error", error.message))
      .finally(() => setLoading(false));
  };
  const entries = useMemo(() => shownEntries(all, look), [all, look]);
  const chosen = useMemo(() => entries.filter(({ hash }) => selected.has(hash)), [entries, selected]);
  const setLook = useCallback(
    (change: Partial<FolderLook>) => changeLook((now) => ({ ...now, ...change })),
    [],
  );
  return {
    ...{ state, folder, entries, isLoading, failure, look, setLook, selected, select, chosen, open, reload },
    ...{ searched, search, total: all.length },
  };
}

/** Whether one file or folder alone is chosen, and which. */
export const onlyOne = ({ chosen }: PaneState): FileEntry | undefined =>
  chosen.length === 1 ? chosen[0] : undefined;
