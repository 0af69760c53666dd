import type { QueryParameters } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import { text } from "../texts.ts";

/** The longest time that can be asked for, in days: a year, also a leap year. */
const mostDays = 366;

/** What a request asks for. */
export interface AskedFigures {
  /** 1: since midnight. */
  readonly days: number;
  /** Whether a parameter is on: there, with any value but a blank one. */
  readonly isOn: (name: string) => boolean;
}

/**
 * Reads the query of `index/`. Names and values are trimmed: clients write them with line breaks and blanks.
 * Contract: docs/contract/dashboards.md, section 1.
 * @throws ValidationError for days that are no whole number, or too many
 */
export function readParameters(query: QueryParameters): AskedFigures {
  const given = new Map(query.entries().map(([name, value]) => [name.trim(), value.trim()]));
  const days = given.get("days") || "1";
  if (!/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > mostDays) {
    throw new ValidationError({ days: [withParameters(text.days, { most: mostDays })] });
  }
  return { days: Number(days), isOn: (name) => (given.get(name) ?? "") !== "" };
}
