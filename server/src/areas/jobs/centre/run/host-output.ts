import { plainLine } from "../../../../engine/tasks/index.ts";
import { withoutEscapes } from "../../../../transport/targets/index.ts";

/** Longest line that is kept as one; a longer one is broken. */
const longestLine = 4_000;

/** What the output of one host goes to. */
export interface OutputSink {
  /** Keeps a piece, behind what was kept before. */
  keep(piece: string): void;
  /** A whole line of it, for who follows the run. */
  line(text: string): void;
  /** No more is kept. */
  cut(): void;
}

/**
 * The output of one host as lines of plain text. What is beyond `most` characters is counted and thrown away: the
 * program goes on, and neither the memory nor the database grows.
 */
export class HostOutput {
  readonly #sink: OutputSink;
  readonly #most: number;
  readonly #decoders = { out: new TextDecoder(), err: new TextDecoder() };
  #rest = { out: "", err: "" };
  #kept = 0;
  #size = 0;
  #isCut = false;

  /** @param most characters that are kept */
  constructor(sink: OutputSink, most: number) {
    this.#sink = sink;
    this.#most = most;
  }

  /** Bytes the host sent. */
  get size(): number {
    return this.#size;
  }

  /** Whether some of it was thrown away. */
  get isCut(): boolean {
    return this.#isCut;
  }

  take(data: Buffer, isError: boolean): void {
    this.#size += data.length;
    if (this.#isCut) return;
    const stream = isError ? "err" : "out";
    const text = this.#rest[stream] + this.#decoders[stream].decode(data, { stream: true });
    const lines = text.split("\n");
    this.#rest[stream] = lines.pop() ?? "";
    for (const line of lines) this.#line(line);
    while (this.#rest[stream].length > longestLine && !this.#isCut) {
      this.#line(this.#rest[stream].slice(0, longestLine));
      this.#rest[stream] = this.#rest[stream].slice(longestLine);
    }
    if (this.#isCut) this.#rest = { out: "", err: "" };
  }

  /** All has come. */
  end(): void {
    for (const stream of ["out", "err"] as const) {
      const rest = this.#rest[stream] + this.#decoders[stream].decode();
      this.#rest[stream] = "";
      if (rest !== "" && !this.#isCut) this.#line(rest);
    }
  }

  #line(text: string): void {
    if (this.#isCut) return;
    for (let at = 0; at === 0 || at < text.length; at += longestLine) {
      const line = plainLine(
        withoutEscapes(text.slice(at, at + longestLine)).replaceAll("\n", ""),
        longestLine,
      );
      if (this.#kept + line.length + 1 > this.#most) {
        this.#isCut = true;
        this.#sink.cut();
        return;
      }
      this.#kept += line.length + 1;
      this.#sink.keep(`${line}\n`);
      this.#sink.line(line);
    }
  }
}
