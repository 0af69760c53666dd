import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** One line of text; also the fallback for types without a kind of their own. */
export const stringKind: FieldKind = {
  cell: (value) => valueText(value),
  toWire: (value) => (typeof value === "string" ? value.trim() : value),
};
