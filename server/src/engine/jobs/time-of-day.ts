/** A minute in UTC, as the queue's clock names it: without a year. */
export interface UtcMinute {
  readonly min: number;
  readonly hour: number;
  readonly date: number;
  readonly month: number;
}

/**
 * Whether a minute is `HH:MM`, or in any hour `*:MM`, in a zone, the server's by default. The year is the current one: it only decides
 * about summer time, which no zone changes at the turn of a year.
 */
export function isTimeOfDay(time: string, timeZone?: string): (minute: UtcMinute) => boolean {
  if (!/^([01]\d|2[0-3]|\*):[0-5]\d$/.test(time)) throw new RangeError(`"${time}" is not a time of day.`);
  const clock = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  const wanted = time.replace("*", "");
  return ({ min, hour, date, month }) =>
    clock.format(Date.UTC(new Date().getUTCFullYear(), month - 1, date, hour, min)).endsWith(wanted);
}
