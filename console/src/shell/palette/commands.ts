import type { Verb } from "./palette-kinds.ts";

/** The words of commands in a language, each list separated by commas. */
export interface CommandWords {
  readonly verbs: Readonly<Record<Verb, string>>;
  /** Words that say nothing between the act and its object: "to". */
  readonly fillers: string;
  /** Words between two objects: "grant web-01 to Alice". */
  readonly between: string;
}

/** What was typed, taken as an act on something. */
export interface Command {
  readonly verb: Verb;
  /** What to look for: nothing yet, one thing, or two for an act on two. */
  readonly parts: readonly string[];
}

const listed = (words: string): string[] => words.split(",").map((word) => word.trim().toLowerCase());

/** Scripts that leave no spaces between words. */
const isUnspaced = (word: string): boolean => /[\u3040-\u30ff\u4e00-\u9fff]/.test(word);

/** What is left of a text without a word at its beginning, or at its end as in Japanese. */
function without(word: string, text: string): string | undefined {
  const lower = text.toLowerCase();
  if (lower === word) return "";
  const gap = isUnspaced(word) ? "" : " ";
  if (lower.startsWith(word + gap)) return text.slice(word.length).trim();
  if (isUnspaced(word) && lower.endsWith(word)) return text.slice(0, -word.length).trim();
  return undefined;
}

function wordsOf(text: string, between: readonly string[]): string[] {
  const spaced = between
    .filter(isUnspaced)
    .reduce((whole, word) => whole.replaceAll(word, ` ${word} `), text);
  return spaced.split(/\s+/).filter(Boolean);
}

/**
 * Reads "disconnect alice", "grant access to web-01" or "grant web-01 to alice"; undefined where no act is named.
 * A part may be a name that has the same words: looking for fewer of them finds it too.
 */
export function parseCommand(typed: string, { verbs, fillers, between }: CommandWords): Command | undefined {
  const text = typed.trim();
  const named = (Object.keys(verbs) as Verb[])
    .flatMap((verb) => listed(verbs[verb]).map((word) => ({ verb, word })))
    .toSorted((one, other) => other.word.length - one.word.length);
  for (const { verb, word } of named) {
    const rest = without(word, text);
    if (rest === undefined) continue;
    const empty = new Set([...listed(fillers), ...listed(between)]);
    const words = wordsOf(rest, listed(between));
    const start = words.findIndex((each) => !empty.has(each.toLowerCase()));
    const objects = start < 0 ? [] : words.slice(start);
    return { verb, parts: verb === "grant" ? twoParts(objects, listed(between), empty) : oneOf(objects) };
  }
  return undefined;
}

const oneOf = (words: readonly string[]): string[] => (words.length === 0 ? [] : [words.join(" ")]);

function twoParts(
  words: readonly string[],
  between: readonly string[],
  empty: ReadonlySet<string>,
): string[] {
  const at = words.findIndex((word) => between.includes(word.toLowerCase()));
  const means = (part: readonly string[]) => part.filter((word) => !empty.has(word.toLowerCase()));
  return [words.slice(0, at < 0 ? undefined : at), at < 0 ? [] : words.slice(at + 1)].flatMap((part) =>
    oneOf(means(part)),
  );
}

/** The acts whose word begins as typed; all of them for nothing typed. */
export function verbsLike(
  typed: string,
  offered: readonly Verb[],
  { verbs }: Pick<CommandWords, "verbs">,
): Verb[] {
  const text = typed.trim().toLowerCase();
  return offered.filter((verb) => listed(verbs[verb]).some((word) => word.startsWith(text)));
}
