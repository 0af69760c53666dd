import { isRecord } from "../../kit/api/api-error.ts";
import type { CastEvent } from "./timeline.ts";

/** A recording in memory. */
export interface TerminalRecording {
  columns: number;
  rows: number;
  /** Start as seconds since 1970, when the recording says so. */
  startedAt: number | undefined;
  events: CastEvent[];
  /** The file ends in the middle of a line: its last moment is missing. */
  truncated: boolean;
}

/** The file is not a recording this player knows. */
export class UnknownRecording extends Error {}

const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

function size(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isInteger(value) && value > 0
    ? Math.min(value, 1000)
    : otherwise;
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Takes an asciicast v2 text line by line. Lines that are no events are left out: a recording cut off by a crash is
 * still shown up to its last whole line. Times never run backwards in what comes out.
 */
export class CastReader {
  readonly #events: CastEvent[] = [];
  #header: Record<string, unknown> | undefined;
  #rest = "";
  #last = 0;

  /** Takes the next piece of text, cut anywhere. */
  push(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#line(line);
  }

  /**
   * The recording, after the last piece.
   *
   * @throws UnknownRecording when the text does not start with an asciicast v2 header
   */
  finish(): TerminalRecording {
    const whole = this.#rest === "" || parseLine(this.#rest) !== undefined;
    if (whole) this.#line(this.#rest);
    if (this.#header === undefined) throw new UnknownRecording("no asciicast header");
    const { width, height, timestamp } = this.#header;
    return {
      columns: size(width, DEFAULT_COLUMNS),
      rows: size(height, DEFAULT_ROWS),
      startedAt: typeof timestamp === "number" ? timestamp : undefined,
      events: this.#events,
      truncated: !whole,
    };
  }

  #line(line: string): void {
    if (line.trim() === "") return;
    const value = parseLine(line);
    if (this.#header === undefined) {
      if (!isRecord(value) || value.version !== 2) throw new UnknownRecording("not asciicast v2");
      this.#header = value;
      return;
    }
    if (!Array.isArray(value)) return;
    const [time, kind, data] = value as unknown[];
    if (typeof time !== "number" || typeof kind !== "string" || typeof data !== "string") return;
    this.#last = Math.max(this.#last, time);
    this.#events.push([this.#last, kind, data]);
  }
}

/** Turns a recording of the old kind, `{"<seconds>": "text"}`, into the same shape. */
export function parseJsonRecording(text: string): TerminalRecording {
  const value = parseLine(text);
  if (!isRecord(value)) throw new UnknownRecording("not a recording object");
  const events = Object.entries(value)
    .map(([time, data]): CastEvent => [Number.parseFloat(time), "o", String(data)])
    .filter(([time]) => Number.isFinite(time) && time >= 0)
    .sort((left, right) => left[0] - right[0]);
  return { columns: DEFAULT_COLUMNS, rows: DEFAULT_ROWS, startedAt: undefined, events, truncated: false };
}

/** The bytes of an answer as text; unpacks a gzip file the server sent as it is. */
async function textStream(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<ReadableStream<string>> {
  const reader = body.getReader();
  const first = await reader.read();
  const packed = !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b;
  const whole = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      if (first.done) controller.close();
      else controller.enqueue(first.value);
    },
    async pull(controller) {
      const next = await reader.read();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const bytes = packed ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
  return bytes.pipeThrough(new TextDecoderStream());
}

/**
 * Fetches a recording and reads it while it arrives.
 *
 * @param source its address on this site
 * @param type `asciicast` or `json`
 * @param progress called with the number of characters read so far
 * @throws UnknownRecording when it is not of that type, Error with the HTTP status when it cannot be had
 */
export async function loadRecording(
  source: string,
  type: "asciicast" | "json",
  signal: AbortSignal,
  progress: (characters: number) => void,
): Promise<TerminalRecording> {
  const response = await fetch(source, { signal, credentials: "same-origin" });
  if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
  const reader = (await textStream(response.body)).getReader();
  const cast = new CastReader();
  const pieces: string[] = [];
  let characters = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    characters += value.length;
    progress(characters);
    if (type === "asciicast") cast.push(value);
    else pieces.push(value);
  }
  return type === "asciicast" ? cast.finish() : parseJsonRecording(pieces.join(""));
}
