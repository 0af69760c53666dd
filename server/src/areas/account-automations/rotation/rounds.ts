import type { AssetPlan } from "./plan.ts";

/** Assets up to which a rotation begins with all of them. */
const canaryAbove = 10;
/** Changes after which the share of the failed ones counts, and the largest share in percent. */
const judgedAfter = 10;
export const mostFailedPercent = 20;

/** The assets in the order in which a rotation ventures: one, a tenth, all. */
export function roundsOf(plans: readonly AssetPlan[]): readonly (readonly AssetPlan[])[] {
  if (plans.length <= canaryAbove) return [plans];
  const tenth = 1 + Math.ceil(plans.length / 10);
  return [plans.slice(0, 1), plans.slice(1, tenth), plans.slice(tenth)];
}

/** What became of changes so far. */
export class FailureRate {
  #done = 0;
  #failed = 0;

  note(isGood: boolean): void {
    this.#done += 1;
    if (!isGood) this.#failed += 1;
  }

  /** Whether a rotation that ventures stops here. */
  get isTooHigh(): boolean {
    return this.#done >= judgedAfter && this.#failed * 100 > this.#done * mostFailedPercent;
  }

  /** Whether there was something, and all of it failed. */
  get isTotal(): boolean {
    return this.#done > 0 && this.#failed === this.#done;
  }
}
