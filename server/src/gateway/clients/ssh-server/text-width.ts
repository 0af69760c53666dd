import { characterWidth } from "../../../transport/terminal/index.ts";

/** What would act on a terminal, or hide in it, instead of being shown. */
const acting = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Cells that one character takes. */
export const cellsOf = (character: string): 0 | 1 | 2 => characterWidth(character.codePointAt(0) ?? 0);

/** Cells that a text without control characters takes. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += cellsOf(character);
  return width;
}

/** A text from outside as it can be shown: what would act on the terminal is written out. */
export function harmless(text: string): string {
  return text.replace(acting, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The text in exactly `width` cells: cut with an ellipsis, or filled with blanks. */
export function fitted(text: string, width: number): string {
  const own = textWidth(text);
  if (own <= width) return text + " ".repeat(width - own);
  let cut = "";
  let used = 0;
  for (const character of text) {
    const next = cellsOf(character);
    if (used + next > width - 1) break;
    cut += character;
    used += next;
  }
  return `${cut}…${" ".repeat(Math.max(0, width - 1 - used))}`;
}
