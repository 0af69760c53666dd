import type { Needle } from "./group-pattern.ts";

/** How many characters of a command it is filed under. */
const filed = 3;

const wordCharacter = /\w/;

interface Filed<Owner> extends Needle {
  readonly owner: Owner;
}

/**
 * Finds which of many commands are in a line, in a time that hardly depends on how many there are: they are filed under
 * their first characters.
 */
export class NeedleIndex<Owner> {
  readonly #byBeginning = new Map<string, Filed<Owner>[]>();

  /** Files a command. */
  add(needle: Needle, owner: Owner): void {
    const beginning = needle.text.slice(0, filed);
    const filedThere = this.#byBeginning.get(beginning);
    if (filedThere === undefined) this.#byBeginning.set(beginning, [{ ...needle, owner }]);
    else filedThere.push({ ...needle, owner });
  }

  /** Calls `found` with the owner of each command that is in a line, whose white space is single spaces. */
  search(line: string, found: (owner: Owner) => void): void {
    if (this.#byBeginning.size === 0) return;
    for (let at = 0; at < line.length; at += 1) {
      for (let length = 1; length <= filed && at + length <= line.length; length += 1) {
        for (const needle of this.#byBeginning.get(line.slice(at, at + length)) ?? []) {
          if (isAt(line, at, needle)) found(needle.owner);
        }
      }
    }
  }
}

function isAt(line: string, at: number, { text, beginsWord, endsWord }: Needle): boolean {
  if (!line.startsWith(text, at)) return false;
  if (beginsWord && at > 0 && wordCharacter.test(line.charAt(at - 1))) return false;
  return !endsWord || !wordCharacter.test(line.charAt(at + text.length));
}
