import type { Needle } from "./group-pattern.ts";

/** How many characters of a command it is filed under. */
const filed = 3;

const wordCharacter = /\w/;

interface Filed<Owner> extends Needle {
  readonly owner: Owner;
}

/**
 * Finds which of many commands are in a line, in a time that hardly depends on how many there are: they are filed under
 * their first characters by their lengths, and then under all of their text.
 */
export class NeedleIndex<Owner> {
  readonly #lengths = new Map<string, Set<number>>();
  readonly #byText = new Map<string, Filed<Owner>[]>();

  /** Files a command. */
  add(needle: Needle, owner: Owner): void {
    const { text } = needle;
    const beginning = text.slice(0, filed);
    const lengths = this.#lengths.get(beginning);
    if (lengths === undefined) this.#lengths.set(beginning, new Set([text.length]));
    else lengths.add(text.length);
    const same = this.#byText.get(text);
    if (same === undefined) this.#byText.set(text, [{ ...needle, owner }]);
    else same.push({ ...needle, owner });
  }

  /** Calls `found` with the owner of each command that is in a line, whose white space is single spaces. */
  search(line: string, found: (owner: Owner) => void): void {
    if (this.#byText.size === 0) return;
    for (let at = 0; at < line.length; at += 1) {
      for (let beginning = 1; beginning <= filed && at + beginning <= line.length; beginning += 1) {
        for (const length of this.#lengths.get(line.slice(at, at + beginning)) ?? []) {
          for (const needle of this.#byText.get(line.slice(at, at + length)) ?? []) {
            if (isWhole(line, at, needle)) found(needle.owner);
          }
        }
      }
    }
  }
}

/** Whether a command that stands somewhere is in words of its own, as far as it has to be. */
function isWhole(line: string, at: number, { text, beginsWord, endsWord }: Needle): boolean {
  if (beginsWord && at > 0 && wordCharacter.test(line.charAt(at - 1))) return false;
  return !endsWord || !wordCharacter.test(line.charAt(at + text.length));
}
