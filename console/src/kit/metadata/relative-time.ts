const WEEK = 7 * 86_400_000;
const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/**
 * How long ago an instant was, or how soon it comes, in words; undefined beyond seven days, where the date says more.
 *
 * @param language BCP 47 tag
 * @param justNow the words for less than a minute
 */
export function relativeTime(date: Date, now: Date, language: string, justNow: string): string | undefined {
  const difference = date.getTime() - now.getTime();
  const length = Math.abs(difference);
  if (length > WEEK) return undefined;
  const unit = UNITS.find(([, size]) => length >= size);
  if (unit === undefined) return justNow;
  const format = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });
  return format.format(Math.trunc(difference / unit[1]), unit[0]);
}
