import type { RecordingSource } from "../../../transport/recording/index.ts";
import { type ReplayIndex, shownLines } from "../../../transport/replay-index/index.ts";

/** `[h:mm:ss] `, since the start of the session. */
function clock(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1_000_000);
  const two = (value: number): string => String(value % 60).padStart(2, "0");
  return `[${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}:${two(seconds)}] `;
}

/** What a recording showed as plain text: each line with its moment, in the order of their moments. */
export async function* textOf(source: RecordingSource, index: ReplayIndex): AsyncGenerator<Buffer> {
  for await (const lines of shownLines(source, index)) {
    yield Buffer.from(lines.map(({ time, text }) => `${clock(time)}${text}\n`).join(""));
  }
}
