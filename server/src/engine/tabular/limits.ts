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
  /** Characters of one row of a text file, with what divides and quotes its cells. */
  row: 800_000,
  /** Million characters of all cells: a workbook may hold a text once and show it in many cells. */
  text: 32,
  /** MiB of the unpacked parts of a workbook. */
  inflated: 128,
} as const;

/** Milliseconds a file is read for before everything else that is due has its turn. */
export const readingSlice = 5;

/** Bytes of a file that are read before anything else can have its turn. */
export const pieceSize = 16_384;

/** A file that cannot be read. Readers know no language: whoever answers it makes the sentence of the reason. */
export class UnreadableFile extends Error {
  readonly reason: Message;
  constructor(reason: Message) {
    super(reason.en);
    this.reason = reason;
  }
}

/** Refuses rows beyond the limits, `most` of them besides the titles. Called with each row in turn. */
export function createLimiter(most: number): (row: ReadRow) => void {
  let rows = 0;
  let cells = 0;
  let characters = 0;
  const refuse = (message: Message, parameters: Readonly<Record<string, number>>): never => {
    throw new UnreadableFile(withParameters(message, parameters));
  };
  return (row) => {
    rows += 1;
    cells += row.length;
    // The titles are a row as well.
    if (rows > most + 1) refuse(text.tooManyRows, { limit: most });
    if (row.length > limits.columns) refuse(text.tooManyColumns, { limit: limits.columns });
    if (cells > limits.cells) refuse(text.tooManyCells, { limit: limits.cells });
    for (const [index, cell] of row.entries()) {
      const length = cell?.length ?? 0;
      if (length > limits.cell)
        refuse(text.cellTooLong, { row: rows, column: index + 1, limit: limits.cell });
      characters += length;
    }
    if (characters > limits.text * 1_000_000) refuse(text.tooMuchText, { limit: limits.text });
  };
}
