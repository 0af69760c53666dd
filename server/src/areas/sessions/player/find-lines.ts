import type { RecordingSource } from "../../../transport/recording/index.ts";
import { type ReplayIndex, shownLines } from "../../../transport/replay-index/index.ts";

/** Hits in one answer. */
const most = 100;
/** How long one answer searches, in milliseconds; the next goes on. */
const longest = 2000;
/** Characters of a line that are told. */
const lineLength = 300;

/** Lines of a recording with a text in them. */
export interface FoundLines {
  readonly hits: readonly { readonly time: number; readonly text: string }[];
  /** Where the search goes on, in seconds; null when the end was reached. */
  readonly next: number | null;
}

const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/** The stretch of a line around what was found. */
function around(line: string, wanted: string): string {
  if (line.length <= lineLength) return line;
  const place = Math.max(0, folded(line).indexOf(wanted) - lineLength / 3);
  return `${place > 0 ? "…" : ""}${line.slice(place, place + lineLength)}…`;
}

/**
 * Finds the lines that show a text, whatever its case.
 *
 * @param from microseconds
 */
export async function findLines(
  source: RecordingSource,
  index: ReplayIndex,
  text: string,
  from: number,
): Promise<FoundLines> {
  const wanted = folded(text);
  const hits: { time: number; text: string }[] = [];
  const until = Date.now() + longest;
  for await (const lines of shownLines(source, index, from)) {
    for (const line of lines) {
      if (!folded(line.text).includes(wanted)) continue;
      const time = line.time / 1_000_000;
      // Lines of one moment stay together: the next answer begins after them.
      if (hits.length >= most && time !== hits.at(-1)?.time) return { hits, next: time };
      hits.push({ time, text: around(line.text, wanted) });
    }
    const last = lines.at(-1);
    if (last !== undefined && Date.now() > until) return { hits, next: (last.time + 1) / 1_000_000 };
  }
  return { hits, next: null };
}
