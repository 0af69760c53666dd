import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** A script or command. Its white space is part of it, so nothing is trimmed. */
export const codeKind: FieldKind = {
  cell: (value) => valueText(value),
  toForm: (value) => (typeof value === "string" ? value : ""),
  toWire: (value) => (typeof value === "string" ? value : ""),
};
