import { timeEvidence } from "../../server/src/testing/evidence-times.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { judged, noted, type Row } from "../table.ts";

/** Most of what recording takes that the chain may take, and least that is verified in a second, in megabytes. */
const targets = { share: 0.03, speed: 200 };

/** What the chain of evidence adds to recording a busy hour, and how fast recordings and bundles are verified. */
export async function measureEvidence({ sizes }: Fixtures): Promise<Row[]> {
  const { recording, chain, verified } = await timeEvidence(sizes.recordedBytes, sizes.recordedHours);
  const share = chain / recording;
  const fast = (name: string, speed: number) =>
    judged(name, `${speed.toFixed(0)} MB/s`, `> ${targets.speed} MB/s`, speed > targets.speed);
  return [
    judged(
      "chain of a busy hour, share of recording it",
      `${(share * 100).toFixed(1)} %`,
      `< ${targets.share * 100} %`,
      share < targets.share,
    ),
    noted("recording that hour", `${recording.toFixed(0)} ms`),
    fast("verifies a recording", verified.recording),
    fast("verifies a bundle by its script", verified.bundle),
  ];
}
