import { InputNumber } from "antd";
import { omitUndefined } from "../omit-undefined.ts";
import { controlProps } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";

/** Limits beyond this are those of the database, not of the field; stepping to them helps nobody. */
const MEANINGFUL = 2_147_483_647;

function limit(value: number | undefined): number | undefined {
  return value === undefined || Math.abs(value) >= MEANINGFUL ? undefined : value;
}

/** A number within the limits of the metadata. */
export function IntegerInput(props: FieldInputProps) {
  const { value, onChange, field } = props;
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return (
    <InputNumber
      {...controlProps(props)}
      {...omitUndefined({ min: limit(field.min_value), max: limit(field.max_value) })}
      {...(field.type === "integer" ? { precision: 0 } : {})}
      value={typeof number === "number" && Number.isFinite(number) ? number : null}
      onChange={(next) => onChange?.(next)}
    />
  );
}
