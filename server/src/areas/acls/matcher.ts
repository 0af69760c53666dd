import { compileAddresses } from "../../engine/access/index.ts";
import { compilePeriods, type Moment, type TimePeriod } from "./time-periods.ts";

/** What every rule with conditions has. */
export interface MatchedRule {
  readonly id: string;
  readonly name: string;
  readonly priority: number;
  readonly action: "reject" | "accept" | "review";
  /** Ids of the people who decide. */
  readonly reviewers: readonly string[];
  readonly rules: { readonly ip_group?: readonly string[]; readonly time_period?: readonly TimePeriod[] };
}

/** From where, and when. */
export interface Occasion {
  readonly remoteAddress: string;
  readonly moment: Moment;
}

/** A rule that is ready to be asked. */
export type CompiledRule<Rule extends MatchedRule> = Rule & {
  /** Whether it fits from there and then. */
  readonly isOn: (occasion: Occasion) => boolean;
  /** Whether it fits then, from wherever. */
  readonly isThen: (moment: Moment) => boolean;
};

/** The rules in the order in which they are gone through, ready to be asked. A review nobody decides is left out. */
export function compileRules<Rule extends MatchedRule>(
  rules: readonly Rule[],
  { isHighestFirst }: { readonly isHighestFirst: boolean },
): readonly CompiledRule<Rule>[] {
  const sign = isHighestFirst ? -1 : 1;
  return rules
    .filter(({ action, reviewers }) => action !== "review" || reviewers.length > 0)
    .sort(
      (a, b) => sign * (a.priority - b.priority) || compareText(a.name, b.name) || compareText(a.id, b.id),
    )
    .map((rule) => {
      const { ip_group: addresses = [], time_period: periods = [] } = rule.rules;
      const isFrom = addresses.length === 0 ? () => true : compileAddresses(addresses);
      const isThen = compilePeriods(periods);
      return {
        ...rule,
        isThen,
        isOn: ({ remoteAddress, moment }) => isThen(moment) && isFrom(remoteAddress),
      };
    });
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The first of the rules that fits; null: none does. */
export function firstFitting<Rule extends MatchedRule>(
  rules: readonly CompiledRule<Rule>[],
  occasion: Occasion,
  isAbout: (rule: Rule) => boolean,
): Rule | null {
  return rules.find((rule) => isAbout(rule) && rule.isOn(occasion)) ?? null;
}
