/** Most steps of an expression that the database looks for: what one character of one row may cost it. */
const mostSteps = 30;

/** A part of an expression as the database writes it. */
interface Part {
  readonly source: string;
  readonly steps: number;
  /** Whether something in it repeats: what repeats once more takes long to compile. */
  readonly repeats: boolean;
}

/** Characters and ranges of what the letter of a class stands for, as the inside of brackets. */
const classes: Readonly<Record<string, string>> = {
  d: "0-9",
  s: "\\U00000009\\U0000000a\\U0000000c\\U0000000d\\U00000020",
  w: "0-9A-Za-z_",
};

/** Where a word of ASCII begins or ends, and where none does. */
const boundaries: Readonly<Record<string, string>> = { b: "\\y", B: "\\Y" };

const controls: Readonly<Record<string, string>> = { f: "\f", n: "\n", r: "\r", t: "\t" };

/** Letters that are the same without regard to case; what lies outside ASCII has rules of its own. */
const alike: Readonly<Record<string, string>> = { k: "kK\u212a", s: "sS\u017f" };

/** What a character is found as without regard to case; null where that takes more than a look at ASCII. */
function folded(character: string): string | null {
  if (character > "\u007f") return null;
  const small = character.toLowerCase();
  return alike[small] ?? (small === small.toUpperCase() ? small : small + small.toUpperCase());
}

const asciiLetters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];

/** A character that means itself, in brackets and out of them. */
const plain = (character: string): string =>
  /^[0-9A-Za-z]$/.test(character)
    ? character
    : `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;

const isPunctuation = (character: string): boolean => /^[!-/:-@[-`{-~]$/.test(character);

/**
 * The same expression in the words of PostgreSQL; null where it is not certain that both mean the same, or that the
 * database answers in time linear to the text: it then has to be looked for here. Certain are characters, classes, groups,
 * alternatives, anchors at the ends, boundaries of words, repetitions that do not stand in one another, and no regard to the case of ASCII.
 * Nothing depends on a locale.
 *
 * @param expression one that `createExpression` takes
 */
export function databaseExpression(expression: string): string | null {
  const reader = new Reader(expression);
  const whole = reader.alternatives(0);
  return whole === null || !reader.isAtEnd || whole.steps > mostSteps ? null : whole.source;
}

const ignoringCase = "(?i)";

/** Reads an expression from left to right; null from any method: it is left to somebody else. */
class Reader {
  readonly #characters: readonly string[];
  readonly #ignoresCase: boolean;
  #at = 0;

