/** What moves a terminal's cursor, changes its state, breaks a line or turns the direction of a text. */
const disturbing = /(?!\t)[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Text of anybody as one line that is harmless in a terminal and in a file: control characters are shown as their
 * pictures, halves of characters as the replacement character, and what is longer than `most` is cut off.
 */
export function plainLine(text: string, most = 2_000): string {
  const shown = text.slice(0, most * 2).replace(disturbing, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
  const whole = shown.replace(/\p{Surrogate}/gu, "\ufffd");
  return whole.length <= most ? whole : `${[...whole.slice(0, most)].slice(0, -1).join("")}…`;
}
