import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import {
  text as common,
  type Language,
  type Message,
  translate,
  withParameters,
} from "../../../engine/i18n/index.ts";
import {
  choice,
  computed,
  datetime,
  defineResource,
  exactChoice,
  exactUuid,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { text } from "./texts.ts";

/** Every kind of event: what it is called, and what is said of it. */
const kinds = {
  connected: { label: text.connected, says: text.saysConnected },
  failed: { label: text.failed, says: text.saysFailed },
  watch_joined: { label: text.watchJoined, says: text.saysWatchJoined },
  watch_left: { label: text.watchLeft, says: text.saysWatchLeft },
  detached: { label: text.detached, says: text.saysDetached },
  reattached: { label: text.reattached, says: text.saysReattached },
  paused: { label: text.paused, says: text.saysPaused },
  resumed: { label: text.resumed, says: text.saysResumed },
  share_created: { label: text.shareCreated, says: text.saysShareCreated },
  share_revoked: { label: text.shareRevoked, says: text.saysShareRevoked },
  share_joined: { label: text.shareJoined, says: text.saysShareJoined },
  share_left: { label: text.shareLeft, says: text.saysShareLeft },
  share_removed: { label: text.shareRemoved, says: text.saysShareRemoved },
  share_readonly: { label: text.shareReadonly, says: text.saysShareReadonly },
  share_writable: { label: text.shareWritable, says: text.saysShareWritable },
  share_typed: { label: text.shareTyped, says: text.saysShareTyped },
  terminated: { label: text.terminated, says: text.saysTerminated },
  ended: { label: text.ended, says: text.saysEnded },
} as const satisfies Readonly<Record<string, { readonly label: Message; readonly says: Message }>>;

/** What can happen to a session. */
export type SessionEventKind = keyof typeof kinds;

/** Something that happened to a session. */
export interface SessionEvent {
  readonly sessionId: string;
  readonly event: SessionEventKind;
  /** Who did it, as a person reads it; default nobody. */
  readonly actor?: string;
  /** Why: in the words of who did it, or a stable word such as why a session ended. */
  readonly reason?: string;
}

/** Records what happened to a session; nothing where there is no such session (any more). */
export async function recordSessionEvent(
  db: Kysely<Database>,
  { sessionId, event, actor = "", reason = "" }: SessionEvent,
): Promise<void> {
  await sql`
    insert into session_events (session_id, org_id, event, actor, reason)
    select id, org_id, ${event}, ${actor}, ${reason} from sessions where id = ${sessionId}::uuid
  `.execute(db);
}

/** Why sessions end, by the stable word. */
const endings: ReadonlyMap<string, Message> = new Map([
  ["target_closed", text.targetClosed],
  ["connection_lost", text.connectionLost],
  ["target_misbehaved", text.targetMisbehaved],
  ["client_closed", text.clientClosed],
  ["terminated", text.terminatedByOther],
  ["idle", text.idle],
  ["maximum_time", text.maximumTime],
  ["permission_expired", text.permissionExpired],
  ["permission_revoked", text.permissionRevoked],
  ["sign_in_ended", text.signInEnded],
  ["recording_failed", text.recordingFailed],
  ["command_refused", text.commandRefused],
  ["shutdown", text.shutdown],
  ["internal", text.internal],
  ["gateway_died", text.gatewayDied],
  ["gateway_silent", text.gatewaySilent],
  ["reported", text.reported],
]);

/** What happened, as one sentence. */
function sentenceOf(event: string, actor: string, reason: string, language: Language): string {
  if (!Object.hasOwn(kinds, event)) return event;
  const { says } = kinds[event as SessionEventKind];
  if (event === "ended" || event === "failed") {
    const ending = endings.get(reason);
    return translate(
      withParameters(says, { reason: ending === undefined ? reason : translate(ending, language) }),
      language,
    );
  }
  const sentence = translate(withParameters(says, { actor, reason }), language);
  if (event === "reattached") return sentence;
  return reason === "" ? sentence : translate(withParameters(text.because, { sentence, reason }), language);
}

const choices = Object.entries(kinds).map(([value, { label }]) => ({ value, label }));

/**
 * The history of sessions, an addition to the contract, in the order in which it happened.
 * Contract: docs/contract/sessions.md, section 12.
 */
export const sessionEventsResource = defineResource({
  path: "sallyport/session-events",
  app: "terminal",
  model: "session",
  label: text.sessionEvent,
  title: "Session Event",
  scope: "organization",
  table: "session_events",
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id, readOnly: true }),
    session: uuid({ label: text.session, readOnly: true, column: "session_id" }),
    event: choice({ label: text.event, readOnly: true, choices }),
    actor: textField({ label: text.actor, readOnly: true }),
    reason: textField({ label: text.reason, readOnly: true }),
    content: computed({
      label: text.content,
      columns: ["event", "actor", "reason"],
      present: ({ event, actor, reason }, { language }) =>
        sentenceOf(String(event), String(actor), String(reason), language),
    }),
    date_created: datetime({ label: text.date, readOnly: true }),
  },
  filters: {
    session: exactUuid("t.session_id"),
    event: exactChoice(
      "t.event",
      choices.map(({ value }) => value),
    ),
  },
  order: { by: ["serial"], default: ["serial"], announced: false },
  operations: ["list", "retrieve"],
  displayColumn: "id",
});
