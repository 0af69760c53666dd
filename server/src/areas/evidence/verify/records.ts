import { sql } from "kysely";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { Services } from "../../../engine/services.ts";
import {
  checkRecording,
  type RecordingDamage,
  resolveRecording,
} from "../../../transport/recording/index.ts";
import { sessionsTable } from "../../sessions/index.ts";
import type { ChainServices } from "../evidence-services.ts";
import { text } from "../texts.ts";
import type { ProblemReport } from "./chain.ts";

/** The kinds of record in the chain. */
export const recordKinds = [
  "session",
  "command",
  "file",
  "event",
  "grounds",
  "hold",
  "operation",
  "activity",
  "sign_in",
  "password_change",
  "approval",
  "approval_step",
] as const;

/** Of each kind, most that are named. */
const mostNamed = 100;

const problems = {
  changed: text.recordChanged,
  missing: text.recordMissing,
  added: text.recordAdded,
} as const;

/** Compares every record with the chain. */
export async function verifyRecords(
  { db }: Pick<Services, "db">,
  report: ProblemReport,
  signal: AbortSignal,
): Promise<void> {
  for (const kind of recordKinds) {
    if (signal.aborted) return;
    const { rows } = await sql<{ object_id: string; problem: keyof typeof problems }>`
      select object_id, problem from evidence_discrepancies(${kind}, ${mostNamed})
    `.execute(db);
    for (const { object_id: id, problem } of rows) report(withParameters(problems[problem], { kind, id }));
  }
}

/** Sessions whose recordings are looked up at a time. */
const page = 500;

/** What was read of recordings. */
export interface RecordingsRead {
  readonly recordings: number;
  readonly bytes: number;
}

/** Compares every recording with what was kept of it when its session ended. */
export async function verifyRecordings(
  { db, config }: ChainServices,
  report: ProblemReport,
  signal: AbortSignal,
): Promise<RecordingsRead> {
  let recordings = 0;
  let bytes = 0;
  for (let last = "00000000-0000-0000-0000-000000000000"; ; ) {
    const rows = await db
      .selectFrom(sessionsTable.as("s"))
      .select(["s.id", "s.recording_path", "s.recording_bytes", "s.recording_hash"])
      .where("s.id", ">", last)
      .where("s.has_replay", "=", true)
      .where("s.recording_hash", "is not", null)
      .orderBy("s.id")
      .limit(page)
      .execute();
    for (const { id, recording_path: path, recording_bytes: size, recording_hash: hash } of rows) {
      if (signal.aborted) break;
      last = id;
      if (hash === null || size === null) continue;
      const damage: RecordingDamage | null =
        path === null
          ? { what: "missing" }
          : await checkRecording(resolveRecording(config.dataFolder, path), { bytes: size, hash });
      if (damage !== null) report(sayDamage(id, damage));
      recordings += 1;
      bytes += size;
    }
    if (rows.length < page || signal.aborted) return { recordings, bytes };
  }
}

/** What is wrong with the recording of a session, as a sentence. */
function sayDamage(id: string, damage: RecordingDamage): Message {
  switch (damage.what) {
    case "missing":
      return withParameters(text.recordingMissing, { id });
    case "truncated":
      return withParameters(text.recordingTruncated, { id });
    case "extended":
      return withParameters(text.recordingExtended, { id });
    case "changed":
      return withParameters(text.recordingChanged, { id, frame: damage.frame });
    case "reordered":
      return withParameters(text.recordingReordered, { id, frame: damage.frame });
  }
}
