import { consolePath } from "../../../engine/http/index.ts";
import { type Notice, notifySubscribers, notifyUsers, type Sending } from "../../notifications/index.ts";
import { text } from "./texts.ts";

/** A command, and where it was meant to run. */
export interface ToldCommand {
  readonly command: string;
  readonly asset: string;
  readonly user: string;
  readonly sessionId: string;
}

/** Longest part of a command that is told, in characters. */
const longest = 512;

function noticeOf(
  { command, asset, user, sessionId }: ToldCommand,
  { subject, body }: { readonly subject: Notice["subject"]; readonly body: Notice["subject"] },
): Notice {
  return {
    subject,
    parts: [
      { text: body },
      {
        facts: [
          [text.command, command],
          [text.asset, asset],
          [text.user, user],
        ],
      },
      { link: { label: text.openSession, path: consolePath(`/audit/sessions/sessions/${sessionId}`) } },
    ],
  };
}

/** Tells the subscribers of such messages of a command that was rejected. */
export const tellOfCommand = (sending: Sending, told: ToldCommand): Promise<void> =>
  notifySubscribers(
    sending,
    "CommandAlertMessage",
    noticeOf(told, { subject: text.dangerSubject, body: text.dangerBody }),
  );

/** Tells the reviewers of a rule of a command that ran, and is watched. */
export const tellReviewers = (
  sending: Sending,
  told: ToldCommand,
  reviewers: readonly string[],
): Promise<void> =>
  notifyUsers(sending, reviewers, noticeOf(told, { subject: text.watchedSubject, body: text.watchedBody }));

/** A command of a session of this product's own gateway that a rule was about. */
export interface SessionCommandAlert {
  readonly sessionId: string;
  readonly command: string;
  /** 4: it ran, and is watched; 5: a rule rejected it; 6: people did. */
  readonly riskLevel: 4 | 5 | 6;
  /** Ids of the people the rule names. */
  readonly reviewers: readonly string[];
}

/**
 * Tells of a command in a session: the reviewers of the rule of one that is watched, the subscribers of one that was
 * rejected. Contract: docs/contract/acls.md, "Command filters".
 */
export async function alertOfCommand(
  services: Sending,
  { sessionId, command, riskLevel, reviewers }: SessionCommandAlert,
): Promise<void> {
  await services.db.transaction().execute(async (db) => {
    const session = await db
      .selectFrom("sessions")
      .select(["user", "asset"])
      .where("id", "=", sessionId)
      .executeTakeFirst();
    if (session === undefined) return;
    const told = { ...session, sessionId, command: command.slice(0, longest) };
    const sending = { ...services, db };
    if (riskLevel !== 4) return tellOfCommand(sending, told);
    await tellReviewers(sending, told, reviewers);
  });
}
