import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** A repeated time as a cron expression of five fields. */
export const cronKind: FieldKind = {
  cell: (value) => {
    const text = valueText(value);
    return text === "" ? "" : <code>{text}</code>;
  },
  toForm: (value) => valueText(value),
  toWire: (value) => (typeof value === "string" ? value.trim() : ""),
};
