import { useCallback, useMemo, useState } from "react";
import type { Row } from "../metadata/types.ts";
import { type RowKey, rowKey } from "./rows.ts";

/** The rows chosen in a list, kept by key while pages change. */
export interface Selection {
  readonly rows: readonly Row[];
  readonly keys: ReadonlySet<RowKey>;
  /** Adds rows, or takes them out. */
  readonly select: (rows: readonly Row[], on: boolean) => void;
  /** Replaces the whole selection. */
  readonly replace: (rows: readonly Row[]) => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<RowKey, Row> = new Map();

/** Holds a selection that survives paging. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState(NONE);
  const select = useCallback((rows: readonly Row[], on: boolean) => {
    setChosen((before) => {
      const next = new Map(before);
      for (const row of rows) {
        if (on) next.set(rowKey(row), row);
        else next.delete(rowKey(row));
      }
      return next;
    });
  }, []);
  const replace = useCallback(
    (rows: readonly Row[]) => setChosen(new Map(rows.map((row) => [rowKey(row), row]))),
    [],
  );
  const clear = useCallback(() => setChosen((before) => (before.size === 0 ? before : NONE)), []);
  return useMemo(
    () => ({ rows: [...chosen.values()], keys: new Set(chosen.keys()), select, replace, clear }),
    [chosen, select, replace, clear],
  );
}
