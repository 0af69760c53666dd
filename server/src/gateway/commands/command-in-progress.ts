import type { TerminalScreen } from "../../transport/terminal/index.ts";
import { isExpansionOf } from "./history-expansion.ts";
import { asksForMore } from "./prompts.ts";
import { isIncomplete } from "./shell-syntax.ts";

/**
 * How a command became known: `exact` as it was sent by itself (exec, SFTP), `marks` of the shell, or as the `screen`
 * showed it.
 */
export type CommandSource = "exact" | "marks" | "screen";

/** A command and the beginning of what it put out. */
export interface ExtractedCommand {
  /** At most 2 048 characters; lines separated by line feeds. */
  readonly input: string;
  /** At most 1 024 characters. */
  readonly output: string;
  readonly source: CommandSource;
  /** When the line was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** Longest command that is kept, in characters. */
export const longestInput = 2048;
const longestOutput = 1024;

/** What Bourne shells show on the further lines of a command unless somebody sets something else. */
const isUsual = /^> ?$/;

/** The first characters of a text, none of them halved. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  const end = text.charCodeAt(count - 1) >>> 10 === 0x36 ? count - 1 : count;
  return text.slice(0, end);
}

/** A command that was sent, while its further lines or its output are awaited. */
export class CommandInProgress {
  readonly #prompt: string;
  readonly #at: number;
  #source: CommandSource;
  #input: string;
  #output = "";
  /** Number of the row from which on output is not kept yet. */
  #outputFrom: number;
  #ended = false;

  constructor(
    input: string,
    options: { prompt: string; source: CommandSource; at: number; outputFrom: number },
  ) {
    this.#input = firstCharacters(input, longestInput);
    this.#prompt = options.prompt;
    this.#source = options.source;
    this.#at = options.at;
    this.#outputFrom = options.outputFrom;
  }

  /** Whether as much of the output is known as is kept. */
  get isFull(): boolean {
    return this.#ended || this.#output.length >= longestOutput;
  }

  /** The lines of it so far. */
  get input(): string {
    return this.#input;
  }

  /** Whether a prompt asks for the rest of this command. */
  goesOnAt(screen: TerminalScreen, prompt: string): boolean {
    if (prompt.trim() === "" || (prompt === this.#prompt && !isUsual.test(prompt))) return false;
    // Anything may be set as the prompt for further lines, and `> ` also as that for commands.
    if (!asksForMore(prompt) && !isIncomplete(this.#input)) return false;
    return (this.#ended ? this.#output : this.#outputSoFar(screen)).trim() === "";
  }

  /** One more line of it. */
  add(line: string, outputFrom: number): void {
    this.#input = firstCharacters(`${this.#input}\n${line}`, longestInput);
    this.#outputFrom = outputFrom;
    this.#output = "";
    this.#ended = false;
  }

  /** The shell's own word for it: believed where the screen says the same, spaces apart. */
  tell(command: string): void {
    const plain = (text: string): string => text.replace(/\s+/g, "");
    if (plain(command) !== plain(this.#input)) return;
    this.#input = firstCharacters(command.trim(), longestInput);
    this.#source = "marks";
  }

  /** A row is about to leave the screen. */
  keepRow(screen: TerminalScreen, line: number): void {
    if (line < this.#outputFrom) return;
    this.#outputFrom = line + 1;
    if (!this.isFull) this.#output += rowText(screen, line);
  }

  /** All output is there; `rest` is what is in the cursor's row and belongs to it. */
  endOutput(screen: TerminalScreen, rest: string): void {
    if (this.#ended) return;
    this.#output = this.#outputSoFar(screen) + rest;
    if (this.#output.trim() === "") this.#output = "";
    this.#ended = true;
  }

  extracted(screen: TerminalScreen): ExtractedCommand {
    const shown = this.#ended ? this.#output : this.#outputSoFar(screen);
    const [first = "", ...others] = shown.split("\n");
    const isExpanded = others.length > 0 && isExpansionOf(this.#input, first);
    const output = isExpanded ? others.join("\n") : shown;
    return {
      input: isExpanded ? firstCharacters(first.trim(), longestInput) : this.#input.trim(),
      output: firstCharacters(output.trimEnd(), longestOutput),
      source: this.#source,
      at: this.#at,
    };
  }

  #outputSoFar(screen: TerminalScreen): string {
    let output = this.#output;
    if (screen.isAlternate) return output;
    const { line: last } = screen;
    for (let line = this.#outputFrom; line < last && output.length < longestOutput; line += 1) {
      output += rowText(screen, line);
    }
    return output;
  }
}

function rowText(screen: TerminalScreen, line: number): string {
  const text = screen.at(line)?.text() ?? "";
  return screen.at(line + 1)?.isWrapped === true ? text : `${text.trimEnd()}\n`;
}
