import { fitted, harmless, textWidth } from "./text-width.ts";

/** Narrowest a column is made, in cells. */
const narrowest = 4;

const between = "  ";

/**
 * Lays rows out below headings, in lines no wider than a terminal. What does not fit is cut, in the widest columns
 * first; nothing in a cell acts on the terminal.
 */
export function layTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): string {
  const lines = [headings, ...rows].map((row) =>
    headings.map((_heading, index) => harmless(row[index] ?? "")),
  );
  const widths = headings.map((_heading, index) =>
    Math.max(1, ...lines.map((line) => textWidth(line[index] ?? ""))),
  );
  narrow(widths, columns - 1 - between.length * (headings.length - 1));
  const [head = "", ...body] = lines.map((line) =>
    line.map((cell, index) => fitted(cell, widths[index] ?? 0)).join(between),
  );
  const rule = widths.map((width) => "-".repeat(width)).join(between);
  return [head, rule, ...body].map((line) => `${line.trimEnd()}\n`).join("");
}

/** Takes from the widest columns until the sum fits. */
function narrow(widths: number[], room: number): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const widest = Math.max(...widths);
    if (widest <= narrowest) return;
    widths[widths.lastIndexOf(widest)] = widest - 1;
    excess -= 1;
  }
}
