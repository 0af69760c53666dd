import { Input } from "antd";
import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** Several lines of text. */
export const textAreaKind: FieldKind = {
  Input: ({ id, value, onChange, disabled }) => (
    <Input.TextArea
      {...(id === undefined ? {} : { id })}
      value={typeof value === "string" ? value : ""}
      disabled={disabled ?? false}
      autoSize={{ minRows: 3, maxRows: 12 }}
      onChange={(event) => onChange?.(event.target.value)}
    />
  ),
  cell: (value) => valueText(value),
  toWire: (value) => (typeof value === "string" ? value.trim() : value),
};
