import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import {
  type RecordingKeys,
  type RecordingSummary,
  RecordingWriter,
} from "../../../transport/recording/index.ts";

/** What was sent is no recording of a terminal; the message says why. */
export class NoAsciicast extends Error {}

/** Longest line, most text and longest session of a recording that is taken. */
const most = { line: 8 * 1024 * 1024, text: 2 * 1024 * 1024 * 1024, seconds: 8 * 24 * 3_600 };

/** The lines of a compressed text, bounded in what they may grow to. */
async function* linesOf(file: Blob): AsyncGenerator<string> {
  const text = Readable.fromWeb(file.stream() as never).pipe(createGunzip());
  const decoder = new TextDecoder();
  let rest = "";
  let size = 0;
  try {
    for await (const chunk of text) {
      size += (chunk as Buffer).length;
      if (size > most.text) throw new NoAsciicast("too large");
      const parts = (rest + decoder.decode(chunk as Buffer, { stream: true })).split("\n");
      rest = parts.pop() ?? "";
      if (rest.length > most.line) throw new NoAsciicast("line too long");
      yield* parts;
    }
  } catch (error) {
    if (error instanceof NoAsciicast) throw error;
    throw new NoAsciicast("not compressed with gzip, or cut off");
  } finally {
    text.destroy();
  }
  if (rest !== "") yield rest;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new NoAsciicast("a line is not JSON");
  }
}

const cells = (value: unknown, usual: number): number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= 1000 ? (value as number) : usual;

interface Event {
  readonly seconds: number;
  readonly kind: "o" | "i" | "r";
  readonly text: string;
}

/** An event; null for one of a kind that no player shows. */
function eventOf(line: string): Event | null {
  const event = parsed(line);
  if (!Array.isArray(event)) throw new NoAsciicast("a line is no event");
  const [seconds, kind, text] = event as unknown[];
  if (typeof seconds !== "number" || !(seconds >= 0 && seconds <= most.seconds) || typeof text !== "string")
    throw new NoAsciicast("an event has no time or no text");
  if (kind !== "o" && kind !== "i" && kind !== "r") return null;
  return { seconds, kind, text };
}

/**
 * Writes an asciicast (version 2, compressed) as a recording of our own: sealed, chained and played like those of our own
 * gateways. Nothing is left of one that cannot be read to its end.
 *
 * @throws NoAsciicast where it is none
 */
export async function recordAsciicast(
  cast: Blob,
  target: {
    readonly file: string;
    readonly sessionId: string;
    readonly started: Date;
    readonly title: string;
    readonly keys: RecordingKeys;
  },
): Promise<RecordingSummary> {
  const lines = linesOf(cast);
  const first = await lines.next();
  const header = first.done === true ? null : parsed(first.value);
  if (typeof header !== "object" || header === null || (header as { version?: unknown }).version !== 2)
    throw new NoAsciicast("not asciicast version 2");
  const { width, height } = header as { readonly width?: unknown; readonly height?: unknown };
  let clock = 0;
  let written: (() => void) | null = null;
  let isBehind = false;
  const writer = await RecordingWriter.create(
    target.file,
    {
      id: target.sessionId,
      started: target.started.toISOString(),
      columns: cells(width, 80),
      rows: cells(height, 24),
      title: target.title,
      charset: "utf-8",
    },
    target.keys,
    {
      now: () => clock,
      onPressure(behind) {
        isBehind = behind;
        if (!behind) written?.();
      },
    },
  );
  try {
    for await (const line of lines) {
      if (line.trim() === "") continue;
      const event = eventOf(line);
      if (event === null) continue;
      // Times never go back, whatever the file says.
      clock = Math.max(clock, event.seconds * 1000);
      writer.add(event.kind, Buffer.from(event.text));
      if (isBehind)
        await new Promise<void>((resolve) => {
          written = resolve;
        });
    }
    return await writer.close();
  } catch (error) {
    await writer.discard().catch(() => undefined);
    throw error;
  }
}
