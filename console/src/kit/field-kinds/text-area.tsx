import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** Several lines of text. */
export const textAreaKind: FieldKind = {
  cell: (value) => valueText(value),
  toWire: (value) => (typeof value === "string" ? value.trim() : value),
};
