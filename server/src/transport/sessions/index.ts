export type { FileRecord } from "./file-record.ts";
export type {
  OrphanedSession,
  SessionCommand,
  SessionCommandEntry,
  SessionKind,
  SessionOutcome,
  SessionRecord,
} from "./session-record.ts";
