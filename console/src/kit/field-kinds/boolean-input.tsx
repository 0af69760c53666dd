import { Switch } from "antd";
import type { FieldInputProps } from "./field-kind.ts";

/** A switch. */
export function BooleanInput({ id, value, onChange, disabled }: FieldInputProps) {
  return (
    <Switch
      {...(id === undefined ? {} : { id })}
      checked={value === true}
      disabled={disabled ?? false}
      onChange={(next) => onChange?.(next)}
    />
  );
}
