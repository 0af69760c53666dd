import { Input } from "antd";
import type { FieldInputProps } from "./field-kind.ts";

/** An e-mail address. */
export function EmailInput({ id, value, onChange, disabled }: FieldInputProps) {
  return (
    <Input
      {...(id === undefined ? {} : { id })}
      type="email"
      value={typeof value === "string" ? value : ""}
      disabled={disabled ?? false}
      autoComplete="off"
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}
