/** The five fields of an expression, in its order. Days of the week count from Monday, 1, to Sunday, 7. */
export const CRON_FIELDS = [
  { name: "minute", from: 0, to: 59 },
  { name: "hour", from: 0, to: 23 },
  { name: "day", from: 1, to: 31 },
  { name: "month", from: 1, to: 12 },
  { name: "week", from: 1, to: 7 },
] as const;

/** One of the five. */
export type CronField = (typeof CRON_FIELDS)[number];

/** What the dialog resets to: every midnight. */
export const DEFAULT_CRON = "0 0 * * *";

/** What one field of an expression says; `text` is anything valid that the others cannot say. */
export type CronPart =
  | { readonly mode: "every" }
  | { readonly mode: "range"; readonly from: number; readonly to: number }
  | { readonly mode: "step"; readonly from: number; readonly every: number }
  | { readonly mode: "list"; readonly values: readonly number[] }
  | { readonly mode: "text"; readonly text: string };

function numbers(text: string, field: CronField): number[] | undefined {
  const parts = text.split(",");
  const values = parts.map((part) => (/^\d{1,2}$/.test(part) ? Number(part) : Number.NaN));
  // Sunday is 7 here and may be written 0.
  const own = values.map((value) => (field.name === "week" && value === 0 ? 7 : value));
  return own.every((value) => value >= field.from && value <= field.to) ? own : undefined;
}

/** Reads one field of an expression. */
export function parsePart(text: string, field: CronField): CronPart {
  if (text === "*") return { mode: "every" };
  const range = /^(\d{1,2})-(\d{1,2})$/.exec(text);
  if (range !== null) {
    const [from, to] = [Number(range[1]), Number(range[2])];
    if (from >= field.from && to <= field.to && from <= to) return { mode: "range", from, to };
  }
  const step = /^(\*|\d{1,2})\/(\d{1,2})$/.exec(text);
  if (step !== null) {
    const from = step[1] === "*" ? field.from : Number(step[1]);
    const every = Number(step[2]);
    if (from >= field.from && from <= field.to && every >= 1) return { mode: "step", from, every };
  }
  const values = numbers(text, field);
  return values === undefined
    ? { mode: "text", text }
    : { mode: "list", values: [...new Set(values)].sort((a, b) => a - b) };
}

/** Writes one field of an expression. Not every scheduler knows `5/10`, so it is written as a range with a step. */
export function formatPart(part: CronPart, field: CronField): string {
  switch (part.mode) {
    case "every":
      return "*";
    case "range":
      return `${part.from}-${part.to}`;
    case "step":
      return part.from === field.from ? `*/${part.every}` : `${part.from}-${field.to}/${part.every}`;
    case "list":
      return part.values.length === 0 ? "*" : part.values.join(",");
    case "text":
      return part.text;
  }
}

/** Splits an expression; what is missing is `*`. */
export function splitCron(expression: string): string[] {
  const given = expression.trim().split(/\s+/).filter(Boolean);
  return CRON_FIELDS.map((_, index) => given[index] ?? "*");
}
