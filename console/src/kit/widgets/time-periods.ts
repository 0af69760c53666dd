import { isRecord } from "../api/api-error.ts";
import { DAYS } from "./week-days.ts";

/** Half hours of a day. */
export const SLOTS = 48;

/** For each day, from Sunday, whether each half hour is chosen. */
export type WeekGrid = readonly (readonly boolean[])[];

/** A day of the week on the wire: `value` is `HH:MM~HH:MM` spans joined by `、`, and midnight at the end is `00:00`. */
export interface DayPeriods {
  readonly id: number;
  readonly value: string;
}

/** A week with nothing, or everything, chosen. */
export function wholeWeek(chosen: boolean): WeekGrid {
  return Array.from({ length: DAYS }, () => Array.from({ length: SLOTS }, () => chosen));
}

/** `HH:MM` of a boundary between half hours; the end of the day is `00:00`. */
export function slotTime(slot: number): string {
  const minutes = (slot % SLOTS) * 30;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

function slotOf(time: string, round: (value: number) => number): number | undefined {
  const match = /^(\d{1,2}):(\d\d)$/.exec(time.trim());
  if (match === null) return undefined;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return minutes > 24 * 60 ? undefined : round(minutes / 30);
}

/** The spans of one day, as first and last-but-one slot. */
function spans(day: readonly boolean[]): [number, number][] {
  const found: [number, number][] = [];
  let from: number | undefined;
  for (let slot = 0; slot <= SLOTS; slot += 1) {
    const chosen = slot < SLOTS && day[slot] === true;
    if (chosen && from === undefined) from = slot;
    if (!chosen && from !== undefined) {
      found.push([from, slot]);
      from = undefined;
    }
  }
  return found;
}

/** The text of one day, empty when nothing is chosen. */
export function dayText(day: readonly boolean[]): string {
  return spans(day)
    .map(([from, to]) => `${slotTime(from)}~${slotTime(to)}`)
    .join("、");
}

/** A day's text as people read it. */
export function displayDay(text: string, allDay: string): string {
  return /^00:00~(00|24):00$/.test(text) ? allDay : text.replaceAll("、", ", ").replaceAll("~", "–");
}

/** Reads the periods of any answer; what is no period is left out. Spans between half hours cover what they touch. */
export function readPeriods(value: unknown): WeekGrid {
  const grid = wholeWeek(false).map((day) => [...day]);
  if (!Array.isArray(value)) return grid;
  for (const item of value.filter(isRecord)) {
    const day = grid[Number(item.id)];
    if (day === undefined || typeof item.value !== "string") continue;
    for (const span of item.value.split(/[、,]/)) {
      const [start, end] = span.split("~");
      const from = slotOf(start ?? "", Math.floor);
      const to = slotOf(end ?? "", Math.ceil);
      if (from === undefined || to === undefined) continue;
      day.fill(true, from, to === 0 ? SLOTS : to);
    }
  }
  return grid;
}

/** The periods on the wire; days without any are left out, so an empty week is an empty list. */
export function writePeriods(grid: WeekGrid): DayPeriods[] {
  return grid.map((day, id) => ({ id, value: dayText(day) })).filter((day) => day.value !== "");
}

/** The grid with a rectangle of days and slots, corners in any order, chosen or not. */
export function paint(
  grid: WeekGrid,
  [dayA, slotA]: readonly [number, number],
  [dayB, slotB]: readonly [number, number],
  chosen: boolean,
): WeekGrid {
  const [firstDay, lastDay] = [Math.min(dayA, dayB), Math.max(dayA, dayB)];
  const [firstSlot, lastSlot] = [Math.min(slotA, slotB), Math.max(slotA, slotB)];
  return grid.map((day, index) =>
    index < firstDay || index > lastDay
      ? day
      : day.map((before, slot) => (slot < firstSlot || slot > lastSlot ? before : chosen)),
  );
}
