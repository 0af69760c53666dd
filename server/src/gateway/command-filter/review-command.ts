import { ApiError } from "../../engine/errors.ts";
import { type Message, translate, withParameters } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import type { CommandRule } from "../../transport/command-rules/index.ts";
import type { CommandReview, CommandRulesPort, CommandVerdict, GatewayPrincipal } from "../ports.ts";
import type { SessionControls } from "../session-parts.ts";
import { text } from "../texts.ts";

/** A command that a rule wants reviewed. */
export interface HeldCommand {
  readonly command: string;
  readonly rule: CommandRule;
}

/** What came of it. */
export interface ReviewOutcome {
  readonly runs: boolean;
  /** 6: rejected, or nobody could be asked; 7: approved; 8: given up. Others are of a rule that holds since. */
  readonly riskLevel: number;
  readonly message: Message | null;
}

/** The session a command is held in. */
export type ReviewedSession = Pick<SessionControls, "id" | "print" | "takesInput">;

/** What people are asked by. */
interface ReviewOptions {
  readonly port: Pick<CommandRulesPort, "review">;
  readonly principal: Pick<GatewayPrincipal, "language">;
  mayGoOn(): Promise<boolean>;
}

/** Why a wait is given up whose session has ended: its question is taken back with the session. */
export const sessionEnded = "the session has ended";

/** A command as it is named in a line. */
export const shortened = (command: string): string =>
  command.length > 200 ? `${command.slice(0, 199)}…` : command;

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

/** Asks people about a command and waits for what they decide; whatever goes wrong, it does not run. Never rejects. */
export async function reviewCommand(
  options: ReviewOptions,
  session: ReviewedSession,
  held: HeldCommand,
  signal: AbortSignal,
): Promise<ReviewOutcome> {
  const command = shortened(held.command);
  let review: CommandReview | null = null;
  try {
    review = await options.port.review(session.id, held);
    if (!signal.aborted) session.print(heldMessage(command, review));
    const verdict = signal.aborted ? null : await review.wait(signal);
    // A locked session sends nothing: what was decided meanwhile counts once it is unlocked, as things stand then.
    if (verdict !== null) await Promise.race([session.takesInput(), aborted(signal)]);
    if (verdict === null || signal.aborted) {
      if (signal.reason !== sessionEnded) await review.cancel();
      return { runs: false, riskLevel: 8, message: withParameters(text.commandGivenUp, { command }) };
    }
    // Whatever was withdrawn meanwhile counts, also where the guards of the session have not looked yet.
    if (verdict.state === "approved" && !(await options.mayGoOn()))
      return { runs: false, riskLevel: 6, message: text.permissionRevoked };
    return outcomeOf(verdict, command);
  } catch (error) {
    if (!(error instanceof ApiError))
      log.error({ err: error, session: session.id }, "a command could not be reviewed");
    await review?.cancel().catch(() => undefined);
    const detail = error instanceof ApiError ? error.detail : text.internal;
    const reason = translate(detail, options.principal.language);
    return { runs: false, riskLevel: 6, message: withParameters(text.commandUnasked, { command, reason }) };
  }
}

function heldMessage(command: string, { assignees, page }: CommandReview): Message {
  const held = assignees.length > 1 ? text.commandHeldBySome : text.commandHeld;
  return withParameters(held, { command, names: assignees.join(", "), page });
}

function outcomeOf({ state, by }: CommandVerdict, command: string): ReviewOutcome {
  if (state === "approved") {
    return { runs: true, riskLevel: 7, message: withParameters(text.commandApproved, { command, name: by }) };
  }
  const message = state === "rejected" ? text.commandRejected : text.commandReviewClosed;
  return { runs: false, riskLevel: 6, message: withParameters(message, { command, name: by }) };
}
