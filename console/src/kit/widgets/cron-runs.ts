import { Cron } from "croner";

/** How many coming runs are shown. */
const SHOWN_RUNS = 5;

/**
 * The next runs of an expression.
 *
 * @param expression five fields
 * @param utcOffset minutes the schedule's clock is ahead of UTC
 * @param from the instant to start after; now unless given
 * @returns up to five instants, or undefined when the expression is not valid
 */
export function nextRuns(expression: string, utcOffset: number, from?: Date): Date[] | undefined {
  if (expression.trim().split(/\s+/).length !== 5) return undefined;
  try {
    return new Cron(expression, { utcOffset, paused: true }).nextRuns(SHOWN_RUNS, from);
  } catch {
    return undefined;
  }
}

/** `UTC+08:00`, for minutes ahead of UTC. */
export function offsetName(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, "0");
  return `UTC${minutes < 0 ? "−" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** An instant as a clock so far ahead of UTC shows it, `YYYY/MM/DD HH:mm`. */
export function clockTime(instant: Date, utcOffset: number): string {
  const shifted = new Date(instant.getTime() + utcOffset * 60_000).toISOString();
  return `${shifted.slice(0, 10).replaceAll("-", "/")} ${shifted.slice(11, 16)}`;
}

/** Minutes ahead of UTC at the end of a date-time of the API, `… +0800`; undefined when there are none. */
export function offsetOf(dateTime: unknown): number | undefined {
  const match = typeof dateTime === "string" ? /([+-])(\d\d):?(\d\d)$/.exec(dateTime) : null;
  if (match === null) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === "-" ? -minutes : minutes;
}
