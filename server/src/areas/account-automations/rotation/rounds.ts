import type { AssetPlan } from "./plan.ts";

/** Assets up to which a rotation begins with all of them. */
const canaryAbove = 10;
/** Changes after which the share of the failed ones counts. */
const judgedAfter = 10;

/** The assets in the order in which a rotation ventures: one, a tenth, all. */
export function roundsOf(plans: readonly AssetPlan[]): readonly (readonly AssetPlan[])[] {
  if (plans.length <= canaryAbove) return [plans];
  const tenth = 1 + Math.ceil(plans.length / 10);
  return [plans.slice(0, 1), plans.slice(1, tenth), plans.slice(tenth)];
}

/** What became of changes so far. */
export class FailureRate {
  readonly #mostPercent: number;
  #done = 0;
  #failed = 0;

  /** @param mostPercent the largest share of failed ones that does not stop a rotation */
  constructor(mostPercent: number) {
    this.#mostPercent = mostPercent;
  }

  note(isGood: boolean): void {
    this.#done += 1;
    if (!isGood) this.#failed += 1;
  }

  /** Whether a rotation that ventures stops here. */
  get isTooHigh(): boolean {
    return this.#done >= judgedAfter && this.#failed * 100 > this.#done * this.#mostPercent;
  }

  /** Whether there was something, and all of it failed. */
  get isTotal(): boolean {
    return this.#done > 0 && this.#failed === this.#done;
  }
}
