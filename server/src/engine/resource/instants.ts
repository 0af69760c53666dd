const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone);
  if (found === undefined) {
    found = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "longOffset",
    });
    formatters.set(timeZone, found);
  }
  return found;
}

/** The zone named by `name` when this runtime knows it, else the server's own. */
export function knownTimeZone(name: string | undefined): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
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

/** `YYYY/MM/DD HH:MM:SS +ZZZZ` in a zone. Contract: docs/contract/conventions.md, "Dates". */
export function writeInstant(at: Date, timeZone: string): string {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatter(timeZone).formatToParts(at)) parts[type] = value;
  const offset = (parts.timeZoneName ?? "GMT").slice(3).replace(":", "");
  return `${(parts.year ?? "").padStart(4, "0")}/${parts.month}/${parts.day} ${parts.hour}:${parts.minute}:${parts.second} ${offset === "" ? "+0000" : offset.slice(0, 5)}`;
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
