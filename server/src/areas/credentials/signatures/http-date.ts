const pattern =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The instant of a date as HTTP writes it, in milliseconds; null for any other text. */
export function readHttpDate(value: string): number | null {
  const instant = pattern.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? null : instant;
}
