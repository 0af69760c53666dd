/**
 * What is in a cell: a text, a number, or no value (null, shown as `-`). Contract:
 * docs/contract/files.md, "Cells".
 */
export type Cell = string | number | null;

/** A cell as a file reports it: its text, `""` when it is empty, null where it holds the sign of no value. */
export type ReadCell = string | null;

/** A row of a file, by column. */
export type ReadRow = readonly ReadCell[];

/** Stands for no value. */
const noValue = "-";

/**
 * Texts a spreadsheet program would take for a formula, and those that look like one made harmless already. One
 * apostrophe before each of them, taken away again on reading, gives every text back as it was.
 */
const formulaLike = /^'*[=+\-@\t\r]/;
const guardedFormula = /^'+[=+\-@\t\r]/;

/**
 * In a workbook a text is no formula; only the sign of no value has to be distinguished from the text that looks
 * like it.
 */
const signLike = /^'*-$/;
const guardedSign = /^'+-$/;

/** The text of a cell in a CSV file: what could be a formula is preceded by an apostrophe. */
export function guardCsv(cell: Cell): string {
  if (cell === null) return noValue;
  if (typeof cell === "number") return String(cell);
  return formulaLike.test(cell) ? `'${cell}` : cell;
}

/** Takes back what `guardCsv` did. */
export function readCsvCell(text: string): ReadCell {
  if (text === noValue) return null;
  return guardedFormula.test(text) ? text.slice(1) : text;
}

/** The text of a text cell in a workbook. */
export function guardWorkbook(cell: string | null): string {
  if (cell === null) return noValue;
  return signLike.test(cell) ? `'${cell}` : cell;
}

/** Takes back what `guardWorkbook` did. */
export function readWorkbookCell(text: string): ReadCell {
  if (text === noValue) return null;
  return guardedSign.test(text) ? text.slice(1) : text;
}
