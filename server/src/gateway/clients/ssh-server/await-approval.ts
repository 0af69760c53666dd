import { ApiError } from "../../../engine/errors.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import type { AssetChoice, PendingReview } from "../../../transport/connections/index.ts";
import type { Decision } from "../../ports.ts";
import type { TerminalDialog } from "./dialog.ts";
import { harmless } from "./text-width.ts";
import { serverText as text } from "./texts.ts";

/** Most answers to the question whether to ask. */
const mostAnswers = 3;

/** How long somebody waits at most, in milliseconds. */
const approvalTimeout = 3_600_000;

/** q, Ctrl+C, Ctrl+D. */
const leaving = ["q", "Q", "\u0003", "\u0004"];

type Awaited = Extract<Decision, { outcome: "review" }>;

/**
 * Has people asked about a connection, where the person wants that, and waits until they have decided. The question
 * is taken back when the person leaves.
 *
 * @returns what the connection comes to; null where the person does not ask, or leaves
 */
export async function awaitApproval(dialog: TerminalDialog, decision: Awaited): Promise<Decision | null> {
  dialog.say(decision.message);
  const chosen = await askWhat(dialog, decision.emergency !== null);
  if (chosen === "leave") return null;
  if (chosen === "emergency" && decision.emergency !== null) return goOnAtOnce(dialog, decision.emergency);
  const review = await open(dialog, decision);
  if (review === null) return null;
  dialog.say(withParameters(text.waiting, { names: review.assignees.map(harmless).join(", ") }));
  const leave = new AbortController();
  const give = dialog.lend((keys) => {
    const typed = keys.toString("latin1");
    if (leaving.some((key) => typed.includes(key))) leave.abort();
  });
  const signals = [leave.signal, dialog.program.gone, AbortSignal.timeout(approvalTimeout)];
  let decided: Decision | null = null;
  try {
    decided = await review.wait(AbortSignal.any(signals));
  } finally {
    give();
    if (decided === null) await review.cancel();
  }
  if (decided === null) dialog.say(text.requestCanceled);
  else if (decided.outcome === "granted") dialog.say(text.approved);
  return decided;
}

/** What somebody whose connection needs approval wants. */
type Choice = "ask" | "emergency" | "leave";

async function askWhat(dialog: TerminalDialog, hasEmergency: boolean): Promise<Choice> {
  const question = dialog.translate(hasEmergency ? text.askApprovalOrEmergency : text.askApproval);
  for (let answers = 0; answers < mostAnswers; answers += 1) {
    const answer = (await dialog.ask(question))?.trim().toLowerCase();
    if (answer === undefined || answer === "n" || answer === "no" || answer === "q") return "leave";
    if (answer === "" || answer === "y" || answer === "yes") return "ask";
    if (hasEmergency && answer === "e") return "emergency";
  }
  return "leave";
}

/** Connects at once, for a reason the person gives. */
async function goOnAtOnce(
  dialog: TerminalDialog,
  emergency: NonNullable<Awaited["emergency"]>,
): Promise<Decision | null> {
  const reason = (await dialog.ask(dialog.translate(text.emergencyReason)))?.trim() ?? "";
  if (reason === "") {
    dialog.say(text.requestCanceled);
    return null;
  }
  try {
    const decided = await emergency(reason);
    if (decided.outcome === "granted") dialog.say(text.emergencyOpened);
    return decided;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    dialog.say(error.detail);
    return null;
  }
}

async function open(dialog: TerminalDialog, decision: Awaited): Promise<PendingReview<AssetChoice> | null> {
  try {
    return await decision.open();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    dialog.say(error.detail);
    return null;
  }
}
