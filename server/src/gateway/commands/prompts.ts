/** What programs show when they wait for a command: its usual last characters. */
const ending = /(?:[$#%>❯➜✗»λ›▶\ue0b0]|^\s*\[[\w.~*/@: -]{2,}\]|^<[\w.~*/@: -]+>)\s*$/u;

/** Questions, which may end as prompts do. */
const choice = /\[[yY](?:es)?\/[nN]o?\]\s*$/;
const question = /\?\s*>?\s*$/;

/** What asks for a name or a secret. */
const request = /(?:login|name|password|passphrase|passcode|pin|otp|code|token|key)\b[^:]*:\s*$/i;

/** What zsh calls what it waits for the end of. */
const waiting =
  "(?:for|foreach|while|until|repeat|select|if|then|else|elif|elif-then|case|math|cond|cmdor|cmdand|pipe|errpipe|function|subsh|cursh|array|quote|dquote|bquote|cmdsubst|mathsubst|heredocd?|brace|braceparam|always)";

/** What programs show on the further lines of one command: zsh, mysql, Python and sqlite, psql. */
const continuation = new RegExp(
  `^\\s*(?:(?:${waiting} )*${waiting}> ?|-+> ?|['"\`/]?\\*?[-']> ?|["\`]> ?|\\.{3}>? ?|[\\w-]+[-'"($*]# ?)$`,
);

/** How many different prompts of one session are remembered. */
const mostLearned = 8;

const beginningLength = 8;

/** Shortest prompt that distinguishes a shell from a line of text, in characters. */
const shortestAlike = 3;

/** Whether the text left of the cursor looks like a prompt of a shell or a command line of a program. */
export function looksLikePrompt(text: string): boolean {
  return text.length <= 512 && ending.test(text) && !choice.test(text) && !question.test(text);
}

/** Whether a prompt asks for the rest of a command rather than for a new one. */
export function asksForMore(prompt: string): boolean {
  return prompt.length <= 64 && continuation.test(prompt);
}

/** Whether a text asks for something, to which a line is the answer, however often it is asked. */
export function asksForAnswer(text: string): boolean {
  return choice.test(text) || request.test(text);
}

/** Whether two prompts begin and end in the same way, as those of one shell do in two folders. */
export function areAlike(one: string, other: string): boolean {
  const [text, known] = [one.trim(), other.trim()];
  if (text.length < shortestAlike || known.length < shortestAlike) return false;
  return known.at(-1) === text.at(-1) && known.slice(0, 2) === text.slice(0, 2);
}

/** The prompts of a session, for lines whose prompt was drawn together with what had been typed before. */
export class KnownPrompts {
  #prompts: string[] = [];

  /** Remembers a prompt that stood there while nothing had been typed. */
  learn(prompt: string): void {
    if (prompt.trim() === "") return;
    this.#prompts = [prompt, ...this.#prompts.filter((known) => known !== prompt)].slice(0, mostLearned);
  }

  /** How the known prompts begin, for finding them in what a target sends: up to where colours may change. */
  get beginnings(): readonly string[] {
    return this.#prompts.map((prompt) => prompt.trim().slice(0, beginningLength));
  }

  /** Whether this very prompt was seen before. */
  has(prompt: string): boolean {
    return this.#prompts.includes(prompt);
  }

  /** Whether this is a prompt seen before, behind output without a line feed. */
  ends(text: string): boolean {
    return this.#prompts.some((known) => known.trim().length >= shortestAlike && text.endsWith(known));
  }

  /** Whether a row begins with a prompt that was seen before, and continues. */
  begins(row: string): boolean {
    return this.#prompts.some((prompt) => row.startsWith(prompt) && row.length > prompt.length);
  }

  /** How often prompts seen before stand one behind the other where a row begins, and where the last of them does. */
  repeatsIn(row: string): { readonly count: number; readonly last: number; readonly end: number } {
    let count = 0;
    let last = 0;
    let end = 0;
    for (let length = this.beginningOf(row); length > 0; length = this.beginningOf(row.slice(end))) {
      count += 1;
      last = end;
      end += length;
    }
    return { count, last, end };
  }

  /** Length of the longest prompt seen before that a text begins with; 0 when with none. */
  beginningOf(text: string): number {
    return Math.max(0, ...this.#prompts.map((prompt) => (text.startsWith(prompt) ? prompt.length : 0)));
  }

  /** Whether a text is a prompt, rather than a line that begins with one. */
  isPrompt(text: string): boolean {
    return this.has(text) || (looksLikePrompt(text) && !this.begins(text));
  }

  /** Whether a prompt is like one that was seen before: in another folder say, or behind output without a line feed. */
  resembles(prompt: string): boolean {
    return this.ends(prompt) || this.#prompts.some((known) => areAlike(known, prompt));
  }

  /** Length of the prompt at the start of a line; null when none can be told. */
  lengthIn(line: string): number | null {
    const known = this.beginningOf(line);
    if (known > 0) return known;
    for (const prompt of this.#prompts) {
      const end = /\S\s*$/.exec(prompt)?.[0];
      const at = end === undefined ? -1 : line.indexOf(end);
      if (end !== undefined && at >= 0 && prompt.charAt(0) === line.charAt(0)) return at + end.length;
    }
    const usual = /^.{0,200}?[$#%>❯➜»λ›] /u.exec(line);
    return usual === null ? null : usual[0].length;
  }
}
