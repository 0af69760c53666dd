import { DatePicker } from "antd";
import dayjs from "dayjs";
import { controlProps } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";

/** Date and time in the viewer's zone; its value is a `Date`. */
export default function DateTimeInput(props: FieldInputProps) {
  const { value, onChange, field } = props;
  return (
    <DatePicker
      {...controlProps(props)}
      className="date-time-input"
      showTime
      format="YYYY/MM/DD HH:mm:ss"
      allowClear={field.required !== true}
      value={value instanceof Date ? dayjs(value) : null}
      onChange={(next) => onChange?.(next?.toDate())}
    />
  );
}
