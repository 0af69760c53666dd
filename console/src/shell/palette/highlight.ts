/** A piece of a text, and whether it was looked for. */
export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

/** The words of a search. */
export const termsOf = (typed: string): string[] => typed.split(/[\s,]+/).filter(Boolean);

/** Cuts a text where the words of a search are in it, in any case. */
export function highlight(text: string, typed: string): Piece[] {
  const terms = termsOf(typed)
    .toSorted((one, other) => other.length - one.length)
    .map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (terms.length === 0) return [{ text, hit: false }];
  // With one group in the expression, what it matched stands at the odd places.
  return text
    .split(new RegExp(`(${terms.join("|")})`, "giu"))
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

/** Whether every word of a search is in one of the texts: what was found for fewer letters may fit no more. */
export function fits(texts: readonly string[], typed: string): boolean {
  const whole = texts.join("\n").toLowerCase();
  return termsOf(typed).every((term) => whole.includes(term.toLowerCase()));
}
