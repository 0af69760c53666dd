import type { TerminalScreen } from "../../transport/terminal/index.ts";
import type { CommandInProgress } from "./command-in-progress.ts";
import { beginsAnew, type EditedLine, type ReadLine, textBetween } from "./edited-line.ts";
import type { KnownPrompts } from "./prompts.ts";

/** A line that waits to be sent. */
export interface WaitingLine {
  readonly prompt: string;
  /** All of it, and what of it is left of the cursor. */
  readonly text: string;
  readonly left: string;
  /** The lines before it that belong to the same command; "" where there are none. */
  readonly before: string;
  /** Whether nothing but a line feed will say that it was sent. */
  readonly isFeed: boolean;
}

/** What stands where the cursor is. */
export interface CursorRow {
  /** Left of it, in its row. */
  readonly left: string;
  /** In all of its row. */
  readonly all: string;
  /** Whether a program fills the screen. */
  readonly isFullScreen: boolean;
}

/** What stands left of the cursor, in its row. */
export function leftOfCursor(screen: TerminalScreen): string {
  return screen.at(screen.line)?.text(0, screen.column) ?? "";
}

/** What stands where the cursor is. */
export function cursorRow(screen: TerminalScreen): CursorRow {
  const all = screen.at(screen.line)?.text().trimEnd() ?? "";
  return { left: leftOfCursor(screen), all, isFullScreen: screen.isAlternate };
}

/** What is known while a line is edited. */
interface Editing {
  readonly screen: TerminalScreen;
  readonly known: KnownPrompts;
  readonly line: EditedLine | null;
  readonly running: CommandInProgress | null;
  read(line: EditedLine): ReadLine;
}

/** The line that would be run if Enter were pressed now. Changes nothing. */
export function waitingLine({ screen, known, line, running, read }: Editing): WaitingLine | null {
  const { line: row, column } = screen;
  const shown = leftOfCursor(screen);
  const isAnew = line !== null && beginsAnew(line, shown, known);
  if (line !== null && line.ending !== null && !isAnew) return null;
  const waiting = (prompt: string, text: string, left: string): WaitingLine => {
    const continues = line?.continues === true || running?.goesOnAt(screen, prompt) === true;
    const before = continues ? (running?.input ?? "") : "";
    return { prompt, text, left, before, isFeed: line === null || line.ends === "feed" };
  };
  if (isAnew || (line?.anchoring !== "certain" && known.isPrompt(shown))) return waiting(shown, "", "");
  if (line !== null) {
    const { prompt, text } = read(line);
    const { anchor } = line;
    if (anchor === null) return waiting(prompt, text, text);
    const left = anchor.line > row ? "" : textBetween(screen, anchor, row, line, column);
    return waiting(prompt, text, (line.before ?? "") + left);
  }
  // A shell that marks nothing has shown what was typed ahead behind its prompt.
  const { end } = known.repeatsIn(shown);
  return end === 0 ? null : waiting(shown.slice(0, end), shown.slice(end), shown.slice(end));
}
