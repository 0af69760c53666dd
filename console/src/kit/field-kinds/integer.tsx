import { InputNumber } from "antd";
import { valueText } from "../metadata/value-text.ts";
import type { FieldKind } from "./field-kind.ts";

/** A number. */
export const integerKind: FieldKind = {
  Input: ({ id, value, onChange, field, disabled }) => (
    <InputNumber
      {...(id === undefined ? {} : { id })}
      value={typeof value === "number" ? value : null}
      disabled={disabled ?? false}
      {...(field.min_value === undefined ? {} : { min: field.min_value })}
      {...(field.max_value === undefined ? {} : { max: field.max_value })}
      {...(field.type === "integer" ? { precision: 0 } : {})}
      onChange={(next) => onChange?.(next)}
    />
  ),
  cell: (value) => <span className="numeric">{valueText(value)}</span>,
};