  constructor(expression: string) {
    this.#ignoresCase = expression.startsWith(ignoringCase);
    this.#characters = [...(this.#ignoresCase ? expression.slice(ignoringCase.length) : expression)];
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  alternatives(depth: number): Part | null {
    const branches: Part[] = [];
    do {
      const branch = this.#branch(depth);
      if (branch === null) return null;
      branches.push(branch);
    } while (this.#take("|"));
    return joined(branches, "|");
  }

  #branch(depth: number): Part | null {
    const parts: Part[] = [];
    if (depth === 0 && this.#take("^")) parts.push({ source: "^", steps: 1, repeats: false });
    while (!this.isAtEnd && this.#next !== "|" && this.#next !== ")") {
      if (depth === 0 && this.#take("$")) {
        parts.push({ source: "$", steps: 1, repeats: false });
        if (!this.isAtEnd && this.#next !== "|") return null;
        break;
      }
      const part = this.#repeated(depth);
      if (part === null) return null;
      parts.push(part);
    }
    return parts.length === 0 ? null : joined(parts, "");
  }

  #repeated(depth: number): Part | null {
    const boundary = this.#boundary();
    if (boundary !== null) return /^[*+?{]/.test(this.#rest) ? null : boundary;
    const part = this.#one(depth);
    if (part === null) return null;
    const [repetition = "", least = "", most = ""] =
      /^(?:[*+?]|\{(\d{1,3})(?:,(\d{0,3}))?\})/.exec(this.#rest) ?? [];
    if (repetition === "") return part;
    this.#at += repetition.length;
    // Whether it takes as much as it can or as little changes nothing about whether there is any.
    this.#take("?");
    if (part.repeats || /^[*+?{]/.test(this.#rest)) return null;
    const times = Math.max(Number(least), Number(most), 1);
    return { source: part.source + repetition, steps: part.steps * times, repeats: true };
  }

  #one(depth: number): Part | null {
    const character = this.#next;
    this.#at += 1;
    if (character === "(") return this.#group(depth);
    if (character === "[") return this.#brackets();
    if (character === ".") return single("[^\\U0000000a]");
    if (character === "\\") return this.#escaped();
    return "*+?{}])^$|".includes(character) ? null : this.#character(character);
  }

  #boundary(): Part | null {
    const written = this.#next === "\\" ? boundaries[this.#characters[this.#at + 1] ?? ""] : undefined;
    if (written === undefined) return null;
    this.#at += 2;
    return single(written);
  }

  #group(depth: number): Part | null {
    if (this.#rest.startsWith("?:")) this.#at += 2;
    else if (this.#next === "?") return null;
    const inside = this.alternatives(depth + 1);
    return inside === null || !this.#take(")") ? null : { ...inside, source: `(?:${inside.source})` };
  }

  #character(character: string): Part | null {
    if (!this.#ignoresCase) return single(plain(character));
    const all = folded(character);
    return all === null ? null : single(`[${[...all].map(plain).join("")}]`);
  }

  /** The inside of a class; letters are not looked up where more than those of ASCII would belong to it. */
  #class(letter: string): string | undefined {
    return this.#ignoresCase && letter === "w" ? undefined : classes[letter];
  }

  #escaped(): Part | null {
    const letter = this.#next;
    this.#at += 1;
    if (isPunctuation(letter)) return this.#character(letter);
    const control = controls[letter];
    if (control !== undefined) return single(plain(control));
    const inside = this.#class(letter.toLowerCase());
    if (inside === undefined) return null;
    return single(letter === letter.toLowerCase() ? `[${inside}]` : `[^${inside}]`);
  }

  #brackets(): Part | null {
    let inside = this.#take("^") ? "^" : "";
    const isFirst = this.#at;
    while (this.#at === isFirst || this.#next !== "]") {
      const item = this.#item();
      if (item === null) return null;
      inside += item;
    }
    this.#at += 1;
    return single(`[${inside}]`);
  }

  /** A character, a range or a class between brackets. */
  #item(): string | null {
    const inside = this.#next === "\\" ? this.#class(this.#characters[this.#at + 1] ?? "") : undefined;
    if (inside !== undefined) {
      this.#at += 2;
      return this.#next === "-" ? null : inside;
    }
    const from = this.#bracketed();
    if (from === null) return null;
    const to = this.#take("-") ? this.#bracketed() : from;
    if (to === null) return null;
    const range = from === to ? plain(from) : `${plain(from)}-${plain(to)}`;
    if (!this.#ignoresCase) return range;
    if (to > "\u007f") return null;
    const others = asciiLetters.filter((letter) => from <= letter && letter <= to).map(folded);
    return range + [...others.join("")].map(plain).join("");
  }

  #bracketed(): string | null {
    const character = this.#next;
    this.#at += 1;
    if (character === "" || "[]-^".includes(character)) return null;
    if (character !== "\\") return character;
    const escaped = this.#next;
    this.#at += 1;
    if (isPunctuation(escaped)) return escaped;
    return controls[escaped] ?? null;
  }

  get #next(): string {
    return this.#characters[this.#at] ?? "";
  }

  get #rest(): string {
    return this.#characters.slice(this.#at, this.#at + 12).join("");
  }

  #take(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at += 1;
    return true;
  }
}

const single = (source: string): Part => ({ source, steps: 1, repeats: false });

const joined = (parts: readonly Part[], between: string): Part => ({
  source: parts.map(({ source }) => source).join(between),
  steps: parts.reduce((sum, { steps }) => sum + steps, 0),
  repeats: parts.some(({ repeats }) => repeats),
});
