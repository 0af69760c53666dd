/** What a piece of input does to the line that is being edited. */
export interface TypedKeys {
  /** How often Enter was pressed, outside of pasted text. */
  readonly enters: number;
  /** Whether the line was given up (Ctrl-C) before any Enter. */
  readonly interrupts: boolean;
  /** Whether anything follows the first Enter or Ctrl-C. */
  readonly goesOn: boolean;
}

/** What terminals answer by themselves: nobody typed it. */
const answers =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  /^(?:\u001b\[[?>=]?[\d;]*[cnRty]|\u001b\[[IO]|\u001b\[\?[\d;]*\$y|\u001b\[<[\d;]*[Mm]|\u001b\[M[\s\S]{3}|\u001b[\]P][^\u0007\u001b]*(?:\u0007|\u001b\\))+$/;

const pasteBegins = "\u001b[200~";
const pasteEnds = "\u001b[201~";

/**
 * Tells keys that end a line from all others, in what a person sends: pasted line breaks end nothing where the program
 * has asked for marks around pasted text. Holds nothing of what is typed, which may be a password.
 */
export class KeyReader {
  #isPasting = false;

  /**
   * Reads a piece of input; null where the terminal itself has sent it.
   *
   * @param marksPaste whether the program has asked for marks: else they are keys like any other
   */
  read(text: string, marksPaste: boolean): TypedKeys | null {
    if (answers.test(text)) return null;
    this.#isPasting &&= marksPaste;
    let enters = 0;
    let interrupts = false;
    let goesOn = false;
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (marksPaste && character === "\u001b" && text.startsWith(pasteBegins, at)) {
        this.#isPasting = true;
        at += pasteBegins.length - 1;
      } else if (character === "\u001b" && text.startsWith(pasteEnds, at)) {
        this.#isPasting = false;
        at += pasteEnds.length - 1;
      } else {
        goesOn ||= enters > 0 || interrupts;
        if (this.#isPasting) continue;
        // Ctrl-J and Ctrl-O send the line as Enter does.
        if (character === "\r" || character === "\n" || character === "\u000f") enters += 1;
        else if (character === "\u0003" && enters === 0) interrupts = true;
      }
    }
    return { enters, interrupts, goesOn };
  }
}
