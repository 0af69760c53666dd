import { Input } from "antd";
import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** An e-mail address. */
export const emailKind: FieldKind = {
  Input: ({ id, value, onChange, disabled }) => (
    <Input
      {...(id === undefined ? {} : { id })}
      type="email"
      value={typeof value === "string" ? value : ""}
      disabled={disabled ?? false}
      autoComplete="off"
      onChange={(event) => onChange?.(event.target.value)}
    />
  ),
  cell: (value) => valueText(value),
  toWire: (value) => (typeof value === "string" ? value.trim() : value),
};
