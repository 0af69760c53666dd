import { Input } from "antd";
import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** One line of text; also the fallback for types without a kind of their own. */
export const stringKind: FieldKind = {
  Input: ({ id, value, onChange, field, disabled }) => (
    <Input
      {...(id === undefined ? {} : { id })}
      value={typeof value === "string" || typeof value === "number" ? String(value) : ""}
      disabled={disabled ?? false}
      autoComplete="off"
      {...(field.max_length === undefined || field.max_length > 4096 ? {} : { maxLength: field.max_length })}
      onChange={(event) => onChange?.(event.target.value)}
    />
  ),
  cell: (value) => valueText(value),
  toWire: (value) => (typeof value === "string" ? value.trim() : value),
};
