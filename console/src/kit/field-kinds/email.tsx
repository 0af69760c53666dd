import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** An e-mail address. */
export const emailKind: FieldKind = {
  cell: (value) => valueText(value),
  toWire: (value) => (typeof value === "string" ? value.trim() : value),
};
