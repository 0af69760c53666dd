/** One line of the result table. */
export interface Row {
  readonly name: string;
  /** What was measured, with its unit. */
  readonly value: string;
  /** What is to be reached; empty for a figure that only informs. */
  readonly target: string;
  /** Null when it could not be measured here; `value` says why. */
  readonly met: boolean | null;
}

/** The middle of the values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The table as a person reads it. */
export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map(({ name, value, target, met }) => [name, value, target, verdict(met, target)]);
  const all = [["", "measured", "target", ""], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function verdict(met: boolean | null, target: string): string {
  if (met === null) return "not measured";
  if (target === "") return "";
  return met ? "met" : "MISSED";
}
