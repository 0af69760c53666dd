import type { KeyboardEvent } from "react";

/** What the keys do (docs/contract/console.md, "Lists"). */
export interface RowCommands {
  /** Number of rows on the page. */
  readonly count: number;
  open?(index: number): void;
  toggle?(index: number): void;
  /** Adds a row to the selection. */
  extend?(index: number): void;
  selectPage?(): void;
  clear?(): void;
  menu?(index: number, row: HTMLElement): void;
  /** Turns the page: 1 forward, -1 back. */
  turn?(step: 1 | -1): void;
}

const MOVES: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The row an event happened in, and whether it is the row itself that has the focus. */
function rowOfEvent(
  event: KeyboardEvent<HTMLElement>,
): { index: number; row: HTMLElement; onRow: boolean } | undefined {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>("tr[data-index]");
  return row === null ? undefined : { index: Number(row.dataset.index), row, onRow: row === target };
}

/**
 * Keys on rows: one row is reached by tab, arrows move between rows.
 *
 * @param setCurrent is told which row the tab key reaches from now on
 * @returns the handlers of the table's body
 */
export function useRowKeyboard(commands: RowCommands, setCurrent: (index: number) => void) {
  const move = (body: HTMLElement, index: number) => {
    setCurrent(index);
    body.querySelector<HTMLElement>(`tr[data-index="${index}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const focused = rowOfEvent(event);
    if (focused === undefined) return;
    const { index, row, onRow } = focused;
    const next = MOVES[event.key]?.(index, commands.count);
    const handled = (): boolean => {
      if (next !== undefined) {
        if (event.shiftKey) {
          commands.extend?.(index);
          commands.extend?.(next);
        }
        move(event.currentTarget, next);
        return true;
      }
      if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
        commands.menu?.(index, row);
        return commands.menu !== undefined;
      }
      if (event.key === "PageDown" || event.key === "PageUp") {
        commands.turn?.(event.key === "PageDown" ? 1 : -1);
        return commands.turn !== undefined;
      }
      if (!onRow) return false;
      if (event.key === "Enter") commands.open?.(index);
      else if (event.key === " ") commands.toggle?.(index);
      else if (event.key === "Escape") commands.clear?.();
      else if (event.key === "a" && (event.ctrlKey || event.metaKey)) commands.selectPage?.();
      else return false;
      return true;
    };
    if (handled()) event.preventDefault();
  };
  const onFocus = (event: { target: EventTarget }) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>("tr[data-index]");
    if (row !== null) setCurrent(Number(row.dataset.index));
  };
  return { onKeyDown, onFocus };
}
