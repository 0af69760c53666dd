import { InputNumber } from "antd";
import type { FieldInputProps } from "./field-kind.ts";

/** A number within the limits of the metadata. */
export function IntegerInput({ id, value, onChange, field, disabled }: FieldInputProps) {
  return (
    <InputNumber
      {...(id === undefined ? {} : { id })}
      value={typeof value === "number" ? value : null}
      disabled={disabled ?? false}
      {...(field.min_value === undefined ? {} : { min: field.min_value })}
      {...(field.max_value === undefined ? {} : { max: field.max_value })}
      {...(field.type === "integer" ? { precision: 0 } : {})}
      onChange={(next) => onChange?.(next)}
    />
  );
}
