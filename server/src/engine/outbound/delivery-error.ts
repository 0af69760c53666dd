import { TargetRefused } from "./target-address.ts";
import { text } from "./texts.ts";

/** What can be wrong with a server that something is delivered to, as people read it. */
export const deliveryProblems = {
  local: text.local,
  unreachable: text.unreachable,
  untrusted: text.untrusted,
  slow: text.slow,
  refused: text.refused,
} as const;

/** A stable word for what is wrong; rows keep it. */
export type DeliveryProblem = keyof typeof deliveryProblems;

/** What a server said when it refused. */
export interface Refusal {
  readonly status: number;
  /** The beginning of its answer. */
  readonly answer: string;
  /** Seconds it asks to be left alone for; 0: it says nothing of it. */
  readonly retryAfter: number;
}

/** A server did not take what it was sent. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  readonly problem: DeliveryProblem;
  /** What it said; null where it said nothing. */
  readonly refusal: Refusal | null;

  constructor(problem: DeliveryProblem, refusal: Refusal | null = null) {
    super(`delivery: ${problem}`);
    this.problem = problem;
    this.refusal = refusal;
  }
}

/** What a failed try says to people. */
export function deliveryProblemOf(error: unknown): DeliveryProblem {
  if (error instanceof DeliveryError) return error.problem;
  if (error instanceof TargetRefused) return "local";
  const { name, code = "" } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError" || code === "ETIMEDOUT") return "slow";
  return /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/.test(code)
    ? "untrusted"
    : "unreachable";
}
