const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone);
  if (found === undefined) {
    found = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "longOffset" });
    formatters.set(timeZone, found);
  }
  return found;
}

let ownTimeZone: string | undefined;

/** The zone named by `name` when this runtime knows it, else the server's own. */
export function knownTimeZone(name: string | undefined): string {
  ownTimeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  const own = ownTimeZone;
  if (name === undefined || name === "" || name.length > 64) return own;
  if (formatters.has(name)) return name;
  try {
    // Bounded: an unknown zone throws before anything is kept, and there are some 600 known ones.
    formatter(name);
    return name;
  } catch {
    return own;
  }
}

/** Zones change their offset at full quarters of an hour. */
const quarterHour = 900_000;

/** Milliseconds a zone is ahead of UTC, by zone and quarter of an hour. */
const offsets = new Map<string, Map<number, number>>();

/** Quarters remembered of a zone. */
const mostQuarters = 20_000;

function offsetAt(at: number, timeZone: string): number {
  let known = offsets.get(timeZone);
  if (known === undefined) {
    known = new Map();
    offsets.set(timeZone, known);
  }
  const quarter = Math.floor(at / quarterHour);
  let offset = known.get(quarter);
  if (offset === undefined) {
    const name = formatter(timeZone)
      .formatToParts(at)
      .find(({ type }) => type === "timeZoneName")?.value;
    const [, sign, hours = "0", minutes = "0"] = /([+-])(\d{2}):(\d{2})/.exec(name ?? "") ?? [];
    offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
    if (known.size >= mostQuarters) known.clear();
    known.set(quarter, offset);
  }
  return offset;
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** `YYYY/MM/DD HH:MM:SS +ZZZZ` in a zone. Contract: docs/contract/conventions.md, "Dates". */
export function writeInstant(at: Date, timeZone: string): string {
  const offset = offsetAt(at.getTime(), timeZone);
  const clock = new Date(at.getTime() + offset);
  const day = `${String(clock.getUTCFullYear()).padStart(4, "0")}/${two(clock.getUTCMonth() + 1)}/${two(clock.getUTCDate())}`;
  const time = `${two(clock.getUTCHours())}:${two(clock.getUTCMinutes())}:${two(clock.getUTCSeconds())}`;
  const minutes = Math.abs(offset) / 60_000;
  return `${day} ${time} ${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

const contractForm =
  /^(\d{4})[/-](\d{2})[/-](\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([+-]\d{2}):?(\d{2})$/;

/** Reads the contract's form, its dashed variant, and ISO 8601; null when it is none of them. */
export function parseInstant(input: string): Date | null {
  const value = input.trim();
  if (value.length > 40) return null;
  const match = contractForm.exec(value);
  if (match !== null) {
    const [, year, month, day, hour, minute, second, zoneHour, zoneMinute] = match;
    return validInstant(
      `${year}-${month}-${day}T${hour}:${minute}:${second ?? "00"}${zoneHour}:${zoneMinute}`,
    );
  }
  return /^\d{4}-\d{2}-\d{2}/.test(value) ? validInstant(value) : null;
}

/** Reads any form the runtime knows; null when it is none, or of a year that is written with more than four digits. */
export function validInstant(value: string): Date | null {
  const at = new Date(value);
  const year = at.getUTCFullYear();
  return Number.isNaN(at.getTime()) || year < 1 || year > 9999 ? null : at;
}
