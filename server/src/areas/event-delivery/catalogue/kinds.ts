import type { Message } from "../../../engine/i18n/index.ts";
import { kindText, sentence } from "./texts.ts";

/** Severities of RFC 5424 that events have. */
const severities = { alert: 1, error: 3, warning: 4, notice: 5, information: 6 } as const;

/** A kind of event. */
export interface EventKind {
  /** As receivers read it: never changed once it landed. */
  readonly name: string;
  readonly label: Message;
  readonly sentence: Message;
  /** Of RFC 5424: the less, the more urgent. */
  readonly severity: number;
  /** The audit record that is its `record`, as the evidence calls it. */
  readonly source: string;
}

const kind = (
  name: string,
  word: keyof typeof kindText,
  source: string,
  severity: keyof typeof severities = "information",
): EventKind => ({
  name,
  label: kindText[word],
  sentence: sentence[word],
  severity: severities[severity],
  source,
});

/** Every kind of event, in the order of the document. docs/events.md is made of it. */
export const eventKinds = [
  kind("session.started", "sessionStarted", "session", "notice"),
  kind("session.ended", "sessionEnded", "session"),
  kind("session.event", "sessionEvent", "event"),
  kind("session.grounds", "sessionGrounds", "grounds"),
  kind("session.held", "sessionHeld", "hold", "notice"),
  kind("session.released", "sessionReleased", "hold", "notice"),
  kind("command.executed", "commandExecuted", "command"),
  kind("command.warned", "commandWarned", "command", "warning"),
  kind("command.denied", "commandDenied", "command", "warning"),
  kind("command.reviewed", "commandReviewed", "command", "notice"),
  kind("file.transferred", "fileTransferred", "file"),
  kind("login.succeeded", "loginSucceeded", "sign_in", "notice"),
  kind("login.failed", "loginFailed", "sign_in", "warning"),
  kind("access.refused", "accessRefused", "refusal", "warning"),
  kind("object.created", "objectCreated", "operation"),
  kind("object.changed", "objectChanged", "operation"),
  kind("object.deleted", "objectDeleted", "operation", "notice"),
  kind("object.viewed", "objectViewed", "operation"),
  kind("object.exported", "objectExported", "operation", "notice"),
  kind("secret.changed", "secretChanged", "secret", "notice"),
  kind("secret.viewed", "secretViewed", "activity", "notice"),
  kind("secret.exported", "secretExported", "activity", "warning"),
  kind("password.changed", "passwordChanged", "password_change", "notice"),
  kind("ticket.opened", "ticketOpened", "approval"),
  kind("ticket.changed", "ticketChanged", "approval"),
  kind("ticket.approved", "ticketApproved", "approval", "notice"),
  kind("ticket.rejected", "ticketRejected", "approval", "notice"),
  kind("ticket.closed", "ticketClosed", "approval"),
  kind("job.started", "jobStarted", "job"),
  kind("job.ended", "jobEnded", "job"),
  kind("record.removed", "recordRemoved", "any", "alert"),
] as const satisfies readonly EventKind[];

/** The event that a test sends; nobody subscribes to it. */
export const testKind = kind("receiver.test", "receiverTest", "none");

const byName: ReadonlyMap<string, EventKind> = new Map(
  [...eventKinds, testKind].map((each) => [each.name, each]),
);

/** The kind of this name. @throws Error where there is none */
export function eventKind(name: string): EventKind {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`there is no kind of event called ${name}`);
  return found;
}
