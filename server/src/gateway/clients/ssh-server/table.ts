import { fitted, harmless, textWidth } from "./text-width.ts";

/** Narrowest a column is made, in cells. */
const narrowest = 4;

/** How much of a column is worth showing, in cells; where that does not fit, columns are left out. */
const readable = 12;

const between = "  ";

/**
 * Lays rows out below headings, in lines no wider than a terminal. Where a window is narrow, columns are left out, the
 * last first, but never the first `essential`. What does not fit then is cut, in the widest columns first; nothing in
 * a cell acts on the terminal.
 */
export function layTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
  essential = headings.length,
): string {
  const lines = [headings, ...rows].map((row) =>
    headings.map((_heading, index) => harmless(row[index] ?? "")),
  );
  const widths = headings.map((_heading, index) =>
    Math.max(1, ...lines.map((line) => textWidth(line[index] ?? ""))),
  );
  const room = () => columns - 1 - between.length * (widths.length - 1);
  while (widths.length > essential && sum(widths.map((width) => Math.min(width, readable))) > room()) {
    widths.pop();
  }
  narrow(widths, room());
  const [head = "", ...body] = lines.map((line) =>
    widths.map((width, index) => fitted(line[index] ?? "", width)).join(between),
  );
  const rule = widths.map((width) => "-".repeat(width)).join(between);
  return [head, rule, ...body].map((line) => `${line.trimEnd()}\n`).join("");
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Takes from the widest columns until the sum fits. */
function narrow(widths: number[], room: number): void {
  let excess = sum(widths) - room;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= narrowest) return;
    widths[widths.lastIndexOf(widest)] = widest - 1;
    excess -= 1;
  }
}
