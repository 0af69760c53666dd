/** Words that begin a compound command, and those that end one. */
const begins: ReadonlySet<string> = new Set([
  "if",
  "for",
  "while",
  "until",
  "select",
  "case",
  "{",
  "foreach",
  "repeat",
]);
const ends: ReadonlySet<string> = new Set(["fi", "done", "esac", "}", "end"]);

/** Words after which a command begins. */
const leads: ReadonlySet<string> = new Set([
  "if",
  "then",
  "else",
  "elif",
  "while",
  "until",
  "do",
  "{",
  "!",
  "time",
]);

/** The next piece of a command: white space, a comment, a here-document, a quotation, an operator or part of a word. */
const piece =
  /(?<space>[ \t]+)|(?<comment>(?<![^\s;&|()])#[^\n]*)|(?<document><<-?[ \t]*(?:'(?<quoted>[^'\n]*)'|"(?<double>[^"\n]*)"|\\?(?<bare>[^\s<;&|()'"\\]+)))|(?<here><<<)|(?<quote>\$?'[^']*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`)|(?<escape>\\[\s\S])|(?<parameter>\$\{[^}]*\})|(?<operator>&&|\|\|?|;;?|&|\n|[()])|(?<word>[^\s\\'"`$;&|()<]+|\$(?!\{)|<)|(?<open>[\s\S])/y;

/**
 * Whether a shell asks for more before it runs a command: a quotation, parenthesis, compound command or here-document
 * is open, or an operator or a backslash ends it. Reads what Bourne shells have in common, in linear time.
 */
export function isIncomplete(command: string): boolean {
  const text = command.trimEnd();
  const documents: string[] = [];
  let depth = 0;
  let parentheses = 0;
  let word = "";
  let isCommand = true;
  let isOpen = false;
  const endWord = (): void => {
    if (word === "") return;
    if (isCommand && begins.has(word)) depth += 1;
    else if (isCommand && ends.has(word)) depth -= 1;
    isCommand = isCommand && leads.has(word);
    word = "";
  };
  for (let at = 0; at < text.length; ) {
    piece.lastIndex = at;
    const groups = piece.exec(text)?.groups;
    if (groups?.open !== undefined || groups === undefined) return true;
    at = piece.lastIndex;
    if (groups.word !== undefined) {
      word += groups.word;
      isOpen = false;
      continue;
    }
    const { operator } = groups;
    if (groups.space !== undefined || operator !== undefined || groups.document !== undefined) endWord();
    if (operator === "\n" && documents.length > 0) {
      at = behindDocuments(text, at, documents);
      if (at < 0) return true;
      documents.length = 0;
    }
    if (operator !== undefined) {
      // Behind `name()` and behind the pattern of a case a command begins, behind `$(…)` none.
      isCommand = operator !== ")" || parentheses === 0 || text.charAt(at - 2) === "(";
      if (operator === "(") parentheses += 1;
      else if (operator === ")") parentheses = Math.max(0, parentheses - 1);
      else if (operator !== "\n") isOpen = operator.startsWith("|") || operator === "&&";
    } else if (groups.document !== undefined) {
      documents.push(groups.quoted ?? groups.double ?? groups.bare ?? "");
      isOpen = false;
    } else if (groups.space === undefined && groups.comment === undefined) {
      // A word with something quoted in it is none of the words above.
      word += "'";
      isOpen = false;
    }
  }
  endWord();
  return isOpen || depth > 0 || parentheses > 0 || documents.length > 0;
}

/** Where the text goes on behind the here-documents that begin at a place; -1 if one of them is not ended. */
function behindDocuments(text: string, from: number, documents: readonly string[]): number {
  let at = from;
  for (const end of documents) {
    for (let isEnded = false; !isEnded; ) {
      if (at >= text.length) return -1;
      const feed = text.indexOf("\n", at);
      const next = feed < 0 ? text.length : feed;
      isEnded = text.slice(at, next).trim() === end;
      at = next + 1;
    }
  }
  return Math.min(at, text.length);
}
