import { randomInt } from "node:crypto";

/** A small sum, as it is drawn and what it comes to. */
export interface Puzzle {
  /** Digits and one of `+`, `-`, `x`: `12+7`. */
  readonly question: string;
  readonly answer: number;
}

/** A new sum whose result is a whole number that is not negative. */
export function makePuzzle(): Puzzle {
  const kind = randomInt(3);
  if (kind === 0) {
    const [a, b] = [randomInt(1, 30), randomInt(1, 20)];
    return { question: `${a}+${b}`, answer: a + b };
  }
  if (kind === 1) {
    const [rest, b] = [randomInt(0, 30), randomInt(1, 20)];
    return { question: `${rest + b}-${b}`, answer: rest };
  }
  const [a, b] = [randomInt(2, 10), randomInt(2, 10)];
  return { question: `${a}x${b}`, answer: a * b };
}

/** What the question comes to; null when it is not one of ours. */
export function solve(question: string): number | null {
  const [, a, sign, b] = /^(\d{1,2})([-+x])(\d{1,2})$/.exec(question) ?? [];
  if (a === undefined || b === undefined) return null;
  if (sign === "+") return Number(a) + Number(b);
  return sign === "-" ? Number(a) - Number(b) : Number(a) * Number(b);
}
