/** One line of the result table. */
export interface Row {
  readonly name: string;
  /** What was measured, with its unit; or why it could not be. */
  readonly measured: string;
  /** What was measured beside it in the same run, with its unit; empty when nothing was. */
  readonly beside: string;
  /** Measured by beside; null when nothing is beside it. */
  readonly ratio: number | null;
  /** What is to be reached; empty for a figure that only informs. */
  readonly target: string;
  /** Null when it could not be measured here. */
  readonly met: boolean | null;
}

/** The parts of a row that not every row has. */
type Extras = Partial<Pick<Row, "beside" | "ratio">>;

/** A row whose figure is to be judged. */
export function judged(
  name: string,
  measured: string,
  target: string,
  isMet: boolean,
  extras: Extras = {},
): Row {
  return { name, measured, beside: "", ratio: null, target, met: isMet, ...extras };
}

/** A row that only informs. */
export function noted(name: string, measured: string, extras: Extras = {}): Row {
  return { name, measured, beside: "", ratio: null, target: "", met: true, ...extras };
}

/** A row for what cannot be measured here. */
export function unmeasured(name: string, reason: string, target: string): Row {
  return { name, measured: reason, beside: "", ratio: null, target, met: null };
}

/** A row of a median time that must stay below a limit, both in milliseconds. */
export function below(
  name: string,
  milliseconds: number,
  limit: number,
  beside?: { readonly name: string; readonly milliseconds: number },
): Row {
  return judged(
    name,
    inMilliseconds(milliseconds),
    `< ${limit} ms`,
    milliseconds < limit,
    beside === undefined
      ? {}
      : {
          beside: `${beside.name} ${inMilliseconds(beside.milliseconds)}`,
          ratio: milliseconds / beside.milliseconds,
        },
  );
}

/** A time as the table shows it. */
export function inMilliseconds(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0)} ms`;
}

/** The middle of the values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The middle of the values with their range: what a few repeats say, and how far they agree. */
export function withRange(values: readonly number[], digits: number, unit: string): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const middle = `${median(values).toFixed(digits)} ${unit}`;
  return values.length < 2 ? middle : `${middle} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

/** The table as a person reads it. */
export function formatTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.name,
    row.measured,
    row.beside,
    row.ratio === null ? "" : `${row.ratio.toFixed(2)} ×`,
    row.target,
    verdict(row),
  ]);
  return formatColumns([["", "measured", "beside it", "ratio", "target", ""], ...cells]);
}

/** Lines of cells as columns, each as wide as its widest cell. */
export function formatColumns(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function verdict({ met, target }: Row): string {
  if (met === null) return "not measured";
  if (target === "") return "";
  return met ? "met" : "MISSED";
}
