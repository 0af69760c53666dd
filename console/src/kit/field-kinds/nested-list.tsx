import { isRecord } from "../api/api-error.ts";
import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";
import { nestedKind } from "./nested.tsx";

/** A list of objects with fields of their own, entered as rows. Rows keep keys the metadata does not know. */
export const nestedListKind: FieldKind = {
  cell: (value) => valueText(value),
  toForm: (value, field) =>
    Array.isArray(value)
      ? value.filter(isRecord).map((row) => nestedKind.toForm?.(row, field.child ?? field) ?? row)
      : [],
  toWire: (value, field) =>
    Array.isArray(value)
      ? value.filter(isRecord).map((row) => nestedKind.toWire?.(row, field.child ?? field) ?? row)
      : [],
};
