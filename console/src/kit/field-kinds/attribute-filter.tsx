import i18next from "i18next";
import { isRecord } from "../api/api-error.ts";
import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** One rule: an attribute of the object, how it is compared, and with what. */
export interface AttributeRule {
  readonly name: string;
  readonly match: string;
  readonly value: unknown;
}

/** Which objects something holds for (docs/contract/conventions.md): all, these, or those whose attributes fit. */
export type AttributeFilter =
  | { readonly type: "all" }
  | { readonly type: "ids"; readonly ids: readonly (string | number)[] }
  | { readonly type: "attrs"; readonly attrs: readonly AttributeRule[] };

/** Reads a selection of any answer. None at all is the start, everything; one of an unknown type selects nothing. */
export function readAttributeFilter(value: unknown): AttributeFilter {
  if (!isRecord(value)) return { type: "all" };
  if (value.type === "all") return { type: "all" };
  if (value.type === "attrs" && Array.isArray(value.attrs)) {
    return {
      type: "attrs",
      attrs: value.attrs.filter(isRecord).map((rule) => ({
        name: valueText(rule.name),
        match: valueText(rule.match) || "exact",
        value: rule.value,
      })),
    };
  }
  const ids = Array.isArray(value.ids) ? value.ids : [];
  return {
    type: "ids",
    ids: ids
      .map((id: unknown) => (isRecord(id) ? (id.id ?? id.pk) : id))
      .filter((id): id is string | number => typeof id === "string" || typeof id === "number"),
  };
}

function summary(value: unknown): string {
  const filter = readAttributeFilter(value);
  if (filter.type === "all") return i18next.t("common:all");
  if (filter.type === "ids") return String(filter.ids.length);
  return filter.attrs
    .map(({ name, match, value: wanted }) => `${name} ${match} ${valueText(wanted)}`)
    .join(", ");
}

/** All objects, some by name, or those whose attributes fit rules. */
export const attributeFilterKind: FieldKind = {
  cell: summary,
  toForm: readAttributeFilter,
  toWire: (value) => {
    const filter = readAttributeFilter(value);
    if (filter.type !== "attrs") return filter;
    return { type: "attrs", attrs: filter.attrs.map((rule) => ({ ...rule, rel: "and" })) };
  },
};
