import type { Message, MessageParameters } from "../../engine/i18n/messages.ts";
import { text } from "../texts.ts";
import type { StatementSink } from "./statement.ts";

/** Rows that are looked at to find how wide columns are; what comes later is written as it fits. */
const lookedAt = 200;

/** Characters a column is made wide for; longer values stand out. */
const widest = 60;

/** What breaks a table: controls, and characters that turn its direction. */
const breaking = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A value in one line. */
const inLine = (value: string): string =>
  value.replace(breaking, (one) => named[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Columns a text takes: those of Chinese, Japanese and Korean are two wide. */
const widthOf = (value: string): number => {
  let width = 0;
  for (const one of value)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(one) ? 2 : 1;
  return width;
};

const padded = (value: string, width: number): string =>
  value + " ".repeat(Math.max(0, width - widthOf(value)));

/** What a result is told with. */
export interface ResultTextOptions {
  /** Most characters in all; rows beyond them are counted. */
  readonly most: number;
  say(message: Message, parameters?: MessageParameters): string;
  output(text: string, isError: boolean): void;
}

/** Writes what statements bring as tables of text, row by row: no result is gathered. */
export class ResultText implements StatementSink {
  readonly #options: ResultTextOptions;
  #left: number;
  #names: readonly string[] | null = null;
  #widths: readonly number[] | null = null;
  #waiting: (readonly string[])[] = [];
  #rows = 0;
  #unshown = 0;

  constructor(options: ResultTextOptions) {
    this.#options = options;
    this.#left = options.most;
  }

  columns(names: readonly string[]): void {
    this.#names = names.map(inLine);
  }

  row(values: readonly (string | null)[]): void {
    this.#rows += 1;
    if (this.#left <= 0) {
      this.#unshown += 1;
      return;
    }
    const shown = values.map((value) => (value === null ? "NULL" : inLine(value)));
    if (this.#widths !== null) this.#line(shown);
    else {
      this.#waiting.push(shown);
      if (this.#waiting.length >= lookedAt) this.#head();
    }
  }

  done(changed: number | null): void {
    const { say } = this.#options;
    if (this.#names !== null) {
      if (this.#widths === null) this.#head();
      this.#write(`(${say(text.statementRows, { count: this.#rows })})\n`);
      if (this.#unshown > 0) this.notice(say(text.statementCut, { count: this.#unshown }));
    } else
      this.#write(
        `${changed === null ? say(text.statementDone) : say(text.statementChanged, { count: changed })}\n`,
      );
    this.#names = null;
    this.#widths = null;
    this.#rows = 0;
    this.#unshown = 0;
  }

  notice(line: string): void {
    this.#options.output(`${inLine(line)}\n`, true);
  }

  /** The columns, and the rows that waited for them. */
  #head(): void {
    const names = this.#names ?? [];
    const rows = this.#waiting;
    this.#widths = names.map((name, at) =>
      Math.min(widest, Math.max(widthOf(name), ...rows.map((row) => widthOf(row[at] ?? "")))),
    );
    this.#waiting = [];
    this.#line(names);
    this.#write(`${this.#widths.map((width) => "-".repeat(width)).join("-+-")}\n`);
    for (const row of rows) this.#line(row);
  }

  #line(shown: readonly string[]): void {
    const widths = this.#widths ?? [];
    this.#write(
      `${shown
        .map((value, at) => padded(value, widths[at] ?? 0))
        .join(" | ")
        .trimEnd()}\n`,
    );
  }

  #write(line: string): void {
    this.#left -= line.length;
    this.#options.output(line, false);
  }
}
