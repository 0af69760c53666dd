import { Input } from "antd";
import type { FieldInputProps } from "./field-kind.ts";

/** Several lines of text. */
export function TextAreaInput({ id, value, onChange, disabled }: FieldInputProps) {
  return (
    <Input.TextArea
      {...(id === undefined ? {} : { id })}
      value={typeof value === "string" ? value : ""}
      disabled={disabled ?? false}
      autoSize={{ minRows: 3, maxRows: 12 }}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}
