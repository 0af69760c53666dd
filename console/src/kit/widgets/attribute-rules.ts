import type { AttributeFilter, AttributeRule } from "../field-kinds/attribute-filter.tsx";
import type { FilterAttribute } from "../field-kinds/field-kind.ts";

/** Ways to compare, as the wire names them. */
export type Match =
  | "exact"
  | "not"
  | "in"
  | "contains"
  | "startswith"
  | "endswith"
  | "regex"
  | "m2m"
  | "ip_in"
  | "gte"
  | "lte";

const TEXT: readonly Match[] = ["exact", "not", "in", "contains", "startswith", "endswith", "regex"];

const BY_TYPE: Readonly<Record<FilterAttribute["type"], readonly Match[]>> = {
  text: TEXT,
  boolean: ["exact", "not"],
  related: ["m2m"],
  address: [...TEXT, "ip_in"],
  number: [...TEXT, "gte", "lte"],
  choice: ["in"],
};

/** The ways an attribute can be compared (docs/contract/conventions.md). */
export function matchesOf(type: FilterAttribute["type"]): readonly Match[] {
  return BY_TYPE[type];
}

/** How the value of a rule is entered. */
export type RuleInput = "text" | "number" | "boolean" | "tags" | "addresses" | "choices" | "related";

/** The input for a value, given the attribute and how it is compared. */
export function ruleInput(type: FilterAttribute["type"], match: string): RuleInput {
  if (type === "related" || match === "m2m") return "related";
  if (type === "choice") return "choices";
  if (type === "boolean") return "boolean";
  if (match === "ip_in") return "addresses";
  if (match === "in") return "tags";
  return type === "number" && (match === "gte" || match === "lte") ? "number" : "text";
}

/** Whether a rule says anything; one without a value would fit nothing or everything. */
export function isComplete(rule: AttributeRule): boolean {
  const { name, value } = rule;
  if (name === "" || value === undefined || value === null || value === "") return false;
  return !Array.isArray(value) || value.length > 0;
}

/** The rules with one more; an attribute has one rule, so an earlier one is replaced. */
export function withRule(rules: readonly AttributeRule[], rule: AttributeRule): AttributeRule[] {
  const at = rules.findIndex(({ name }) => name === rule.name);
  return at < 0 ? [...rules, rule] : rules.map((other, index) => (index === at ? rule : other));
}

/** The `attr_rules` parameter of a list: base64 of the selection's JSON, as UTF-8. */
export function ruleParameter(filter: AttributeFilter): string {
  const bytes = new TextEncoder().encode(JSON.stringify(filter));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
