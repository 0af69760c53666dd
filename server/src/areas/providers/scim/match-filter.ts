import { type Filter, type Literal, plainPath } from "./filter.ts";
import { refused } from "./scim-error.ts";

/** A value of an attribute with several, such as an address. */
export type Element = Record<string, unknown>;

/** A part of a value, whatever the capitals of its name. */
const partOf = (element: Element, path: string): unknown =>
  Object.entries(element).find(([name]) => plainPath(name) === path)?.[1];

/** Whether a value is among those a filter in brackets chooses. */
export function matchesFilter(element: Element, filter: Filter): boolean {
  switch (filter.kind) {
    case "and":
      return matchesFilter(element, filter.left) && matchesFilter(element, filter.right);
    case "or":
      return matchesFilter(element, filter.left) || matchesFilter(element, filter.right);
    case "not":
      return !matchesFilter(element, filter.of);
    case "present":
      return (partOf(element, filter.path) ?? "") !== "";
    case "within":
      throw refused("invalidFilter", "brackets stand in brackets");
    case "compare":
      return compare(partOf(element, filter.path) ?? null, filter.operator, filter.value);
  }
}

const plain = (value: unknown): string => String(value).toLowerCase();

function compare(found: unknown, operator: string, value: Literal): boolean {
  const [one, other] = [plain(found), plain(value)];
  if (operator === "eq") return one === other;
  if (operator === "ne") return one !== other;
  if (found === null || value === null) return false;
  if (operator === "co") return one.includes(other);
  if (operator === "sw") return one.startsWith(other);
  if (operator === "ew") return one.endsWith(other);
  if (operator === "gt") return one > other;
  if (operator === "ge") return one >= other;
  return operator === "lt" ? one < other : one <= other;
}

/** The value that a filter of plain comparisons describes, for those who change what is not there yet; null for others. */
export function describedBy(filter: Filter): Element | null {
  if (filter.kind === "compare" && filter.operator === "eq") return { [filter.path]: filter.value };
  if (filter.kind !== "and") return null;
  const [left, right] = [describedBy(filter.left), describedBy(filter.right)];
  return left === null || right === null ? null : { ...left, ...right };
}
