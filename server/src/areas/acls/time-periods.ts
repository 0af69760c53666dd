/** Minutes of a day from one to another, both included. */
interface Hours {
  readonly from: number;
  readonly to: number;
}

/** Hours of one day of the week, as rules keep them: 0 is Sunday, `value` as in `09:00~12:00、13:00~18:00`. */
export interface TimePeriod {
  readonly id: number;
  readonly value: string;
}

/** A day of the week and a minute of it. */
export interface Moment {
  readonly day: number;
  readonly minute: number;
}

const range = /^([01]\d|2[0-3]):([0-5]\d)~(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

/**
 * Reads the hours of a day: ranges `HH:MM~HH:MM`, joined by `、`. An end of `00:00` is the end of the day. Null for
 * what is none, and for a range that ends before it starts.
 */
export function hoursOf(value: string): readonly Hours[] | null {
  if (value === "") return [];
  const hours = value.split("、").map((part): Hours | null => {
    const found = range.exec(part);
    if (found === null) return null;
    const [, fromHour, fromMinute, toHour = "24", toMinute = "0"] = found;
    const from = Number(fromHour) * 60 + Number(fromMinute);
    const to = Number(toHour) * 60 + Number(toMinute) || 24 * 60;
    return from < to ? { from, to } : null;
  });
  return hours.every((one) => one !== null) ? hours : null;
}

/** Whether a moment is in one of the periods. None at all hold every moment; a day that is missing has no hours. */
export function compilePeriods(periods: readonly TimePeriod[]): (moment: Moment) => boolean {
  if (periods.length === 0) return () => true;
  const days = new Map(periods.map(({ id, value }) => [id, hoursOf(value) ?? []]));
  return ({ day, minute }) => (days.get(day) ?? []).some(({ from, to }) => from <= minute && minute <= to);
}

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Zones change their offset at full quarters of an hour. */
const quarterHour = 900_000;

/** How quarters of hours begin in a zone, by their number since 1970. */
const quarters = new Map<string, Map<number, Moment>>();

/** Quarters remembered of a zone. */
const mostQuarters = 20_000;

/** The day of the week and the minute of an instant in a zone. */
export function momentOf(at: Date, zone: string): Moment {
  const known = quarters.get(zone) ?? new Map<number, Moment>();
  quarters.set(zone, known);
  const quarter = Math.floor(at.getTime() / quarterHour);
  const begin = known.get(quarter) ?? readMoment(quarter * quarterHour, zone);
  if (known.size >= mostQuarters) known.clear();
  known.set(quarter, begin);
  return {
    day: begin.day,
    minute: begin.minute + Math.floor((at.getTime() - quarter * quarterHour) / 60_000),
  };
}

function readMoment(at: number, zone: string): Moment {
  const known = formatters.get(zone);
  const format =
    known ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  if (known === undefined) formatters.set(zone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: days.indexOf(parts.get("weekday") ?? ""),
    minute: Number(parts.get("hour")) * 60 + Number(parts.get("minute")),
  };
}
