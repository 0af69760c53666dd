import type { ScreenRow } from "../../transport/terminal/index.ts";

/** A prompt at the right margin of the row in which a line is edited. */
export interface RightPrompt {
  readonly text: string;
  /** Columns from where it begins to the edge of the window or pane. */
  readonly fromEdge: number;
}

/** Clocks and counters in it continue while a line is edited. */
const shapeOf = (text: string): string => text.replace(/\d/g, "0");

/** What is at the right margin of a row; text that begins at the cursor is none of that. */
export function rightPromptOf(row: ScreenRow, column: number, edge: number): RightPrompt | null {
  const { cells, end } = row;
  const isEmpty = (at: number): boolean => cells[at] === 0 || cells[at] === 0x20;
  const last = Math.min(end, edge);
  if (column >= last || !isEmpty(column)) return null;
  let begin = column;
  while (begin < last && isEmpty(begin)) begin += 1;
  const text = row.text(begin, last).trimEnd();
  return text === "" ? null : { text, fromEdge: edge - begin };
}

/** The column a right prompt begins at in a row; null where it does not stand there, with a gap before it. */
export function columnOf(row: ScreenRow, prompt: RightPrompt | null, edge: number): number | null {
  if (prompt === null) return null;
  const begin = edge - prompt.fromEdge;
  if (begin < 1 || row.text(begin - 1, begin) !== " ") return null;
  const text = row.text(begin, Math.min(row.end, edge)).trimEnd();
  return shapeOf(text) === shapeOf(prompt.text) ? begin : null;
}
