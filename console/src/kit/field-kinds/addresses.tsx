import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** Addresses a rule holds for; `*` is every one. */
export const addressesKind: FieldKind = {
  cell: (value) => valueText(value),
  toForm: (value) => (Array.isArray(value) ? value.map(String) : []),
  toWire: (value) =>
    Array.isArray(value) ? value.map((entry) => String(entry).trim()).filter((entry) => entry !== "") : [],
};
