import { Cron } from "croner";

/** A minute in UTC, as the queue's cron names it: without a year. */
export interface UtcMinute {
  readonly min: number;
  readonly hour: number;
  readonly date: number;
  readonly month: number;
}

/** The server's time zone: what people and the product mean by a time of day. */
export const serverTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The instant of a minute. The year is the current one: it only decides about weekdays and summer time. */
const instantOf = ({ min, hour, date, month }: UtcMinute): number =>
  Date.UTC(new Date().getUTCFullYear(), month - 1, date, hour, min);

/** An expression of five fields; nothing is started by it. */
const cronOf = (expression: string, timezone: string): Cron =>
  new Cron(expression, { timezone, mode: "5-part" });

/**
 * The first time after `from` that an expression of five fields names; null when there is none, or the expression is
 * not valid.
 */
export function nextCronTime(expression: string, from: Date, timeZone = serverTimeZone()): Date | null {
  try {
    return cronOf(expression, timeZone).nextRun(from);
  } catch {
    return null;
  }
}

/**
 * Whether a minute is one that a cron expression of five fields names.
 * @throws Error when the expression is not valid
 */
export function cronMatcher(expression: string, timeZone = serverTimeZone()): (minute: UtcMinute) => boolean {
  const cron = cronOf(expression, timeZone);
  return (minute) => cron.match(new Date(instantOf(minute)));
}

/** Whether a minute begins an interval of so many whole minutes, counted from the epoch. */
export function intervalMatcher(minutes: number): (minute: UtcMinute) => boolean {
  return (minute) => (instantOf(minute) / 60_000) % minutes === 0;
}
