import { type Message, withParameters } from "../i18n/messages.ts";
import type { ReadRow } from "./cells.ts";
import { text } from "./texts.ts";

/** What a file may be made of at most; its size in bytes is the installation's to choose. */
export const limits = {
  rows: 100_000,
  columns: 500,
  cells: 3_000_000,
  /** Characters of one cell. */
  cell: 200_000,
  /** MiB of the unpacked parts of a workbook. */
  inflated: 128,
} as const;

/** A file that cannot be read. Readers know no language: whoever answers it makes the sentence of the reason. */
export class UnreadableFile extends Error {
  readonly reason: Message;
  constructor(reason: Message) {
    super(reason.en);
    this.reason = reason;
  }
}

/** Refuses rows beyond the limits. Called with each row in turn. */
export function createLimiter(): (row: ReadRow) => void {
  let rows = 0;
  let cells = 0;
  const refuse = (message: Message, parameters: Readonly<Record<string, number>>): never => {
    throw new UnreadableFile(withParameters(message, parameters));
  };
  return (row) => {
    rows += 1;
    cells += row.length;
    // The titles are a row as well.
    if (rows > limits.rows + 1) refuse(text.tooManyRows, { limit: limits.rows });
    if (row.length > limits.columns) refuse(text.tooManyColumns, { limit: limits.columns });
    if (cells > limits.cells) refuse(text.tooManyCells, { limit: limits.cells });
    const long = row.findIndex((cell) => cell !== null && cell.length > limits.cell);
    if (long >= 0) refuse(text.cellTooLong, { row: rows, column: long + 1, limit: limits.cell });
  };
}
