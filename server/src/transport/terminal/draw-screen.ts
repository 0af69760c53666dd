import { characterWidth } from "./character-width.ts";
import { type ScreenRow, wideTail } from "./screen-row.ts";
import type { TerminalScreen } from "./terminal-screen.ts";
import type { TerminalStyles } from "./terminal-styles.ts";

/** Gives up a sequence that was begun, then the modes, both screens and the styles as they are at first. */
const start = "\x18\x1b[!p\x1b[?1049;1000;1002;1003;1006;2004l\x1b[?25h\x1b(B\x1b[0m\x1b[r\x1b[H\x1b[2J";

/**
 * What brings a terminal of the same size to show what a screen shows: text, styles, cursor, margins, the main screen
 * behind a full-screen program.
 *
 * @param modes private modes (`CSI ? mode h` and `l`) that were set, and whether each is on
 */
export function drawScreen(screen: TerminalScreen, modes: ReadonlyMap<number, boolean> = new Map()): string {
  const { behind, margins, styles } = screen;
  let drawn = start;
  if (behind === null) {
    drawn += rows(screen.shown, styles, screen.cols);
  } else {
    drawn +=
      rows(behind.lines.slice(0, screen.rows), styles, screen.cols) + moveTo(behind.row, behind.column);
    drawn += `\x1b[?1049h\x1b[2J${rows(screen.shown, styles, screen.cols)}`;
  }
  if (margins !== null) drawn += `\x1b[${margins.top + 1};${margins.bottom + 1}r`;
  drawn += `${moveTo(screen.saved.row, screen.saved.column)}\x1b7${cursor(screen)}`;
  if (styles !== null && styles.current !== 0) drawn += `\x1b[${styles.sequence(styles.current)}m`;
  if (screen.insertMode) drawn += "\x1b[4h";
  if (!screen.autoWrap) drawn += "\x1b[?7l";
  for (const [mode, on] of modes) drawn += `\x1b[?${mode}${on ? "h" : "l"}`;
  return drawn;
}

const moveTo = (row: number, column: number): string => `\x1b[${row + 1};${column + 1}H`;

/** The cursor; behind the last column it waits for what is written there to wrap, which only writing brings about. */
function cursor({ row, column, cols, shown, styles }: TerminalScreen): string {
  if (column < cols) return moveTo(row, column);
  const line = shown[row];
  const last = line?.cells[cols - 1] === wideTail ? cols - 2 : cols - 1;
  const written = line === undefined ? "" : line.text(last, cols);
  return `${moveTo(row, last)}${inStyle(written === "" ? " " : written, line?.styleAt(last) ?? 0, styles)}`;
}

const inStyle = (text: string, style: number, styles: TerminalStyles | null): string =>
  style === 0 ? text : `\x1b[${styles?.sequence(style) ?? ""}m${text}\x1b[0m`;

/** Half of a wide character of which the other half was written over; it is empty. */
const isHalf = (row: ScreenRow, column: number): boolean =>
  row.cells[column] === wideTail && characterWidth(row.cells[column - 1] ?? 0) !== 2;

function rows(lines: readonly ScreenRow[], styles: TerminalStyles | null, columns: number): string {
  return lines.map((row, index) => rowText(row, index, styles, columns)).join("");
}

function rowText(row: ScreenRow, index: number, styles: TerminalStyles | null, columns: number): string {
  const end = Math.min(row.drawnEnd, columns);
  if (end === 0) return "";
  let text = moveTo(index, 0);
  let from = 0;
  while (from < end) {
    const style = row.styleAt(from);
    let to = from + 1;
    while (to < end && !isHalf(row, to) && (row.styleAt(to) === style || row.cells[to] === wideTail)) to += 1;
    text += inStyle(isHalf(row, from) ? " " : row.text(from, to), style, styles);
    from = to;
  }
  return text;
}
