/**
 * Reads a date-time of the API, `YYYY/MM/DD HH:MM:SS ±ZZZZ`, or ISO 8601 (docs/contract/conventions.md, "Dates").
 *
 * @returns the instant, or undefined when the text is not a date
 */
export function parseDate(value: unknown): Date | undefined {
  if (value instanceof Date) return value;
  if (typeof value === "number") return new Date(value * 1000);
  if (typeof value !== "string" || value === "") return undefined;
  const match = /^(\d{4})[/-](\d\d)[/-](\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.\d+)?\s*([+-]\d\d):?(\d\d)$/.exec(
    value,
  );
  const date = match
    ? new Date(
        `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}${match[7]}:${match[8]}`,
      )
    : new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** `YYYY/MM/DD HH:mm:ss` in the viewer's zone; empty text for no date. */
export function formatDate(value: unknown): string {
  const date = parseDate(value);
  if (date === undefined) return "";
  const day = `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The exact instant with its zone, for a tooltip. */
export function exactInstant(value: unknown): string {
  const date = parseDate(value);
  return date === undefined
    ? ""
    : `${date.toISOString()} (${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
}

/** A date as the API takes it: ISO 8601 with zone. */
export function toWireDate(date: Date): string {
  return date.toISOString();
}

/** Parts of a duration, largest first, for a translated text. */
export interface DurationParts {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** Splits a length of time; negative lengths count as none. */
export function durationParts(milliseconds: number): DurationParts {
  const total = Math.max(0, Math.floor(milliseconds / 1000));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor((total % 86_400) / 3600),
    minutes: Math.floor((total % 3600) / 60),
    seconds: total % 60,
  };
}
