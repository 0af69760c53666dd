import { DatePicker } from "antd";
import dayjs from "dayjs";
import type { FieldInputProps } from "./field-kind.ts";

/** Date and time picker; its value is a `Date`. */
export default function DateTimeInput({ id, value, onChange, disabled, field }: FieldInputProps) {
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      showTime
      format="YYYY/MM/DD HH:mm:ss"
      allowClear={field.required !== true}
      disabled={disabled ?? false}
      value={value instanceof Date ? dayjs(value) : null}
      onChange={(next) => onChange?.(next?.toDate())}
      style={{ width: 220 }}
    />
  );
}
