import { readAnsiQuotation } from "./ansi-quotation.ts";

/** What a shell would run of a text. */
export interface ShellText {
  /** Each command, without quotes: also those of subshells, substitutions, here-documents and quoted scripts. */
  readonly parts: readonly string[];
  /**
   * Whether each of them is named in the text itself: not by a variable, a pattern, the history or what another command
   * puts out.
   */
  readonly isReadable: boolean;
}

/** Quoted texts that look like commands are read as such, so deep in each other. */
const deepest = 4;

/** Brackets and substitutions in each other: what is deeper cannot be read. */
const deepestNesting = 64;

/** Words before which a command begins. */
const leads: ReadonlySet<string> = new Set([
  ..."if then elif else while until do time ! { } fi done esac coproc".split(" "),
  ..."sudo doas env nohup nice exec command builtin xargs setsid stdbuf timeout".split(" "),
]);

const shells: ReadonlySet<string> = new Set("sh bash zsh dash fish ksh ash mksh csh tcsh busybox".split(" "));

const assignment = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/;

/**
 * Reads a text as Bourne shells, zsh and fish have it in common. Never refuses: what is open is taken to end where the
 * text does. Takes linear time.
 */
export function readShellText(text: string): ShellText {
  const reader = new ShellReader(text.replace(/\\\r?\n/g, ""), 0, { left: 4 * text.length + 4096 });
  reader.commands("");
  return { parts: reader.parts, isReadable: reader.isReadable && !unseen.test(text) };
}

/** A word: what is left of it without quotes. */
interface Word {
  readonly text: string;
  /** Whether the shell puts something else in its place. */
  readonly isComputed: boolean;
  readonly isQuoted: boolean;
}

class ShellReader {
  readonly parts: string[] = [];
  isReadable = true;
  readonly #text: string;
  readonly #depth: number;
  readonly #budget: { left: number };
  #at = 0;
  #documents: string[] = [];
  #isPiped = false;
  #nesting = 0;

  /** @param budget how many characters of texts within texts are still read */
  constructor(text: string, depth: number, budget: { left: number }) {
    this.#text = text;
    this.#depth = depth;
    this.#budget = budget;
    // `^old^new` runs the line before with something else in it.
    if (text.startsWith("^")) this.isReadable = false;
  }

  /** Reads commands up to a closing character, or the end of the text. */
  commands(closing: ")" | "`" | ""): void {
    let words: Word[] = [];
    const end = (separator: string): void => {
      this.#command(words);
      words = [];
      this.#isPiped = separator === "|";
    };
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      if (character === closing) {
        this.#at += 1;
        break;
      }
      if (character === " " || character === "\t") this.#at += 1;
      else if (character === "#") this.#skipComment();
      else if (character === "\n" || character === "\r") {
        this.#at += 1;
        end("\n");
        this.#readDocuments();
      } else if (character === ";" || character === "&" || character === "|") {
        this.#at += 1;
        const next = this.#text.charAt(this.#at);
        const isDouble = next === character;
        if (isDouble || (character === "|" && next === "&")) this.#at += 1;
        end(isDouble ? ";" : character);
      } else if (character === "(" || character === ")") {
        this.#at += 1;
        end(";");
        if (character === "(") this.#nested(")");
      } else if (character === "<" || character === ">") this.#redirection();
      else words.push(this.#word(closing));
    }
    end(";");
    this.#isPiped = false;
  }

