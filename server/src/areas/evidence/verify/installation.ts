import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import { advanceChain } from "../chain/checkpoints.ts";
import type { EvidenceServices } from "../evidence-services.ts";
import { text } from "../texts.ts";
import { verifyCheckpoints, verifyCopies, verifyEntries } from "./chain.ts";
import { verifyRecordings, verifyRecords } from "./records.ts";

/** What verifying an installation came to. */
export interface Verification {
  readonly entries: number;
  readonly checkpoints: number;
  readonly recordings: number;
  /** Bytes of the recordings that were read. */
  readonly bytes: number;
  /** How many things are wrong. */
  readonly problems: number;
}

/** Most problems that are told one by one. */
const mostTold = 500;

/**
 * Compares everything with the chain: its entries with each other, the checkpoints and their copy, every record and
 * every recording. What waits enters the chain first.
 *
 * @param tell called with each problem, and at the end with what it came to
 */
export async function verifyInstallation(
  services: EvidenceServices,
  tell: (message: Message) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<Verification> {
  let problems = 0;
  const report = (problem: Message): void => {
    problems += 1;
    if (problems <= mostTold) tell(problem);
  };
  await verifyCopies(services, report);
  await advanceChain(services, { signal });
  const entries = await verifyEntries(services, report, signal);
  const checkpoints = await verifyCheckpoints(services, entries, report);
  await verifyRecords(services, report, signal);
  const { recordings, bytes } = await verifyRecordings(services, report, signal);
  if (problems > mostTold) tell(withParameters(text.andMore, { count: problems - mostTold }));
  const megabytes = Math.round(bytes / 1e6);
  tell(
    problems === 0
      ? withParameters(text.verified, { entries, checkpoints, recordings, megabytes })
      : withParameters(text.problems, { count: problems }),
  );
  return { entries, checkpoints, recordings, bytes, problems };
}
