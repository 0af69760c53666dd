import type { KeyboardEvent, MouseEvent } from "react";
import type { MenuPosition } from "../list/row-actions.tsx";
import type { TreeItem, TreeRow } from "./tree-items.ts";
import { moveInTree } from "./tree-moves.ts";

/** What the mouse and the keys act on. */
interface TreeTargets {
  readonly rows: readonly TreeRow[];
  readonly selected: string | undefined;
  /** Index of the row the keys are for. */
  readonly current: number;
  /** Rows a page key moves by. */
  readonly pageSize: number;
  /** Start of the ids of the rows' elements. */
  readonly base: string;
  /** The element with the rows. */
  readonly list: { readonly current: HTMLElement | null };
  /** Makes a row the one the keys are for. */
  readonly setActive: (path: string) => void;
  /** Notes the item that is in sight already. */
  readonly setShown: (id: string) => void;
  /** Brings a row into sight. */
  readonly show: (index: number) => void;
  readonly onSelect: (item: TreeItem | undefined) => void;
  readonly onFold: (item: TreeItem, open: boolean) => void;
  readonly onMenu: (item: TreeItem, position: MenuPosition, anchor: HTMLElement) => void;
  readonly menuLabel: (item: TreeItem) => string | undefined;
  readonly onShortcut: (item: TreeItem, key: string) => boolean;
}

/** The row an event happened in. */
export function rowOfEvent(
  rows: readonly TreeRow[],
  event: { readonly target: EventTarget },
): TreeRow | undefined {
  const element = event.target instanceof Element ? event.target.closest("[data-index]") : null;
  return element === null ? undefined : rows[Number(element.getAttribute("data-index"))];
}

/** The part of its row an event happened in, such as the caret. */
function partOf(event: { readonly target: EventTarget }): string | null {
  return (
    (event.target instanceof Element ? event.target.closest("[data-part]") : null)?.getAttribute(
      "data-part",
    ) ?? null
  );
}

/** The handlers of a tree for the mouse and the keyboard. */
export function treeEvents(targets: TreeTargets) {
  const { rows, selected, current, list, setActive, setShown, show } = targets;
  const menu = (row: TreeRow, position: MenuPosition) => {
    setActive(row.path);
    if (list.current !== null) targets.onMenu(row.item, position, list.current);
  };
  const choose = ({ item }: TreeRow) => targets.onSelect(item.id === selected ? undefined : item);
  const onClick = (event: MouseEvent) => {
    const row = rowOfEvent(rows, event);
    if (row === undefined) return;
    const part = partOf(event);
    setActive(row.path);
    setShown(row.item.id);
    if (part === "caret") targets.onFold(row.item, !row.open);
    else if (part === "menu") {
      const { left, bottom } =
        event.target instanceof Element ? event.target.getBoundingClientRect() : new DOMRect();
      menu(row, { left, top: bottom });
    } else choose(row);
  };
  const onContextMenu = (event: MouseEvent) => {
    const row = rowOfEvent(rows, event);
    if (row === undefined || targets.menuLabel(row.item) === undefined) return;
    event.preventDefault();
    menu(row, { left: event.clientX, top: event.clientY });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[current];
    if (row !== undefined && targets.onShortcut(row.item, event.key)) {
      event.preventDefault();
      return;
    }
    const move = moveInTree(rows, current, event.key, event.shiftKey, targets.pageSize);
    const target = move === undefined ? undefined : rows[move.index];
    if (move === undefined || target === undefined) return;
    event.preventDefault();
    if (move.type === "open" || move.type === "fold") targets.onFold(target.item, move.type === "open");
    else if (move.type === "activate") choose(target);
    else if (move.type === "menu") {
      const box = document.getElementById(`${targets.base}-${move.index}`)?.getBoundingClientRect();
      if (targets.menuLabel(target.item) !== undefined) {
        menu(target, { left: (box?.left ?? 0) + 40, top: box?.bottom ?? 0 });
      }
    } else {
      setActive(target.path);
      show(move.index);
    }
  };
  return { onClick, onContextMenu, onKeyDown };
}
