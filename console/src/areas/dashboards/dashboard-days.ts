import { useCallback, useState } from "react";
import { toWireDate } from "../../kit/metadata/dates.ts";

/** Times that can be chosen, in days; one is today. */
export const DAY_CHOICES = [1, 7, 30] as const;

/** One of them. */
export type DayChoice = (typeof DAY_CHOICES)[number];

/** Where the browser remembers it (docs/contract/dashboards.md, section 4). */
const KEY = "dashboardDays";
const DAY = 86_400_000;
const HOUR = 3_600_000;

function remembered(): DayChoice {
  const days = Number(localStorage.getItem(KEY));
  return DAY_CHOICES.find((choice) => choice === days) ?? 7;
}

/** The chosen time, remembered by the browser; the last week at first. */
export function useDashboardDays(): readonly [DayChoice, (days: DayChoice) => void] {
  const [days, setDays] = useState(remembered);
  const choose = useCallback((chosen: DayChoice) => {
    localStorage.setItem(KEY, String(chosen));
    setDays(chosen);
  }, []);
  return [days, choose];
}

/** The midnight with which this week's Monday began, in the viewer's zone, as an address has it. */
export function beginningOfWeek(now = new Date()): string {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - ((start.getDay() + 6) % 7));
  return toWireDate(start);
}

/** The last midnight in the viewer's zone, as an address has it. */
export function beginningOfDay(now = new Date()): string {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  return toWireDate(start);
}

function addressBetween(path: string, from: Date, to: Date, more: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({ ...more, date_from: toWireDate(from), date_to: toWireDate(to) });
  return `${path}?${query.toString()}`;
}

/**
 * The address of a list that shows one day of the server's zone: from its midnight up to the next one.
 *
 * @param midnights when each day began, the last of which is today
 */
export function countedDayAddress(
  path: string,
  midnights: readonly Date[],
  day: number,
  more: Readonly<Record<string, string>> = {},
): string | undefined {
  const from = midnights[day];
  if (from === undefined) return undefined;
  // Nothing is recorded after today: its end is beyond the longest day.
  const to = new Date((midnights[day + 1]?.getTime() ?? from.getTime() + 26 * HOUR) - 1);
  return addressBetween(path, from, to, more);
}

/** The address of a list that shows one day of the viewer's zone, so many days ago. */
export function dayAddress(
  path: string,
  daysAgo: number,
  more: Readonly<Record<string, string>> = {},
  now = new Date(),
): string {
  const [from, to] = [new Date(now), new Date(now)];
  for (const moment of [from, to]) moment.setDate(now.getDate() - daysAgo);
  from.setHours(0, 0, 0, 0);
  to.setHours(23, 59, 59, 999);
  return addressBetween(path, from, to, more);
}

/** The address of a list that shows the same time as the figures: today, or that many times 24 hours. */
export function listAddress(
  path: string,
  days: number,
  more: Readonly<Record<string, string>> = {},
  now = new Date(),
): string {
  const from = days === 1 ? new Date(now) : new Date(now.getTime() - days * DAY);
  if (days === 1) from.setHours(0, 0, 0, 0);
  const to = new Date(now);
  to.setHours(23, 59, 59, 0);
  return addressBetween(path, from, to, more);
}
