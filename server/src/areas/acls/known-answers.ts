import {
  type AttributeFilter,
  type FilterSubject,
  filterMatches,
} from "../../engine/attribute-filter/index.ts";

/** Objects whose answers are kept, of each kind. */
const mostKept = 128;

/** Asks filters about one object. */
export type Asking = (filter: AttributeFilter) => boolean;

/**
 * Remembers what filters said of objects that were asked about before. An answer depends on the filter and on what is
 * known of the object, and on nothing else: who connects all day is not held against a thousand rules each time.
 * Answers go with the filters, which every change of a rule makes anew.
 *
 * @returns asks about an object by what is known of it now
 */
export function rememberAnswers<Facts>(
  subject: FilterSubject<Facts>,
  most = mostKept,
): (facts: Facts) => Asking {
  const kept = new Map<string, WeakMap<AttributeFilter, boolean>>();
  return (facts) => {
    const key = JSON.stringify(facts);
    const answers = kept.get(key) ?? new WeakMap<AttributeFilter, boolean>();
    // The one that was asked about longest ago goes first.
    kept.delete(key);
    kept.set(key, answers);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return (filter) => {
      const known = answers.get(filter);
      if (known !== undefined) return known;
      const answer = filterMatches(subject, filter, facts);
      answers.set(filter, answer);
      return answer;
    };
  };
}
