import { type DragEvent, useEffect, useRef, useState } from "react";
import type { TreeItem, TreeRow } from "./tree-items.ts";

/** How long something is held over a folded row until this opens, in milliseconds. */
const OPENS_AFTER = 700;

/** What can be dragged in a tree, and where to. */
export interface TreeDragging {
  readonly movable: (item: TreeItem) => boolean;
  readonly accepts: (item: TreeItem, target: TreeItem) => boolean;
  readonly drop: (item: TreeItem, target: TreeItem) => void;
}

/** Dragging in a tree: what is under way, and what the list listens to. */
export interface Dragging {
  /** Path of the row that is dragged. */
  readonly dragged: string | undefined;
  /** Path of the row that would take it. */
  readonly target: string | undefined;
  readonly handlers: Readonly<Record<string, (event: DragEvent) => void>>;
}

/** Dragging of rows onto others. A folded row over which something is held opens. */
export function useDragging(
  dragging: TreeDragging | undefined,
  rowOf: (event: DragEvent) => TreeRow | undefined,
  open: (row: TreeRow) => void,
): Dragging {
  const [row, setRow] = useState<TreeRow>();
  const [over, setOver] = useState<TreeRow>();
  const latest = useRef(open);
  latest.current = open;
  const isTarget = dragging !== undefined && row !== undefined && over !== undefined;
  const target = isTarget && dragging.accepts(row.item, over.item) ? over.path : undefined;
  const folded =
    over !== undefined && row !== undefined && over.item.isParent && !over.open ? over.path : undefined;
  const overNow = useRef(over);
  overNow.current = over;
  useEffect(() => {
    if (folded === undefined) return;
    const timer = setTimeout(() => overNow.current && latest.current(overNow.current), OPENS_AFTER);
    return () => clearTimeout(timer);
  }, [folded]);
  if (dragging === undefined) return { dragged: undefined, target: undefined, handlers: {} };
  const end = () => {
    setRow(undefined);
    setOver(undefined);
  };
  return {
    dragged: row?.path,
    target,
    handlers: {
      onDragStart: (event) => {
        const started = rowOf(event);
        if (started === undefined || !dragging.movable(started.item)) return;
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", started.item.value);
        setRow(started);
      },
      onDragOver: (event) => {
        const under = rowOf(event);
        if (under?.path !== over?.path) setOver(under);
        if (row === undefined || under === undefined || !dragging.accepts(row.item, under.item)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
      },
      onDrop: (event) => {
        const under = rowOf(event);
        event.preventDefault();
        end();
        if (row !== undefined && under !== undefined && dragging.accepts(row.item, under.item)) {
          dragging.drop(row.item, under.item);
        }
      },
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as globalThis.Node | null)) setOver(undefined);
      },
      onDragEnd: end,
    },
  };
}
