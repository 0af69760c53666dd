import { Input } from "antd";
import type { FieldInputProps } from "./field-kind.ts";

/** One line of text. */
export function StringInput({ id, value, onChange, field, disabled }: FieldInputProps) {
  return (
    <Input
      {...(id === undefined ? {} : { id })}
      value={typeof value === "string" || typeof value === "number" ? String(value) : ""}
      disabled={disabled ?? false}
      autoComplete="off"
      {...(field.max_length === undefined || field.max_length > 4096 ? {} : { maxLength: field.max_length })}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}
