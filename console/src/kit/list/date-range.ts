import { parseDate, toWireDate } from "../metadata/dates.ts";

/** Two instants as the API takes them, both included. */
export interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** Lengths of the shortcuts, in days (docs/contract/console.md, "Lists"). */
export const RANGE_DAYS = [1, 7, 30, 90, 183, 365] as const;

/** Days a dated list shows before a range is chosen. */
const DEFAULT_DAYS = 7;
const DAY = 86_400_000;

/** The last so many days, up to now. */
export function lastDays(days: number, now = new Date()): readonly [Date, Date] {
  return [new Date(now.getTime() - days * DAY), now];
}

/** The last seven days up to the end of today, in the viewer's zone. */
export function defaultRange(now = new Date()): DateRange {
  const end = new Date(now);
  end.setHours(23, 59, 59, 0);
  return { from: toWireDate(lastDays(DEFAULT_DAYS, now)[0]), to: toWireDate(end) };
}

/** A range from two texts of an address; undefined unless both are dates in order. */
export function rangeOf(from: string | null, to: string | null): DateRange | undefined {
  const [start, end] = [parseDate(from), parseDate(to)];
  if (start === undefined || end === undefined || start > end) return undefined;
  return { from: toWireDate(start), to: toWireDate(end) };
}
