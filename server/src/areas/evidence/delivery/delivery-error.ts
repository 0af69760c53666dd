import { TargetRefused } from "../../../engine/outbound/index.ts";
import { text } from "../texts.ts";

/** What can be wrong with a place that checkpoints are delivered to, as people read it. */
export const deliveryProblems = {
  local: text.deliveryLocal,
  unreachable: text.deliveryUnreachable,
  untrusted: text.deliveryUntrusted,
  slow: text.deliverySlow,
  refused: text.deliveryRefused,
} as const;

/** A stable word for what is wrong; rows keep it. */
export type DeliveryProblem = keyof typeof deliveryProblems;

/** A place did not take what it was sent. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  readonly problem: DeliveryProblem;

  constructor(problem: DeliveryProblem) {
    super(`delivery: ${problem}`);
    this.problem = problem;
  }
}

/** What a failed try says to people. */
export function deliveryProblemOf(error: unknown): DeliveryProblem {
  if (error instanceof DeliveryError) return error.problem;
  if (error instanceof TargetRefused) return "local";
  const { name, code = "" } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError" || code === "ETIMEDOUT") return "slow";
  return /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code) ? "untrusted" : "unreachable";
}
