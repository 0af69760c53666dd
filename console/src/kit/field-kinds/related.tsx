import { isRecord } from "../api/api-error.ts";
import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";
import type { Option } from "./related-option.ts";

/** One related object → option of the select; ids without a name are looked up by the select itself. */
export function toOption(value: unknown): Option | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (isRecord(value)) {
    const id = value.id ?? value.pk ?? value.value;
    if (typeof id !== "string" && typeof id !== "number") return undefined;
    const text = valueText({ ...value, id: undefined });
    return text === "" || text.startsWith("{") ? { value: id } : { value: id, label: text };
  }
  return { value: value as string | number };
}

function toKey(value: unknown): unknown {
  return isRecord(value) && "value" in value ? { pk: value.value } : value;
}

/** One related object, written as `{pk}`. */
export const relatedKind: FieldKind = {
  cell: (value) => valueText(value),
  filter: () => ({ type: "related" }),
  toForm: toOption,
  toWire: (value) => (value === undefined || value === null ? null : toKey(value)),
};

/** Several related objects, written as a list of `{pk}`. */
export const relatedManyKind: FieldKind = {
  cell: (value) => valueText(value),
  filter: () => ({ type: "related" }),
  toForm: (value) =>
    Array.isArray(value) ? value.map(toOption).filter((option) => option !== undefined) : [],
  toWire: (value) => (Array.isArray(value) ? value.map(toKey) : []),
};