  #command(words: readonly Word[]): void {
    if (words.length === 0) return;
    this.parts.push(words.map(({ text }) => text).join(" "));
    const at = nameAt(words);
    const name = words[at] as Word;
    if (at > 0)
      this.parts.push(
        words
          .slice(at)
          .map(({ text }) => text)
          .join(" "),
      );
    if (name.isComputed && !assignment.test(name.text)) this.isReadable = false;
    const program = name.text.slice(name.text.lastIndexOf("/") + 1);
    const rest = words.slice(at + 1);
    if (shells.has(program)) {
      const script = rest.find(({ text }) => !text.startsWith("-"));
      if (
        (script === undefined && this.#isPiped) ||
        (isScript(rest) && rest.some((word) => word.isComputed))
      ) {
        this.isReadable = false;
      }
    } else if (program === "eval" && rest.some((word) => word.isComputed)) this.isReadable = false;
    if (program === "eval") this.#script(rest.map(({ text }) => text).join(" "));
    for (const { text, isQuoted } of words) if (isQuoted && /[\s;&|()`$"'\\]/.test(text)) this.#script(text);
  }

  /** Text that may be given to a shell as its script. */
  #script(text: string): void {
    if (text.trim() === "") return;
    this.#budget.left -= text.length;
    if (this.#depth >= deepest || this.#budget.left < 0) {
      this.isReadable = false;
      return;
    }
    const reader = new ShellReader(text, this.#depth + 1, this.#budget);
    reader.commands("");
    for (const part of reader.parts) this.parts.push(part);
  }

  /** Commands between brackets or backquotes. */
  #nested(closing: ")" | "`"): void {
    if (this.#nesting >= deepestNesting) {
      this.isReadable = false;
      return;
    }
    const wasPiped = this.#isPiped;
    this.#isPiped = false;
    this.#nesting += 1;
    this.commands(closing);
    this.#nesting -= 1;
    this.#isPiped = wasPiped;
  }

  #skipComment(): void {
    while (this.#at < this.#text.length && this.#text.charAt(this.#at) !== "\n") this.#at += 1;
  }

  #redirection(): void {
    const [operator = "<"] =
      /^(?:<<<|<<-?|<>|[<>]\(|>>|>\||[<>]&?)/.exec(this.#text.slice(this.#at, this.#at + 3)) ?? [];
    this.#at += operator.length;
    if (operator.endsWith("(")) this.#nested(")");
    else if (operator === "<<" || operator === "<<-") {
      this.#skipSpaces();
      if (this.#at < this.#text.length) this.#documents.push(this.#word("").text);
    }
  }

  #skipSpaces(): void {
    while (/[ \t]/.test(this.#text.charAt(this.#at))) this.#at += 1;
  }

  /** The lines of here-documents: what reads them may be a shell. */
  #readDocuments(): void {
    const documents = this.#documents;
    this.#documents = [];
    for (const ending of documents) {
      while (this.#at < this.#text.length) {
        const feed = this.#text.indexOf("\n", this.#at);
        const line = this.#text.slice(this.#at, feed < 0 ? undefined : feed);
        this.#at = feed < 0 ? this.#text.length : feed + 1;
        if (line.trim() === ending) break;
        this.#script(line);
      }
    }
  }

  #word(closing: string): Word {
    let text = "";
    let isComputed = false;
    let isQuoted = false;
    const from = this.#at;
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      if (/[\s;&|()<>]/.test(character) || character === closing) break;
      this.#at += 1;
      if (character === "\\") {
        text += this.#text.charAt(this.#at);
        this.#at += 1;
      } else if (character === "'") {
        isQuoted = true;
        text += this.#until("'");
      } else if (character === '"') {
        isQuoted = true;
        const { inner, computed } = this.#doubleQuoted();
        text += inner;
        isComputed ||= computed;
      } else if (character === "$" && this.#text.charAt(this.#at) === "'") {
        isQuoted = true;
        const { value, length } = readAnsiQuotation(this.#text, this.#at + 1);
        text += value;
        this.#at += 1 + length;
      } else if (character === "$" || character === "`") {
        const { source, computed } = this.#expansion(character);
        text += source;
        isComputed ||= computed;
      } else {
        if (/[*?[~]/.test(character) || (character === "{" && /^[^\s{}]*,/.test(this.#ahead(256)))) {
          // `[` alone is a command.
          isComputed ||= !(character === "[" && /^(?:\s|\[\s|$)/.test(this.#ahead(2)));
        }
        if (character === "!" && /^[^\s=(]/.test(this.#ahead(1))) this.isReadable = false;
        text += character;
      }
    }
    // Whatever it is, it is passed.
    if (this.#at === from) this.#at += 1;
    return { text, isComputed, isQuoted };
  }

  #ahead(length: number): string {
    return this.#text.slice(this.#at, this.#at + length);
  }

  #until(end: string): string {
    const found = this.#text.indexOf(end, this.#at);
    const text = this.#text.slice(this.#at, found < 0 ? undefined : found);
    this.#at = found < 0 ? this.#text.length : found + 1;
    return text;
  }

  #doubleQuoted(): { inner: string; computed: boolean } {
    let inner = "";
    let computed = false;
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      this.#at += 1;
      if (character === '"') break;
      if (character === "\\" && /["\\$`]/.test(this.#text.charAt(this.#at))) {
        inner += this.#text.charAt(this.#at);
        this.#at += 1;
      } else if (character === "$" || character === "`") {
        const expansion = this.#expansion(character);
        inner += expansion.source;
        computed ||= expansion.computed;
      } else {
        if (character === "!" && /^[^\s=("]/.test(this.#ahead(1))) this.isReadable = false;
        inner += character;
      }
    }
    return { inner, computed };
  }

  /** What begins with `$` or a backquote; the commands in it are read. */
  #expansion(character: string): { source: string; computed: boolean } {
    const from = this.#at - 1;
    const next = this.#text.charAt(this.#at);
    if (character === "`") this.#nested("`");
    else if (next === "(") {
      this.#at += 1;
      this.#nested(")");
    } else if (next === "{") this.#until("}");
    else if (/[\w@*#?$!-]/.test(next)) {
      this.#at += 1;
      while (/\w/.test(next) && /\w/.test(this.#text.charAt(this.#at))) this.#at += 1;
    } else return { source: character, computed: false };
    return { source: this.#text.slice(from, this.#at), computed: true };
  }
}

/** Where the name of the command is: behind assignments, words like `sudo` and their options. */
function nameAt(words: readonly Word[]): number {
  let isLed = false;
  for (const [at, { text, isQuoted }] of words.entries()) {
    const isLead = !isQuoted && leads.has(text.slice(text.lastIndexOf("/") + 1));
    if (!isLead && !assignment.test(text) && !(isLed && text.startsWith("-"))) return at;
    isLed ||= isLead;
  }
  return words.length - 1;
}

/** Whether a shell is given its script as an argument. */
const isScript = (rest: readonly Word[]): boolean => rest.some(({ text }) => /^-[a-z]*c/.test(text));
