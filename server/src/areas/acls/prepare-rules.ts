import { type AttributeFilter, prepareFilter } from "../../engine/attribute-filter/index.ts";
import { createYield } from "../../engine/yield-to-event-loop.ts";
import { assetFilterSubject } from "../assets/index.ts";
import { userFilterSubject } from "../roles/index.ts";

/** Milliseconds of work between two pauses. */
const slice = 5;

/** Whom and what a rule is about. */
interface RuleFilters {
  readonly users: AttributeFilter;
  readonly assets?: AttributeFilter;
}

/** Makes the filters of rules ready to be asked, with pauses: a thousand expressions would hold everybody up. */
export async function prepareRules<Rule extends RuleFilters>(
  rules: readonly Rule[],
): Promise<readonly Rule[]> {
  const pause = createYield(slice);
  for (const { users, assets } of rules) {
    prepareFilter(userFilterSubject, users);
    if (assets !== undefined) prepareFilter(assetFilterSubject, assets);
    await pause();
  }
  return rules;
}
