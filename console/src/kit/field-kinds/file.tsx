import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** A file. What is stored is read as its address; only a newly chosen one is sent. */
export const fileKind: FieldKind = {
  cell: (value) => valueText(value).split("/").at(-1) ?? "",
  toWire: (value) => (value instanceof File ? value : value === null ? null : undefined),
};
