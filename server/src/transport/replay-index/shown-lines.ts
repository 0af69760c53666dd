import { fileOf, type RecordingSource } from "../recording/index.ts";
import { type ReplayIndex, withIndexFile } from "./replay-index.ts";
import type { ScreenLine } from "./screen-model.ts";

/** The lines of a recording in the order they were shown, part by part. */
export async function* shownLines(
  source: RecordingSource,
  index: ReplayIndex,
  from = 0,
): AsyncGenerator<readonly ScreenLine[]> {
  for (const part of index.parts) {
    if (part.ends < from) continue;
    const found = (await withIndexFile(fileOf(source), index.key, (read) => read(part.text))) as [
      number,
      string,
    ][];
    yield found.map(([time, text]) => ({ time, text })).filter(({ time }) => time >= from);
  }
}
