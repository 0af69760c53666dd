import { isRecord } from "../../../kit/api/api-error.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";

/** Who approves at a level. */
export const STRATEGIES = ["super_admin", "org_admin", "super_org_admin", "custom_user"] as const;

/** A way to find the approvers of a level. */
export type Strategy = (typeof STRATEGIES)[number];

/** One level of a flow, as the form holds it. */
export interface FlowRule {
  readonly strategy: Strategy;
  /** Ids of the chosen users; meant for `custom_user` alone. */
  readonly assignees: readonly string[];
}

/** A level nobody has said anything about. */
export const USUAL_RULE: FlowRule = { strategy: "super_admin", assignees: [] };

/** The levels a flow can have at most. */
export const LEVELS = [1, 2] as const;

function readStrategy(value: unknown): Strategy {
  return STRATEGIES.find((name) => name === plainValue(value)) ?? "super_admin";
}

const ids = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((item) => String(plainValue(item))) : [];

/** The levels of a flow from the API's rows. */
export function readRules(value: unknown): FlowRule[] {
  return (Array.isArray(value) ? value : []).filter(isRecord).map((rule) => ({
    strategy: readStrategy(rule.strategy),
    assignees: ids(rule.assignees_read_only ?? rule.assignees),
  }));
}

/** The rows to send: as many as there are levels. */
export function writeRules(value: unknown, levels: number): Row[] {
  const rules = Array.isArray(value) ? (value as FlowRule[]) : [];
  return Array.from({ length: levels }, (_, index) => {
    const { strategy, assignees } = rules[index] ?? USUAL_RULE;
    return { strategy, assignees: strategy === "custom_user" ? assignees : [] };
  });
}

/** How many levels a flow has. */
export const levelsOf = (value: unknown): number => (Number(plainValue(value)) === 2 ? 2 : 1);

/** Names of the approvers of a level, as the API tells them. */
export function approverNames(rule: unknown): string {
  const names = isRecord(rule) ? rule.assignees_display : undefined;
  return Array.isArray(names) ? names.map(valueText).join(", ") : "";
}
