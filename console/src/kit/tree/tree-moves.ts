/** A row of a tree, as far as keys care. */
export interface KeyRow {
  readonly item: { readonly name: string; readonly isParent: boolean };
  /** Depth from 0. */
  readonly level: number;
  readonly open: boolean;
}

/** What a key press in the tree leads to. */
export type TreeMove =
  | { type: "focus"; index: number }
  | { type: "open"; index: number }
  | { type: "fold"; index: number }
  | { type: "activate"; index: number }
  | { type: "menu"; index: number };

/**
 * What a key does when a row has the focus, as people know it from trees: up and down move, right opens or enters,
 * left folds or leaves, Home and End jump, a page at a time too, Enter and Space act, letters jump to the next name that starts so.
 *
 * @param page how many rows Page Up and Page Down go
 */
export function moveInTree(
  rows: readonly KeyRow[],
  focused: number,
  key: string,
  shift = false,
  page = 10,
): TreeMove | undefined {
  const row = rows[focused];
  if (row === undefined) return rows.length > 0 ? { type: "focus", index: 0 } : undefined;
  switch (key) {
    case "ArrowDown":
      return focused + 1 < rows.length ? { type: "focus", index: focused + 1 } : undefined;
    case "ArrowUp":
      return focused > 0 ? { type: "focus", index: focused - 1 } : undefined;
    case "PageDown":
      return { type: "focus", index: Math.min(focused + page, rows.length - 1) };
    case "PageUp":
      return { type: "focus", index: Math.max(focused - page, 0) };
    case "Home":
      return { type: "focus", index: 0 };
    case "End":
      return { type: "focus", index: rows.length - 1 };
    case "ArrowRight": {
      if (!row.item.isParent) return undefined;
      if (!row.open) return { type: "open", index: focused };
      return (rows[focused + 1]?.level ?? 0) > row.level ? { type: "focus", index: focused + 1 } : undefined;
    }
    case "ArrowLeft": {
      if (row.open) return { type: "fold", index: focused };
      for (let index = focused - 1; index >= 0; index -= 1) {
        if ((rows[index]?.level ?? 0) < row.level) return { type: "focus", index };
      }
      return undefined;
    }
    case "Enter":
    case " ":
      return { type: "activate", index: focused };
    case "ContextMenu":
      return { type: "menu", index: focused };
    case "F10":
      return shift ? { type: "menu", index: focused } : undefined;
    default:
      return key.length === 1 ? typeAhead(rows, focused, key) : undefined;
  }
}

function typeAhead(rows: readonly KeyRow[], focused: number, letter: string): TreeMove | undefined {
  for (let step = 1; step <= rows.length; step += 1) {
    const index = (focused + step) % rows.length;
    if (rows[index]?.item.name.toLowerCase().startsWith(letter.toLowerCase()))
      return { type: "focus", index };
  }
  return undefined;
}
