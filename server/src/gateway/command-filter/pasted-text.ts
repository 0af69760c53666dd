import type { LineReading } from "../../transport/command-rules/index.ts";
import type { WaitingLine } from "../commands/waiting-line.ts";

/** What terminals put before a pasted text where the program asks for it. */
export const pasteBegins = "\u001b[200~";
const pasteEnds = "\u001b[201~";

/** A pasted text that its marks keep together; characters of Latin-1. */
export interface PastedText {
  /** With its marks. */
  readonly whole: string;
  readonly text: string;
  readonly isSeveralLines: boolean;
  /** Whether there are keys in it that edit. */
  readonly hasControls: boolean;
}

/** The pasted text keys begin with; null while its end is not there. */
export function readPaste(keys: string): PastedText | null {
  const end = keys.indexOf(pasteEnds);
  if (end < 0) return null;
  const text = keys.slice(pasteBegins.length, end);
  return {
    whole: keys.slice(0, end + pasteEnds.length),
    text,
    isSeveralLines: /[\r\n]/.test(text),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: keys are control characters
    hasControls: /[\u0000-\u001f\u007f]/.test(text),
  };
}

/** What lines become by a text that is pasted into them, and each text it may be. */
export function readingsOfPaste(
  { text }: PastedText,
  line: WaitingLine | null,
  typed: string,
): { readonly command: string; readonly readings: readonly LineReading[] } {
  const lines = Buffer.from(text, "latin1").toString("utf8").replace(/\r\n?/g, "\n");
  const before = line === null ? typed : line.left;
  const texts = [lines, before + lines, [line?.before ?? "", before + lines].join("\n")];
  return { command: before + lines, readings: texts.map((one) => ({ text: one, isReadable: true })) };
}
