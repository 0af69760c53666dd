import { ApiError } from "../../../engine/errors.ts";
import { type DecisionOutcome, measures } from "../../../engine/measures/index.ts";
import { ReviewNeeded } from "../connection-tokens/access-rules.ts";

/**
 * Decides, and notes for the metrics what became of it and how long it took. What is refused by throwing counts as
 * well; what fails for another reason is no decision.
 */
export async function measuredDecision<Decision>(
  decide: () => Promise<Decision>,
  outcomeOf: (decision: Decision) => DecisionOutcome,
): Promise<Decision> {
  const started = performance.now();
  const note = (outcome: DecisionOutcome): void =>
    measures.decided(outcome, (performance.now() - started) / 1000);
  try {
    const decision = await decide();
    note(outcomeOf(decision));
    return decision;
  } catch (error) {
    if (error instanceof ReviewNeeded) note("held");
    else if (error instanceof ApiError && error.status < 500) note("refused");
    throw error;
  }
}
