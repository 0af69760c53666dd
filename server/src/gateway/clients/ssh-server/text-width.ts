/** Characters that take two cells of a terminal. */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Characters that take none. */
const zero = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u;

/** What would act on a terminal, or hide in it, instead of being shown. */
const acting = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Cells that one character takes. */
export function characterWidth(character: string): 0 | 1 | 2 {
  if (/^[\x20-\x7e]$/.test(character)) return 1;
  if (zero.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** Cells that a text without control characters takes. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
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
    const next = characterWidth(character);
    if (used + next > width - 1) break;
    cut += character;
    used += next;
  }
  return `${cut}…${" ".repeat(Math.max(0, width - 1 - used))}`;
}
