import { isRecord } from "../api/api-error.ts";
import type { FieldMetadata } from "../metadata/types.ts";
import { plainValue, valueText } from "../metadata/value-text.ts";
import type { FieldKind, FilterInput } from "./field-kind.ts";

function choiceLabel(value: unknown, field: FieldMetadata): string {
  if (isRecord(value)) return valueText(value);
  return field.choices?.find((choice) => choice.value === value)?.label ?? valueText(value);
}

/** The field's choices; free text when the metadata names none. */
function choiceFilter({ choices }: FieldMetadata): FilterInput {
  return choices === undefined ? { type: "text" } : { type: "choices", choices };
}

/** One of several choices, read as `{value,label}` and written as the value. */
export const choiceKind: FieldKind = {
  cell: choiceLabel,
  filter: choiceFilter,
  toForm: plainValue,
};

/** Several of several choices. */
export const choicesKind: FieldKind = {
  cell: (value, field) =>
    Array.isArray(value) ? value.map((item: unknown) => choiceLabel(item, field)).join(", ") : "",
  filter: choiceFilter,
  toForm: (value) => (Array.isArray(value) ? value.map(plainValue) : []),
};
