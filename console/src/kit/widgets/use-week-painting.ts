import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { paint, SLOTS, type WeekGrid } from "./time-periods.ts";
import { DAYS } from "./week-days.ts";

type Slot = readonly [day: number, slot: number];

/** A rectangle being painted. */
interface Stroke {
  readonly from: Slot;
  readonly to: Slot;
  readonly chosen: boolean;
}

const STEPS: Readonly<Record<string, Slot>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** The half hour below a pointer, also when another element captured it. */
function slotAt(event: PointerEvent): Slot | undefined {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-slot]");
  const [day, slot] = (cell?.dataset.slot ?? "").split(":").map(Number);
  return day === undefined || slot === undefined || Number.isNaN(slot) ? undefined : [day, slot];
}

/**
 * Painting a week of half hours, by pointer and by keys.
 *
 * @param report is given the week whenever it was changed
 */
export function useWeekPainting(grid: WeekGrid, disabled: boolean, report: (week: WeekGrid) => void) {
  const [stroke, setStroke] = useState<Stroke>();
  const [focus, setFocus] = useState<Slot>([1, 18]);
  const table = useRef<HTMLTableElement>(null);
  const shown = stroke === undefined ? grid : paint(grid, stroke.from, stroke.to, stroke.chosen);

  const begin = (event: PointerEvent) => {
    const slot = disabled || event.button !== 0 ? undefined : slotAt(event);
    if (slot === undefined) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setFocus(slot);
    setStroke({ from: slot, to: slot, chosen: grid[slot[0]]?.[slot[1]] !== true });
  };
  const move = (event: PointerEvent) => {
    const slot = stroke === undefined ? undefined : slotAt(event);
    if (stroke === undefined || slot === undefined) return;
    if (slot[0] !== stroke.to[0] || slot[1] !== stroke.to[1]) setStroke({ ...stroke, to: slot });
  };
  const end = () => {
    if (stroke !== undefined) report(shown);
    setStroke(undefined);
  };
  const press = (event: KeyboardEvent) => {
    const [day, slot] = focus;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const to: Slot = [(day + step[0] + DAYS) % DAYS, Math.min(SLOTS - 1, Math.max(0, slot + step[1]))];
      if (event.shiftKey && !disabled) report(paint(grid, to, to, grid[day]?.[slot] === true));
      setFocus(to);
      table.current?.querySelector<HTMLElement>(`[data-slot="${to[0]}:${to[1]}"]`)?.focus();
    } else if ((event.key === " " || event.key === "Enter") && !disabled) {
      event.preventDefault();
      report(paint(grid, focus, focus, grid[day]?.[slot] !== true));
    }
  };
  return {
    table,
    /** The week with what is being painted. */
    shown,
    /** The half hour that the Tab key reaches. */
    focus,
    handlers: {
      onPointerDown: begin,
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: () => setStroke(undefined),
      onKeyDown: press,
    },
  };
}
