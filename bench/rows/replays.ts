import { timeReplays } from "../../server/src/testing/replay-times.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { below, median, noted, type Row } from "../table.ts";

const seeks = 20;

/** A recording of a day: what the server does until a player has the first part, and until it has that of any moment. */
export async function measureReplays({ sizes }: Fixtures): Promise<Row[]> {
  const { opened, sought, soughtFar, readBack, indexed } = await timeReplays(sizes.recordedBytes, seeks);
  return [
    below(`opens a recording of a day, ${Math.round(sizes.recordedBytes / 1e6)} MB`, opened, 2000),
    below(`finds a moment of it, slowest of ${seeks}`, Math.max(...sought), 300),
    below(`finds a moment of it, median of ${seeks}`, median(sought), 300),
    below(`finds a moment of it in a storage, slowest of ${seeks}`, Math.max(...soughtFar), 300),
    noted("is read back from a storage and verified", `${Math.round(readBack / 1e6)} MB of output a second`),
    noted("its index is made", `${indexed.speed.toFixed(0)} x its time, ${indexed.seconds.toFixed(1)} s`),
  ];
}
