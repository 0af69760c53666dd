import { type ScreenRow, type TerminalScreen, wideTail } from "../../transport/terminal/index.ts";
import type { KnownPrompts } from "./prompts.ts";
import { columnOf, type RightPrompt, rightPromptOf } from "./right-prompt.ts";

/** A position on the screen: a row by its number, and a column. */
export interface ScreenPosition {
  readonly line: number;
  readonly column: number;
}

/** A line somebody is typing, from the prompt until it is sent. */
export interface EditedLine {
  /** How it is recognized that the line was sent: marks, the end of bracketed paste, a title, or a line feed. */
  ends: "marks" | "paste" | "title" | "feed";
  /** Where the prompt ends; null while that is not known. */
  anchor: ScreenPosition | null;
  /**
   * Whether the prompt's end is still looked for: `guessed` where something like a prompt stood when editing began,
   * `missed` where keys had changed the line before the prompt was seen by itself.
   */
  anchoring: "awaited" | "guessed" | "certain" | "missed";
  /** The text of the prompt's last row. */
  prompt: string;
  /** What had been typed when another program's output came between, and the line went on at a new anchor; else null. */
  before: string | null;
  /** Column behind the prompt where the editor draws all of the line again. */
  column: number;
  /** What stood right of the cursor when nothing had been typed: a prompt at the right margin. */
  rightPrompt: RightPrompt | null;
  /** Columns the line may use; in a pane of a multiplexer not all. */
  left: number;
  right: number;
  /** Whether it continues with the command before. */
  continues: boolean;
  /** Whether keys had been pressed before the prompt was there. */
  typedAhead: boolean;
  /** The key that ended it. */
  ending: "enter" | "interrupt" | null;
  /** Its text, where it is known before the line counts as sent. */
  held: string | null;
}

/**
 * Whether the shell has begun a line anew that was given up: its prompt stands alone left of the cursor, or one seen
 * before where the line's own was drawn together with what had been typed.
 */
export function beginsAnew(line: EditedLine, left: string, known: KnownPrompts): boolean {
  return line.ending === "interrupt" && (left === line.prompt || known.has(left));
}

/** The shell has begun the line anew: its prompt is looked for again. */
export function reopen(line: EditedLine): void {
  Object.assign(line, { ending: null, anchor: null, anchoring: "awaited" });
}

/** A line of which nothing is known yet but how it will end. */
export function newLine(ends: EditedLine["ends"], typedAhead: boolean): EditedLine {
  return {
    ends,
    anchor: null,
    anchoring: "awaited",
    prompt: "",
    before: null,
    column: 0,
    rightPrompt: null,
    left: 0,
    right: Number.POSITIVE_INFINITY,
    continues: false,
    typedAhead,
    ending: null,
    held: null,
  };
}

/** The prompt of a line ends at a column of the cursor's row. */
export function placePrompt(
  screen: TerminalScreen,
  known: KnownPrompts,
  line: EditedLine,
  column: number,
): void {
  const { line: row } = screen;
  const at = screen.at(row);
  line.anchor = { line: row, column };
  line.column = column;
  const left = at?.text(0, column) ?? "";
  line.prompt = left.slice(known.repeatsIn(left).last);
  line.rightPrompt = at === undefined ? null : rightPromptOf(at, column, screen.cols);
}

/** Editors draw the prompt again in its place, after a search in the history say. */
export function isDrawnAgain(screen: TerminalScreen, line: EditedLine | null): boolean {
  if (line?.ends !== "marks" || line.held !== null || line.ending === "interrupt") return false;
  return line.anchor?.line === screen.line;
}

/** What of a line could be read: the prompt it was typed at, and the text. */
export interface ReadLine {
  readonly prompt: string;
  readonly text: string;
}

/** Reads a line off the screen, down to and with the row `last`. */
export function readLine(
  screen: TerminalScreen,
  edited: EditedLine,
  last: number,
  known: KnownPrompts,
): ReadLine {
  const start = startOf(screen, edited, last);
  if (start === null) {
    let first = last;
    while (screen.at(first)?.isWrapped === true) first -= 1;
    const line = textBetween(screen, { line: first, column: 0 }, last, edited).trim();
    const length = known.lengthIn(line) ?? 0;
    return { prompt: line.slice(0, length), text: line.slice(length) };
  }
  const before = start === edited.anchor ? (edited.before ?? "") : "";
  const text = (before + textBetween(screen, start, last, edited)).trim();
  if (edited.anchoring !== "guessed") return { prompt: edited.prompt, text };
  // What stood there may have been output that looks like a prompt, with the prompt behind it.
  return { prompt: edited.prompt, text: text.slice(known.beginningOf(text)) };
}

