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
  if (!(await wantsToAsk(dialog))) return null;
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

async function wantsToAsk(dialog: TerminalDialog): Promise<boolean> {
  for (let answers = 0; answers < mostAnswers; answers += 1) {
    const answer = (await dialog.ask(dialog.translate(text.askApproval)))?.trim().toLowerCase();
    if (answer === undefined || answer === "n" || answer === "no" || answer === "q") return false;
    if (answer === "" || answer === "y" || answer === "yes") return true;
  }
  return false;
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
