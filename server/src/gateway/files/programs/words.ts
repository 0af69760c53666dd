/** A word of a command line, as the shell would hand it on. */
export interface Word {
  readonly text: string;
  /** Whether the shell would look for files it fits. */
  readonly isPattern: boolean;
}

/** What makes more of a command line than one program and its words. */
const active = new Set([";", "&", "|", "<", ">", "(", ")", "`", "$", "\n", "\r", "\0"]);

/**
 * The words of a command line that does nothing but run one program: null where it does more (another program, a
 * redirection, a variable), or where a quote is not closed.
 */
export function simpleWords(command: string): readonly Word[] | null {
  const words: Word[] = [];
  let text = "";
  let isPattern = false;
  let isWord = false;
  let quote = "";
  for (let at = 0; at < command.length; at++) {
    const character = command[at] ?? "";
    if (quote === "'") {
      if (character === "'") quote = "";
      else text += character;
    } else if (character === "\\") {
      at += 1;
      const escaped = command[at];
      if (escaped === undefined || escaped === "\n" || escaped === "\0") return null;
      text += quote === '"' && !['"', "\\", "$", "`"].includes(escaped) ? `\\${escaped}` : escaped;
      isWord = true;
    } else if (character === '"') {
      quote = quote === "" ? '"' : "";
      isWord = true;
    } else if (active.has(character) && (quote === "" || ["$", "`", "\0"].includes(character))) {
      return null;
    } else if (quote === '"') {
      text += character;
    } else if (character === "'") {
      quote = "'";
      isWord = true;
    } else if (character === " " || character === "\t") {
      if (isWord) words.push({ text, isPattern });
      text = "";
      isPattern = false;
      isWord = false;
    } else if (character === "#" && !isWord) {
      return null;
    } else {
      if ("*?[{".includes(character) || (character === "~" && !isWord)) isPattern = true;
      text += character;
      isWord = true;
    }
  }
  if (quote !== "") return null;
  return isWord ? [...words, { text, isPattern }] : words;
}

/** What may be before the program proper. */
const prefixes = new Set([
  "sudo",
  "doas",
  "exec",
  "command",
  "env",
  "nohup",
  "nice",
  "time",
  "busybox",
  "setsid",
]);

/**
 * The words of every program a command line seems to run, its quotes left out of account: to tell what may hide in one
 * that is not simple.
 */
export function roughPrograms(command: string): readonly (readonly string[])[] {
  return command.split(/[;&|\n\r()`{}]|\$\(/).map((part) => {
    const words = part
      .replace(/["'\\]/g, "")
      .split(/\s+/)
      .filter((word) => word !== "");
    let start = 0;
    while (start < words.length) {
      const word = words[start] ?? "";
      const isBefore =
        prefixes.has(baseName(word)) || /^\w+=/.test(word) || (start > 0 && word.startsWith("-"));
      if (!isBefore) break;
      start += 1;
    }
    return words.slice(start);
  });
}

/** The name of a program without the folder it is in. */
export const baseName = (program: string): string => program.slice(program.lastIndexOf("/") + 1);
