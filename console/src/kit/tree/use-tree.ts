import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { api, type Query } from "../api/client.ts";
import { toastFailure } from "../feedback.ts";
import { asTreeItems, type TreeItem, type TreeRow, toLevels, visibleRows } from "./tree-items.ts";
import { recallFolds, rememberFolds } from "./tree-memory.ts";

/** A tree as it is loaded so far. */
export interface LoadedTree {
  readonly rows: readonly TreeRow[];
  /** What the rows are the results of; empty while they are the tree. */
  readonly searched: string;
  /** How many names match it. */
  readonly found: number;
  /** The first answer is on its way. */
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly setOpen: (item: TreeItem, open: boolean) => void;
  /** Opens everything above a key, loading it. */
  readonly reveal: (key: string) => void;
  /** Asks again for all that is in sight; what was open stays open. */
  readonly reload: () => Promise<void>;
}

/** Keys of a node and of everything above it. */
function lineage(key: string): string[] {
  const parts = key.split(":");
  return parts.map((_part, depth) => parts.slice(0, depth + 1).join(":"));
}

async function load(url: string, query: Query, signal: AbortSignal): Promise<TreeItem[]> {
  return asTreeItems(await api(url, { signal, query: { leaves: 1, ...query } }));
}

/**
 * A tree from the server (docs/contract/assets.md, "Trees"): its start in one answer, the rest level by level when it
 * is opened. A search is answered whole.
 *
 * @param url URL of the tree, with its fixed query
 * @param search what is looked for; empty shows the tree
 * @param memoryKey where what is open is remembered; undefined forgets it
 */
export function useTree(url: string, search: string, memoryKey: string | undefined): LoadedTree {
  const client = useQueryClient();
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(() => recallFolds(memoryKey));
  const [inSearch, setInSearch] = useState<{ search: string; folds: ReadonlyMap<string, boolean> }>();
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(() => new Set());
  useEffect(() => rememberFolds(memoryKey, folds), [memoryKey, folds]);

  const first = useQuery({
    queryKey: ["tree", url, "start", search],
    queryFn: async ({ signal }) => ({
      search,
      items: await load(url, search === "" ? {} : { all: "all", search }, signal),
    }),
    placeholderData: keepPreviousData,
  });
  const searched = first.data?.search ?? "";
  const start = useMemo(() => toLevels(first.data?.items ?? []), [first.data]);
  const found = useMemo(() => {
    const wanted = searched.toLowerCase();
    return searched === ""
      ? 0
      : (first.data?.items.filter(({ value }) => value.toLowerCase().includes(wanted)).length ?? 0);
  }, [first.data, searched]);

  // What is folded by hand in the results of a search says nothing of the tree.
  const byHand = searched === "" ? folds : inSearch?.search === searched ? inSearch.folds : undefined;
  const isOpen = (item: TreeItem) =>
    byHand?.get(item.id) ??
    ((searched === "" && revealed.has(item.key)) || (item.isOpen && start.has(item.key)));
  const keyOf = (item: TreeItem) => ["tree", url, "below", item.key];
  const below = (item: TreeItem) => client.getQueryData<TreeItem[]>(keyOf(item));
  const { rows, asked } = visibleRows({ start, below, isOpen });

  const levels = useQueries({
    queries: asked.map((item) => ({
      queryKey: keyOf(item),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { key: item.key, n: item.name, lv: item.key.split(":").length - 1 };
        return (await load(url, query, signal)).filter(({ key }) => key !== item.key);
      },
    })),
  });

  const setOpen = (item: TreeItem, open: boolean) => {
    const next = new Map(byHand).set(item.id, open);
    if (searched === "") setFolds(next);
    else setInSearch({ search: searched, folds: next });
  };

  const failed = levels.findIndex(({ error, isFetching }) => error !== null && !isFetching);
  const failure = levels[failed]?.error ?? null;
  const failedItem = asked[failed];
  useEffect(() => {
    if (failure === null || failedItem === undefined) return;
    toastFailure(failure);
    client.removeQueries({ queryKey: ["tree", url, "below", failedItem.key] });
    const fold = (before: ReadonlyMap<string, boolean>) => new Map(before).set(failedItem.id, false);
    setFolds(fold);
    setInSearch((before) => (before === undefined ? before : { ...before, folds: fold(before.folds) }));
  }, [client, url, failure, failedItem]);

  return {
    rows,
    searched,
    found,
    isLoading: first.isPending,
    error: first.error,
    setOpen,
    reveal: (key) => setRevealed((before) => new Set([...before, ...lineage(key).slice(0, -1)])),
    reload: () => client.invalidateQueries({ queryKey: ["tree", url] }),
  };
}
