import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ApiError } from "../../kit/api/api-error.ts";
import { fetchTreeLevel } from "../api/luna-api.ts";
import type { TreeItem } from "../api/types.ts";
import { isNothingGranted, splitTopLevel, type TreeRow, visibleRows } from "./tree-model.ts";

/** Pause before a failed load of the top level is repeated by itself, in milliseconds. */
const RETRY_AFTER = 10_000;
const RETRIES = 10;

/** Folders that are loaded at most when all are opened. */
const MOST_OPENED = 100;

/** Fetches one level; no key: the top. */
export type FetchLevel = typeof fetchTreeLevel;

/** The lazily loaded tree. */
export interface AssetTree {
  rows: readonly TreeRow[];
  /** Folders whose level is being loaded. */
  loading: ReadonlySet<string>;
  /** The top level is being loaded for the first time. */
  starting: boolean;
  /** Why the top level could not be loaded; it is tried again by itself unless the server refused the request. */
  error: unknown;
  open(key: string): void;
  fold(key: string): void;
  /** Opens every folder, as far as a bounded number of them reaches. */
  openAll(): void;
  foldAll(): void;
  /** Loads everything that is open anew; `rebuild` makes the server work the tree out again. */
  refresh(rebuild: boolean): void;
  /** What is known about a loaded folder. */
  isEmpty(key: string): boolean;
  /** Known once the top level is: nothing is granted, the folder of favorites may be there all the same. */
  isNothingGranted: boolean;
}

/**
 * Holds the granted tree: one level is fetched when its folder is opened.
 *
 * @param isWanted false where no tree is shown: nothing is fetched
 * @param fetchLevel what it is fetched with; always the same for one tree
 */
export function useAssetTree(isWanted: boolean, fetchLevel: FetchLevel = fetchTreeLevel): AssetTree {
  const [levels, setLevels] = useState<ReadonlyMap<string, readonly TreeItem[]>>(new Map());
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [loading, setLoading] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<unknown>();
  const [starting, setStarting] = useState(true);
  const failures = useRef(0);
  const openedNow = useRef(opened);
  openedNow.current = opened;
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);

  const loadTop = useCallback(
    async (rebuild: boolean) => {
      clearTimeout(retry.current);
      try {
        const { levels: fresh, open } = splitTopLevel(await fetchLevel(undefined, rebuild));
        const kept = [...openedNow.current].filter((key) => !fresh.has(key));
        const below = await Promise.all(kept.map((key) => loadLevel(fetchLevel, key)));
        for (const [key, items] of below) if (items !== undefined) fresh.set(key, items);
        setLevels(fresh);
        setOpened(new Set([...open, ...[...openedNow.current].filter((key) => fresh.has(key))]));
        setError(undefined);
        failures.current = 0;
      } catch (cause) {
        setError(cause);
        failures.current += 1;
        const refused = cause instanceof ApiError && [400, 401, 403].includes(cause.status);
        if (!refused && failures.current <= RETRIES)
          retry.current = setTimeout(() => void loadTop(false), RETRY_AFTER);
      } finally {
        setStarting(false);
      }
    },
    [fetchLevel],
  );

  useEffect(() => {
    if (isWanted) void loadTop(false);
    return () => clearTimeout(retry.current);
  }, [loadTop, isWanted]);

  const load = useCallback(
    async (key: string) => {
      setLoading((keys) => new Set(keys).add(key));
      try {
        const items = await fetchLevel(key, false);
        setLevels((known) => new Map(known).set(key, items));
      } catch {
        setOpened((keys) => without(keys, key));
      } finally {
        setLoading((keys) => without(keys, key));
      }
    },
    [fetchLevel],
  );

  const open = useCallback(
    (key: string) => {
      setOpened((keys) => new Set(keys).add(key));
      if (!levels.has(key)) void load(key);
    },
    [levels, load],
  );
  const fold = useCallback((key: string) => setOpened((keys) => without(keys, key)), []);
  const openAll = async () => {
    const known = new Map(levels);
    const all = new Set<string>();
    let loads = 0;
    const folders = [...(known.get("") ?? [])];
    for (let item = folders.shift(); item !== undefined; item = folders.shift()) {
      if (!item.isParent || all.has(item.id)) continue;
      if (!known.has(item.id)) {
        if (loads >= MOST_OPENED) continue;
        loads += 1;
        const [, items] = await loadLevel(fetchLevel, item.id);
        if (items === undefined) continue;
        known.set(item.id, items);
      }
      all.add(item.id);
      folders.push(...(known.get(item.id) ?? []));
    }
    setLevels(known);
    setOpened(all);
  };
  const rows = useMemo(() => visibleRows(levels, opened), [levels, opened]);
  return {
    rows,
    loading,
    starting,
    error,
    open,
    fold,
    openAll: () => void openAll(),
    foldAll: () => setOpened(new Set()),
    refresh: (rebuild) => void loadTop(rebuild),
    isEmpty: (key) => levels.get(key)?.length === 0,
    isNothingGranted: isWanted && !starting && error === undefined && isNothingGranted(levels.get("") ?? []),
  };
}

/** A level for a refresh; one that cannot be had any more is left out. */
async function loadLevel(fetchLevel: FetchLevel, key: string): Promise<[string, TreeItem[] | undefined]> {
  return [key, await fetchLevel(key, false).catch(() => undefined)];
}

function without(keys: ReadonlySet<string>, key: string): Set<string> {
  const rest = new Set(keys);
  rest.delete(key);
  return rest;
}
