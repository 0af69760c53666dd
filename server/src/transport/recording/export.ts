import type { RecordingEvent, RecordingHeader } from "./format.ts";
import type { RecordingReader } from "./reader.ts";

type Decoder = InstanceType<typeof TextDecoder>;

/**
 * The recording as asciicast v2: the header line, then one `[seconds, "o" | "r", text]` line an event, in
 * buffers of some tens of kilobytes. Output is decoded as one stream, so a character may lie across events;
 * bytes that are none become U+FFFD. Text of the gateway itself appears as output. Input is left out.
 *
 * @throws RecordingTampered while iterating, at the first changed frame
 */
export async function* toAsciicast(recording: RecordingReader): AsyncGenerator<Buffer> {
  const decoder = outputDecoder(recording.header.charset);
  let lines = `${JSON.stringify(asciicastHeader(recording.header))}\n`;
  let last = 0;
  for await (const event of recording.events()) {
    last = event.time;
    lines += lineOf(event, decoder);
    if (lines.length >= 32 * 1024) {
      yield Buffer.from(lines);
      lines = "";
    }
  }
  const rest = decoder.decode();
  if (rest !== "") lines += line(last, "o", rest);
  if (lines !== "") yield Buffer.from(lines);
}

/** The target's output alone, byte for byte as it was sent. Throws as `toAsciicast`. */
export async function* toRaw(recording: RecordingReader): AsyncGenerator<Buffer> {
  for await (const event of recording.events()) if (event.kind === "o") yield event.data;
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

function lineOf(event: RecordingEvent, decoder: Decoder): string {
  switch (event.kind) {
    case "o": {
      const text = decoder.decode(event.data, { stream: true });
      return text === "" ? "" : line(event.time, "o", text);
    }
    case "m":
      return line(event.time, "o", event.data.toString("utf8"));
    case "r":
      return line(event.time, "r", event.data.toString("latin1"));
    case "i":
      return "";
  }
}

function line(time: number, kind: "o" | "r", text: string): string {
  return `${JSON.stringify([time / 1_000_000, kind, text])}\n`;
}

function outputDecoder(charset: string): Decoder {
  try {
    return new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    return new TextDecoder("utf-8", { ignoreBOM: true });
  }
}
