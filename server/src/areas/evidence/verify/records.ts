import { sql } from "kysely";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { Services } from "../../../engine/services.ts";
import { checkRecording, type RecordingDamage } from "../../../transport/recording/index.ts";
import { placeOfRecording, StorageError, sessionsTable } from "../../sessions/index.ts";
import type { EvidenceServices } from "../evidence-services.ts";
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
  "refusal",
  "job",
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
  services: EvidenceServices,
  report: ProblemReport,
  signal: AbortSignal,
): Promise<RecordingsRead> {
  const { db } = services;
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
      const problem = await problemOf(services, id, { recording_path: path, bytes: size, hash });
      if (problem !== null) report(problem);
      recordings += 1;
      bytes += size;
    }
    if (rows.length < page || signal.aborted) return { recordings, bytes };
  }
}

/** What is wrong with the recording of a session, wherever it is; null where it is as it was written. */
async function problemOf(
  services: EvidenceServices,
  id: string,
  kept: { readonly recording_path: string | null; readonly bytes: number; readonly hash: string },
): Promise<Message | null> {
  try {
    const place = await placeOfRecording(services, { id, recording_path: kept.recording_path });
    const damage = place === null ? ({ what: "missing" } as const) : await checkRecording(place, kept);
    return damage === null ? null : sayDamage(id, damage);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    if (error.problem === "absent") return sayDamage(id, { what: "missing" });
    if (error.problem === "changed") return sayDamage(id, { what: "truncated" });
    return withParameters(text.recordingUnread, { id });
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
