import type { RecordingSummary } from "../recording/index.ts";

/** What the list of sessions calls a session. */
export interface SessionKind {
  /** `normal`: a terminal; `command`: one command; `sftp`: files; `tunnel`: a forwarded connection. */
  readonly type: "normal" | "command" | "sftp" | "tunnel";
  /** `WT`: web terminal; `ST`: an SSH client; `JB`: a job, with nobody at it. */
  readonly loginFrom: "WT" | "ST" | "JB";
}

/** A session as it begins. */
export interface SessionRecord {
  readonly id: string;
  readonly userId: string;
  readonly user: string;
  readonly assetId: string;
  readonly asset: string;
  readonly accountId: string;
  readonly account: string;
  readonly protocol: string;
  readonly type: SessionKind["type"];
  readonly loginFrom: SessionKind["loginFrom"];
  readonly remoteAddress: string;
  readonly organizationId: string;
  readonly dateStart: Date;
  /** Where its recording will lie, relative to the data folder; null when it is not recorded. */
  readonly recordingPath: string | null;
  /** What is to be said of it. */
  readonly remark?: string;
  /** Id of the ticket by which somebody consented to it; absent where nobody had to. */
  readonly reviewId?: string | undefined;
  /** Whether that ticket is signed off only afterwards; default false. */
  readonly isEmergency?: boolean;
}

/** How a session ended. */
export interface SessionOutcome {
  readonly dateEnd: Date;
  readonly hasReplay: boolean;
  /** Relative to the data folder; null when there is no replay. */
  readonly recordingPath: string | null;
  /** Size and last hash of the recording, to tell later that nothing was cut off; null without replay. */
  readonly recording: RecordingSummary | null;
  /** Why, a stable word: `target_closed`, `terminated`, `idle` and so on (`EndReason`), or `gateway_died`. */
  readonly reason: string;
  /** What is to be said of it at its end; absent where that stays as it was. */
  readonly remark?: string;
}

/** A command of a session, to be stored. */
export interface SessionCommandEntry {
  /** Its own: storing it twice stores it once. */
  readonly id: string;
  /** At most 2 048 characters. */
  readonly input: string;
  /** At most 1 024 characters. */
  readonly output: string;
  /** What became of it, by the number of the contract; 0: accepted. */
  readonly riskLevel: number;
  /** How it was known: told by itself, by marks of the shell, or as the screen showed it. */
  readonly source: "exact" | "marks" | "screen";
  readonly date: Date;
  /** Who sent it, where that was somebody else than the session's person; else empty. */
  readonly by?: string;
}

/** A request to act on a running session. Idempotent: it may arrive twice, or for an ended session. */
export interface SessionCommand {
  readonly sessionId: string;
  readonly action: "kill" | "lock" | "unlock";
  /** Who asked for it, as a person reads it. */
  readonly by: string;
  /** Why, in their words; empty where they did not say. */
  readonly reason: string;
}

/** A session an earlier run of the gateway left behind. */
export interface OrphanedSession {
  readonly id: string;
  readonly recordingPath: string | null;
  readonly dateStart: Date;
  /** When the gateway last told that it runs. */
  readonly lastSeen: Date;
}
