import { formatDate, parseDate } from "../../kit/metadata/dates.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From this age on the date is shown in full, in milliseconds. */
const FULL_DATE_AGE = 7 * DAY;

/**
 * When a message came: in words while it is younger than seven days, else as a date.
 *
 * @param value instant of the API
 * @param now the present instant
 * @param language BCP 47 tag
 * @param justNow text for less than a minute
 */
export function messageDate(value: unknown, now: Date, language: string, justNow: string): string {
  const date = parseDate(value);
  if (date === undefined) return "";
  const age = now.getTime() - date.getTime();
  if (age >= FULL_DATE_AGE) return formatDate(date);
  if (age < MINUTE) return justNow;
  const words = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  if (age < HOUR) return words.format(-Math.floor(age / MINUTE), "minute");
  if (age < DAY) return words.format(-Math.floor(age / HOUR), "hour");
  return words.format(-Math.floor(age / DAY), "day");
}
