import type { Terminal } from "@xterm/xterm";
import { isRecord } from "../../kit/api/api-error.ts";
import { dimOn, parseHex, type Rgb, readableOn, TEXT_CONTRAST, toHex } from "./contrast.ts";

/** A colour of the terminal library; `rgba` is `0xrrggbbaa`. */
interface LibraryColor {
  readonly rgba: number;
}

/** A cell as the library hands it to whoever corrects its contrast. */
interface LibraryCell {
  getCode(): number;
  isDim(): number;
  isInverse(): number;
  isBgDefault(): boolean;
}

/**
 * Gives a cell's element its text colour; false leaves it to the class names of the element. `background` is what is
 * behind the text, selected or found as it may be.
 */
type CorrectContrast = (
  element: HTMLElement,
  background: LibraryColor,
  foreground: LibraryColor,
  cell: LibraryCell,
  backgroundOverride: LibraryColor | undefined,
  foregroundOverride: LibraryColor | undefined,
) => boolean;

/** Pairs of colours whose answer is kept; programs that draw pictures use any number of them. */
const MOST_KEPT = 4096;

/**
 * Draws every text of a terminal so that it can be read on what is behind it: on colours, inverse, dim, selected, found.
 *
 * The library's own correction (`minimumContrastRatio`) takes the default text of an inverse cell for its background and
 * so writes almost in the colour it writes on: status lines, selections of editors, pasted text. It also measures
 * dim text before it is made dim. So it is off, and takes its place here. Where a later version of the library has no such
 * place, its cells are drawn uncorrected; terminal/workspace.ts of the browser tests tells.
 *
 * @returns whether the place was found
 */
export function makeCellsReadable(terminal: Terminal): boolean {
  const factory = rowFactoryOf(terminal);
  if (factory === undefined) return false;
  const kept = new Map<number, string>();
  const drawn = (background: Rgb, foreground: Rgb, isDim: boolean): string => {
    const key = (background * 0x1000000 + foreground) * 2 + Number(isDim);
    let color = kept.get(key);
    if (color === undefined) {
      if (kept.size >= MOST_KEPT) kept.clear();
      const found = isDim ? dimOn(background, foreground) : readableOn(background, foreground, TEXT_CONTRAST);
      color = isDim || found !== foreground ? toHex(found) : "";
      kept.set(key, color);
    }
    return color;
  };
  factory._applyMinimumContrast = (element, background, foreground, cell, _behind, override) => {
    if (isDrawing(cell.getCode())) return false;
    const isInverseDefault = override === undefined && cell.isInverse() !== 0 && cell.isBgDefault();
    const ink = isInverseDefault
      ? parseHex(terminal.options.theme?.background ?? "#000000")
      : (override ?? foreground).rgba >>> 8;
    const color = drawn(background.rgba >>> 8, ink, cell.isDim() !== 0);
    if (color === "") return false;
    element.style.color = color;
    return true;
  };
  return true;
}

/** Lines, blocks and the pointed ends of status bars: they are to join with the surface beside them. */
function isDrawing(code: number): boolean {
  return (code >= 0x2500 && code <= 0x259f) || (code >= 0xe0a4 && code <= 0xe0d6);
}

/** What makes the rows of a terminal that is open. */
function rowFactoryOf(terminal: Terminal): { _applyMinimumContrast: CorrectContrast } | undefined {
  let found: unknown = terminal;
  for (const part of ["_core", "_renderService", "_renderer", "value", "_rowFactory"]) {
    found = isRecord(found) ? found[part] : undefined;
  }
  return isRowFactory(found) ? found : undefined;
}

function isRowFactory(value: unknown): value is { _applyMinimumContrast: CorrectContrast } {
  return isRecord(value) && typeof value._applyMinimumContrast === "function";
}