/** The last of the rows that a row of a line runs on to. */
export function lastRowOf(screen: TerminalScreen, edited: EditedLine, line: number): number {
  const { left } = edited;
  const edge = Math.min(edited.right, screen.cols);
  let last = line;
  for (let row = screen.at(last); row !== undefined; row = screen.at(last)) {
    const below = screen.at(last + 1);
    if (below === undefined || below.end === 0 || !isContinued(row, below, left, edge)) break;
    if (columnOf(row, edited.rightPrompt, edge) !== null) break;
    last += 1;
  }
  return last;
}

/**
 * The last row of a line that was sent: some editors go to the row below before they say so, others say it first,
 * wherever the cursor is in the line. Without a prompt a line may be sent empty, which moves nothing.
 *
 * @param pressed row in which the last key was pressed; -1 where none was
 */
export function lastRowSent(screen: TerminalScreen, edited: EditedLine, pressed: number): number {
  const { column, line } = screen;
  if (column === 0 && line > (edited.anchor?.line ?? pressed)) return line - 1;
  return lastRowOf(screen, edited, line);
}

/** Where the text begins: programs draw the prompt again further down, after a list of completions say. */
function startOf(screen: TerminalScreen, edited: EditedLine, last: number): ScreenPosition | null {
  const { anchor, column, left } = edited;
  if (anchor === null) return null;
  const prompt = edited.prompt.trimEnd();
  if (prompt !== "") {
    // What stands above the place where the line went on is the beginning of it that was left there.
    const isBroken = edited.before !== null && anchor.line <= last;
    const top = isBroken ? anchor.line : Math.min(anchor.line, screen.firstLine);
    for (let line = last; line >= top; line -= 1) {
      const row = screen.at(line);
      if (row === undefined) break;
      if ((!row.isWrapped || line === anchor.line) && row.text(left).startsWith(prompt))
        return line === anchor.line ? anchor : { line, column };
    }
  }
  return anchor.line <= last ? anchor : null;
}

/** The text from a position down to a row, rows that wrap joined; to before the column `to` of the last row, if told. */
export function textBetween(
  screen: TerminalScreen,
  start: ScreenPosition,
  last: number,
  edited: EditedLine,
  to: number | null = null,
): string {
  const { left, right } = edited;
  const edge = Math.min(right, screen.cols);
  let text = "";
  for (let line = start.line; line <= last; line += 1) {
    const row = screen.at(line);
    if (row === undefined) continue;
    const from = line === start.line ? start.column : left;
    if (line === last && to !== null) return text + row.text(from, Math.max(from, to));
    const rightPrompt = line === start.line ? columnOf(row, edited.rightPrompt, edge) : null;
    if (rightPrompt !== null) {
      text += `${row.text(from, rightPrompt).trimEnd()}\n`;
      continue;
    }
    const goesOn = line < last && isContinued(row, screen.at(line + 1), left, edge);
    // An editor fills the column that a wide character did not fit into.
    const isFilled =
      goesOn && row.cells[edge - 1] === 0x20 && screen.at(line + 1)?.cells[left + 1] === wideTail;
    const part = row.text(from, Math.min(row.end, isFilled ? edge - 1 : edge));
    text += goesOn ? part : `${part.trimEnd()}\n`;
  }
  return text;
}

/**
 * Whether the row below continues with a row: it wrapped, or the row is full. Editors that draw a part of their line
 * again move to the next row instead of letting it wrap. A wide character may not have fitted into the last column.
 */
export function isContinued(
  row: ScreenRow,
  below: ScreenRow | undefined,
  left: number,
  edge: number,
): boolean {
  if (below === undefined) return false;
  if (below.isWrapped || row.end >= edge) return true;
  return row.end === edge - 1 && below.cells[left + 1] === wideTail;
}
