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

/**
 * Rules with their filters ready to be asked, made with pauses: a thousand expressions would hold everybody up. Filters
 * that say the same are one object then, so that they are compiled, and can be asked, once for all their rules.
 */
export async function prepareRules<Rule extends RuleFilters>(
  rules: readonly Rule[],
): Promise<readonly Rule[]> {
  const pause = createYield(slice);
  const [shared, sharedAssets] = [createSharing(), createSharing()];
  const prepared: Rule[] = [];
  for (const rule of rules) {
    const users = shared(rule.users);
    prepareFilter(userFilterSubject, users);
    if (rule.assets === undefined) prepared.push({ ...rule, users });
    else {
      // Of another subject than those of users: an equal text is another filter there.
      const assets = sharedAssets(rule.assets);
      prepareFilter(assetFilterSubject, assets);
      prepared.push({ ...rule, users, assets });
    }
    await pause();
  }
  return prepared;
}

/** Answers the first filter that says the same as the one it is given. */
function createSharing(): (filter: AttributeFilter) => AttributeFilter {
  const known = new Map<string, AttributeFilter>();
  return (filter) => {
    const key = JSON.stringify(filter);
    const first = known.get(key) ?? filter;
    known.set(key, first);
    return first;
  };
}
