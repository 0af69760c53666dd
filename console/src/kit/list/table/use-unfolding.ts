import { useCallback, useState } from "react";
import type { Row } from "../../metadata/types.ts";
import { rowKey } from "../rows.ts";

/** Which rows of a table are unfolded. */
export interface Unfolding {
  readonly keys: ReadonlySet<ReturnType<typeof rowKey>>;
  /** Unfolds a row, or folds it away. */
  readonly toggle: (row: Row) => void;
}

/** Keeps which rows are unfolded; a row that is drawn again is as it was left. */
export function useUnfolding(): Unfolding {
  const [keys, setKeys] = useState<Unfolding["keys"]>(new Set());
  const toggle = useCallback((row: Row) => {
    setKeys((before) => {
      const after = new Set(before);
      if (!after.delete(rowKey(row))) after.add(rowKey(row));
      return after;
    });
  }, []);
  return { keys, toggle };
}
