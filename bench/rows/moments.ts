import { timeMoments } from "../../server/src/testing/moment-times.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, judged, noted, type Row } from "../table.ts";

/** Bytes of text in a session. */
const textEach = 200_000;

/** The search in recordings: how long it takes, what it costs to keep, and whether it keeps up with what is recorded. */
export async function measureMoments({ sizes }: Fixtures): Promise<Row[]> {
  const { recordings, recordingSearches, indexedSeconds } = sizes;
  const { searches, complete, textBytes, keptBytes, speed } = await timeMoments(
    recordings,
    textEach,
    recordingSearches,
    indexedSeconds,
  );
  const sorted = searches.toSorted((one, other) => one - other);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  const ratio = keptBytes / textBytes;
  return [
    below(`finds a phrase in ${recordings} recordings, ${Math.round(textBytes / 1e6)} MB, p95`, p95, 300),
    noted("such searches that were answered in one go", `${complete} of ${searches.length}`),
    judged(
      "what the search keeps, beside the text",
      `${(keptBytes / 1e6).toFixed(1)} MB`,
      "<= 0.5 of the text",
      ratio <= 0.5,
      { beside: `${(textBytes / 1e6).toFixed(1)} MB`, ratio },
    ),
    judged("a busy terminal is indexed", `${speed.toFixed(0)} x its time`, ">= 20 x", speed >= 20),
  ];
}
