import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import { type DragEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import type { MenuPosition } from "../list/row-actions.tsx";
import { rowOfEvent, treeEvents } from "./tree-events.ts";
import type { TreeItem, TreeRow } from "./tree-items.ts";
import { type Naming, TreeRowView } from "./tree-row-view.tsx";
import { type TreeDragging, useDragging } from "./use-dragging.ts";
import "./item-tree.css";

/** Heights of a row, in pixels: for a mouse, and for a finger. */
const HEIGHTS = { fine: 28, coarse: 40 };
/** Rows drawn above and below those in sight, so that a quick scroll shows no gaps. */
const SPARE = 15;
/** Rows taken for visible until the list has been measured. */
const FIRST_SCREEN = 40;

interface TreeListProps {
  /** Accessible name. */
  readonly label: string;
  readonly rows: readonly TreeRow[];
  /** Id of the chosen item. */
  readonly selected: string | undefined;
  readonly search: string;
  readonly onSelect: (item: TreeItem | undefined) => void;
  readonly onFold: (item: TreeItem, open: boolean) => void;
  /** Opens the menu of an item; `anchor` has the focus again when it closes. */
  readonly onMenu: (item: TreeItem, position: MenuPosition, anchor: HTMLElement) => void;
  /** Name of the button that opens the menu of an item; undefined where it has none. */
  readonly menuLabel: (item: TreeItem) => string | undefined;
  /** Called for keys that stand for actions, F2 and Delete; answers whether one was done. */
  readonly onShortcut: (item: TreeItem, key: string) => boolean;
  readonly dragging: TreeDragging | undefined;
  /** Id of the item that is being given a name, and what becomes of it. */
  readonly naming: (Naming & { readonly id: string }) | undefined;
}

/** The rows of a tree, any number: only those in sight are drawn. For mouse, finger, keyboard and screen reader. */
export function TreeList(props: TreeListProps) {
  const { rows, selected, naming } = props;
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const [height] = useState(() => HEIGHTS[matchMedia("(pointer: coarse)").matches ? "coarse" : "fine"]);
  const [active, setActive] = useState<string>();
  const view = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => height,
    overscan: SPARE,
    initialRect: { width: 0, height: FIRST_SCREEN * height },
    // A list that is not laid out, in a tab that is hidden, keeps its rows.
    observeElementRect: (instance, measured) =>
      observeElementRect(instance, (rect) => {
        if (rect.height > 0) measured(rect);
      }),
  });
  const indexes = useMemo(() => new Map(rows.map((row, index) => [row.path, index])), [rows]);
  const chosen = useMemo(() => rows.findIndex(({ item }) => item.id === selected), [rows, selected]);
  const current = (active === undefined ? undefined : indexes.get(active)) ?? Math.max(chosen, 0);
  const named = naming === undefined ? -1 : rows.findIndex(({ item }) => item.id === naming.id);

  // What is chosen by the address, or has just been made, comes into sight once it is there.
  const wanted = naming?.id ?? selected;
  const wantedAt = naming === undefined ? chosen : named;
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (wanted === shown || wantedAt < 0) return;
    view.scrollToIndex(wantedAt);
    setShown(wanted);
  }, [wanted, wantedAt, shown, view]);

  const drag = useDragging(
    props.dragging,
    (event) => rowOfEvent(rows, event),
    (row) => props.onFold(row.item, true),
  );
  const events = treeEvents({
    ...props,
    current,
    pageSize: Math.max(Math.ceil((view.scrollRect?.height ?? 0) / height) - 1, 1),
    base,
    list,
    setActive,
    setShown,
    show: (index) => view.scrollToIndex(index),
  });

  // Beside the rows in sight: the one that is meant, and the one that is dragged, which would end with its element.
  const drawn = new Set([
    current,
    indexes.get(drag.dragged ?? "") ?? current,
    ...view.getVirtualItems().map(({ index }) => index),
  ]);
  return (
    <div
      ref={list}
      role="tree"
      aria-label={props.label}
      tabIndex={0}
      aria-activedescendant={rows.length === 0 ? undefined : `${base}-${current}`}
      className="tree-list"
      {...events}
      {...(drag.handlers as { onDragStart?: (event: DragEvent) => void })}
    >
      <div role="none" className="tree-space" style={{ height: view.getTotalSize() }}>
        {[...drawn]
          .sort((a, b) => a - b)
          .map((index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <TreeRowView
                key={row.path}
                id={`${base}-${index}`}
                row={row}
                index={index}
                height={height}
                isActive={index === current}
                isSelected={row.item.id === selected}
                isTarget={drag.target === row.path}
                isMovable={props.dragging?.movable(row.item) === true}
                search={props.search}
                menuLabel={props.menuLabel(row.item)}
                naming={index === named ? naming : undefined}
              />
            );
          })}
      </div>
    </div>
  );
}
