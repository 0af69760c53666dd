import { isRecord } from "../api/api-error.ts";
import type { FieldMetadata } from "../metadata/types.ts";
import { plainValue, valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

function choiceLabel(value: unknown, field: FieldMetadata): string {
  if (isRecord(value)) return valueText(value);
  return field.choices?.find((choice) => choice.value === value)?.label ?? valueText(value);
}

/** One of several choices, read as `{value,label}` and written as the value. */
export const choiceKind: FieldKind = {
  cell: choiceLabel,
  filter: (field) => field.choices,
  toForm: plainValue,
};

/** Several of several choices. */
export const choicesKind: FieldKind = {
  cell: (value, field) =>
    Array.isArray(value) ? value.map((item: unknown) => choiceLabel(item, field)).join(", ") : "",
  filter: (field) => field.choices,
  toForm: (value) => (Array.isArray(value) ? value.map(plainValue) : []),
};
