import { type Language, translate, withParameters } from "../../../engine/i18n/index.ts";
import { isObject, type Json, type JsonObject } from "../../../engine/json.ts";
import type { Note } from "./classify.ts";
import { eventKind } from "./kinds.ts";

/** What every event tells in the same words, whatever its record calls it; "" where it has none. */
interface Facts {
  /** Who did it. */
  readonly user: string;
  /** From which address. */
  readonly source_ip: string;
  readonly asset: string;
  readonly account: string;
  /** What it was done to: a command, a file, the name of an object. */
  readonly object: string;
  /** What kind of thing that is. */
  readonly object_type: string;
  readonly session_id: string;
  readonly outcome: "success" | "failure";
}

/** An event as receivers read it, but for its number and its sentence. docs/events.md, "The event". */
export interface StoredEvent extends Facts {
  readonly id: string;
  readonly kind: string;
  readonly time: string;
  readonly severity: number;
  readonly org_id: string | null;
  /** The audit record. */
  readonly record: JsonObject;
  /** Whether texts of the record were cut because it was too large. */
  readonly truncated?: true;
}

/** An event with its place in the order; 0: it has none. */
export interface PlacedEvent {
  readonly seq: number;
  readonly event: StoredEvent;
}

const first = (record: JsonObject, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = record[name];
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "number") return String(value);
  }
  return "";
};

/** Names of the fields that hold the object of an event, by source. */
const objects: Readonly<Record<string, readonly string[]>> = {
  command: ["command"],
  file: ["filename"],
  event: ["event"],
  operation: ["resource"],
  activity: ["resource_id"],
  refusal: ["target", "asset", "refused"],
  password_change: ["user", "username"],
  approval: ["title"],
  job: ["task"],
  secret: ["account_name", "account"],
};

function outcomeOf(source: string, record: JsonObject): Facts["outcome"] {
  const failed =
    (source === "session" && record.is_finished === true && record.is_success === false) ||
    (source === "file" && record.is_success === false) ||
    (source === "sign_in" && record.status === false) ||
    (source === "job" && (record.state === "FAILURE" || record.state === "REVOKED")) ||
    (source === "command" && (record.risk_level === 5 || record.risk_level === 6)) ||
    source === "refusal";
  return failed ? "failure" : "success";
}

function factsOf({ source, change, content }: Note): Facts {
  const isRemoved = change === "removed" && source !== "hold";
  return {
    user: first(
      content,
      ...(source === "password_change" ? ["change_by"] : []),
      "user",
      "applicant",
      "actor",
      "held_by",
      "username",
    ),
    source_ip: first(content, "remote_addr", "ip"),
    asset: first(content, "asset", "apply_run_asset"),
    account: first(content, "account", "apply_run_account", "apply_login_account"),
    object: isRemoved ? first(content, "id", "ticket_id") : first(content, ...(objects[source] ?? [])),
    object_type: isRemoved ? source : first(content, "resource_type"),
    session_id:
      source === "session" ? first(content, "id") : first(content, "session_id", "apply_from_session_id"),
    outcome: outcomeOf(source, content),
  };
}

/** When it happened: what the record says, else when it was noted. */
function timeOf({ source, change, content, date }: Note): string {
  const said =
    change === "removed"
      ? ""
      : change === "changed"
        ? first(content, "date_end", "date_finished")
        : first(content, "datetime", "date_executed", "date_created", "date_start", "date_published");
  // Of a ticket and a job only the beginning is written down.
  return said === "" || (source === "approval" && change === "changed") ? date.toISOString() : said;
}

/** The event of a note. */
export function eventOf(id: string, kind: string, note: Note): StoredEvent {
  const { content } = note;
  const organization = content.org_id;
  return {
    id,
    kind,
    time: timeOf(note),
    severity: eventKind(kind).severity,
    org_id: typeof organization === "string" ? organization : null,
    ...factsOf(note),
    record: content,
  };
}

/** Why it ended or was refused, in a language where there is one. */
function reasonOf({ record, kind }: StoredEvent, language: Language): string {
  if (kind === "job.ended") return first(record, "reason", "state");
  const { reason } = record;
  if (isObject(reason)) return String((reason as Record<string, Json>)[language] ?? "");
  return first(record, "reason", "end_reason");
}

/** What happened as a sentence. */
export function sentenceOf(event: StoredEvent, language: Language): string {
  const said = (value: string): string => (value === "" ? "-" : value);
  const { user, asset, account, object, object_type: type, session_id: session } = event;
  return translate(
    withParameters(eventKind(event.kind).sentence, {
      user: said(user),
      asset: said(asset),
      account: said(account),
      object: said(object),
      type: said(type),
      session: said(session),
      address: said(event.source_ip),
      reason: said(reasonOf(event, language)),
      action: said(first(event.record, "operate")),
    }),
    language,
  );
}
