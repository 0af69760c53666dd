import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** A day without a time, `YYYY-MM-DD` on the wire. */
export const dateKind: FieldKind = {
  cell: (value) => valueText(value).replaceAll("-", "/"),
  toForm: (value) => {
    const day = typeof value === "string" ? /^\d{4}[-/]\d\d[-/]\d\d/.exec(value)?.[0] : undefined;
    return day?.replaceAll("/", "-");
  },
  toWire: (value) => (value === undefined || value === "" ? null : value),
};
