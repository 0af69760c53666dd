import type { RecordingKeys, RecordingSource } from "../recording/index.ts";
import { asciicastLine, fileOf, openRecording, RecordingTampered, shownEvents } from "../recording/index.ts";
import { type EndScreen, type ReplayIndex, type ReplayPart, withIndexFile } from "./replay-index.ts";

/** The first line of a part: `[seconds, "k", {columns, rows, screen}]`, in the manner of asciicast events. */
export function screenLine(begins: number, screen: EndScreen): Buffer {
  const { columns, rows, screen: text } = screen;
  return Buffer.from(`${JSON.stringify([begins / 1_000_000, "k", { columns, rows, screen: text }])}\n`);
}

/** Where each part begins in the stream, and at last where the stream ends, in bytes. */
export function partOffsets(parts: readonly ReplayPart[]): number[] {
  const offsets = [0];
  for (const part of parts) offsets.push((offsets.at(-1) ?? 0) + part.bytes);
  return offsets;
}

/**
 * The stream of all parts from byte `from` to before byte `to`: what a player reads in ranges. Each part is a line with
 * the screen it begins with, then asciicast events. Only the parts the range touches are read.
 *
 * @throws RecordingTampered at the first frame that was changed
 */
export async function* readStream(
  source: RecordingSource,
  keys: RecordingKeys,
  index: ReplayIndex,
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  const offsets = partOffsets(index.parts);
  for (const [number, part] of index.parts.entries()) {
    const begins = offsets[number] ?? 0;
    if (begins >= to) return;
    if (begins + part.bytes <= from) continue;
    let at = begins;
    for await (const bytes of readPart(source, keys, index, number)) {
      const first = Math.max(0, from - at);
      const last = Math.min(bytes.length, to - at);
      if (first < last) yield bytes.subarray(first, last);
      at += bytes.length;
      if (at >= to) return;
    }
  }
}

async function* readPart(
  source: RecordingSource,
  keys: RecordingKeys,
  index: ReplayIndex,
  number: number,
): AsyncGenerator<Buffer> {
  const part = index.parts[number] as ReplayPart;
  const before = index.parts[number - 1];
  const { columns, rows } = part;
  const screen =
    before === undefined
      ? { columns, rows, screen: "" }
      : ((await withIndexFile(fileOf(source), index.key, (read) => read(before.screen))) as EndScreen);
  yield screenLine(part.begins, screen);
  const recording = await openRecording(source, keys);
  try {
    const shown = shownEvents(recording.header);
    for await (const { events, next } of recording.frames(part.from)) {
      yield Buffer.from(events.map((event) => asciicastLine(shown(event))).join(""));
      if (next.sequence < part.to.sequence) continue;
      if (next.previous !== part.to.previous) throw new RecordingTampered(next.sequence, "is another one");
      return;
    }
    throw new RecordingTampered(part.to.sequence, "is missing");
  } finally {
    await recording.close();
  }
}
