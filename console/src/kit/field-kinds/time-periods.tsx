import { isRecord } from "../api/api-error.ts";
import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** Times of the week a rule holds for, by half hours; none means always. */
export const timePeriodsKind: FieldKind = {
  cell: (value) =>
    Array.isArray(value)
      ? value
          .filter(isRecord)
          .map((day) => valueText(day.value))
          .filter((text) => text !== "")
          .join(", ")
      : "",
  toForm: (value) => (Array.isArray(value) ? value : []),
  toWire: (value) => (Array.isArray(value) ? value : []),
};
