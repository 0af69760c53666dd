/** Days of the week; 0 is Sunday, as on the wire. */
export const DAYS = 7;

/** 1 January 2023 was a Sunday. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_LENGTH = 86_400_000;

/**
 * Short names of the days, from Sunday.
 *
 * @param language tag of the language
 */
export function dayNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  return Array.from({ length: DAYS }, (_, day) => format.format(SUNDAY + day * DAY_LENGTH));
}
