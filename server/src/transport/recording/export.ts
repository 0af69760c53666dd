import type { DirectionSummary, RecordingEvent, RecordingHeader, TransferSummary } from "./format.ts";
import type { RecordingReader } from "./reader.ts";

type Decoder = InstanceType<typeof TextDecoder>;

/**
 * The recording as asciicast v2: the header line, then one `[seconds, "o" | "r", text]` line an event, in
 * buffers of some tens of kilobytes. Output is decoded as one stream, so a character may lie across events;
 * bytes that are none become U+FFFD. Text of the gateway itself appears as output. Of a program without a terminal the
 * input appears as well, in another colour, and what passed in all at the end.
 *
 * @throws RecordingTampered while iterating, at the first changed frame
 */
export async function* toAsciicast(recording: RecordingReader): AsyncGenerator<Buffer> {
  const shown = shownEvents(recording.header);
  const lineOf = (event: Shown): string => asciicastLine(shown(event));
  let text = `${JSON.stringify(asciicastHeader(recording.header))}\n`;
  let last = 0;
  for await (const event of recording.events()) {
    last = event.time;
    text += lineOf(event);
    if (text.length >= 32 * 1024) {
      yield Buffer.from(text);
      text = "";
    }
  }
  text += lineOf({ kind: "o", time: last, data: null });
  if (text !== "") yield Buffer.from(text);
}

/**
 * What passed in one direction alone, byte for byte as it was sent; the target's output by default. Throws as
 * `toAsciicast`.
 */
export async function* toRaw(recording: RecordingReader, kind: "o" | "i" = "o"): AsyncGenerator<Buffer> {
  for await (const event of recording.events()) if (event.kind === kind) yield event.data;
}

function asciicastHeader(header: RecordingHeader): Record<string, unknown> {
  return {
    version: 2,
    width: header.columns,
    height: header.rows,
    timestamp: Math.floor(Date.parse(header.started) / 1000),
    title: header.title,
    env: { TERM: "xterm-256color" },
  };
}

/** An event; without data: the end of its stream. */
type Shown = Pick<RecordingEvent, "kind" | "time"> & { readonly data: Buffer | null };

/** What a player does at a moment: writes text (`o`), or takes another size (`r`, `COLUMNSxROWS`). */
export interface ShownEvent {
  /** Microseconds since the start of the session. */
  readonly time: number;
  readonly code: "o" | "r";
  /** Empty: nothing is to be done. */
  readonly text: string;
}

/** What events become in a player, one after the other; characters may lie across events. */
export function shownEvents({ charset, withoutTerminal }: RecordingHeader): (event: Shown) => ShownEvent {
  const output = outputDecoder(charset);
  const input = outputDecoder(charset);
  const decode = (decoder: Decoder, data: Buffer | null) =>
    data === null ? decoder.decode() : decoder.decode(data, { stream: true });
  const textOf = ({ kind, data }: Shown): string => {
    switch (kind) {
      case "o": {
        const text = decode(output, data);
        return withoutTerminal === true ? printable(text) : text;
      }
      case "i": {
        // A terminal shows what is typed itself, or does not because it is secret.
        if (withoutTerminal !== true) return "";
        const text = printable(decode(input, data));
        return text === "" ? "" : `\u001b[36m${text}\u001b[0m`;
      }
      case "m":
        return data?.toString("utf8") ?? "";
      case "r":
        return data?.toString("latin1") ?? "";
      case "s":
        return data === null ? "" : summaryText(JSON.parse(data.toString()) as TransferSummary);
    }
  };
  return (event) => ({
    time: event.time,
    code: event.kind === "r" ? "r" : "o",
    text: textOf(event),
  });
}

/** A line of an asciicast; nothing where nothing is to be done. */
export function asciicastLine({ time, code, text }: ShownEvent): string {
  return text === "" ? "" : `${JSON.stringify([time / 1_000_000, code, text])}\n`;
}

/** Text of a program without a terminal as a terminal shows it: lines begin at the left, nothing acts on it. */
const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (control) => {
    if (control === "\n") return "\r\n";
    if (control === "\t" || control === "\r") return control === "\t" ? control : "";
    // The pictures of the control characters; those beyond ASCII have none.
    const code = control.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\u2421";
  });

/** In English, as the words of the format are: a recording has no reader's language. */
function summaryText({ input, output }: TransferSummary): string {
  const about = (name: string, { bytes, kept, sha256 }: DirectionSummary) =>
    `\r\n\u001b[2m[${name}: ${bytes} bytes${kept < bytes ? `, the first ${kept} recorded` : ""}, SHA-256 ${sha256}]\u001b[0m`;
  return `${about("input", input)}${about("output", output)}\r\n`;
}

function outputDecoder(charset: string): Decoder {
  try {
    return new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    return new TextDecoder("utf-8", { ignoreBOM: true });
  }
}
