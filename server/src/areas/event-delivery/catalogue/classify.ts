import type { JsonObject } from "../../../engine/json.ts";

/** A record as a trigger noted it. */
export interface Note {
  /** Kind of the record, as the evidence calls it. */
  readonly source: string;
  readonly change: "added" | "changed" | "removed";
  readonly content: JsonObject;
  /** Fields that changed. */
  readonly changed: readonly string[];
  readonly date: Date;
}

/** Risk levels of commands that are more than executed. */
const commandKinds: Readonly<Record<number, string>> = {
  4: "command.warned",
  5: "command.denied",
  6: "command.reviewed",
  7: "command.reviewed",
  8: "command.reviewed",
};

const operationKinds: Readonly<Record<string, string>> = {
  create: "object.created",
  delete: "object.deleted",
  view: "object.viewed",
  export: "object.exported",
  download: "object.exported",
};

const ticketKinds: Readonly<Record<string, string>> = {
  approved: "ticket.approved",
  rejected: "ticket.rejected",
  closed: "ticket.closed",
};

const isRunning = ({ state }: JsonObject): boolean => state === "PENDING" || state === "RUNNING";

/** Kinds by source, for records that are there. */
const kindOf: Readonly<Record<string, (note: Note) => string | null>> = {
  session: ({ change }) => (change === "added" ? "session.started" : "session.ended"),
  event: () => "session.event",
  grounds: () => "session.grounds",
  hold: () => "session.held",
  command: ({ content }) => commandKinds[Number(content.risk_level)] ?? "command.executed",
  // A transfer is told of once, when it is over.
  file: ({ content }) => (content.state === "running" ? null : "file.transferred"),
  sign_in: ({ content }) => (content.status === true ? "login.succeeded" : "login.failed"),
  refusal: () => "access.refused",
  operation: ({ content }) => operationKinds[String(content.action)] ?? "object.changed",
  activity: ({ content }) => (content.action === "export_secret" ? "secret.exported" : "secret.viewed"),
  secret: () => "secret.changed",
  password_change: () => "password.changed",
  approval: ({ change, content, changed }) => {
    if (change === "added") return "ticket.opened";
    return (changed.includes("state") ? ticketKinds[String(content.state)] : undefined) ?? "ticket.changed";
  },
  job: ({ change, content }) => {
    if (change === "added") return isRunning(content) ? "job.started" : "job.ended";
    return isRunning(content) ? null : "job.ended";
  },
};

/** The kind of event that a note is; null: none. */
export function classify(note: Note): string | null {
  // Whoever releases a hold removes its record: that is how it is done.
  if (note.change === "removed") return note.source === "hold" ? "session.released" : "record.removed";
  return kindOf[note.source]?.(note) ?? null;
}
