import { DatePicker } from "antd";
import dayjs from "dayjs";
import { controlProps } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";

/** A day without a time; its value is `YYYY-MM-DD`. */
export default function DateInput(props: FieldInputProps) {
  const { value, onChange, field } = props;
  const day = typeof value === "string" && value !== "" ? dayjs(value) : null;
  return (
    <DatePicker
      {...controlProps(props)}
      className="date-time-input"
      format="YYYY/MM/DD"
      allowClear={field.required !== true}
      value={day?.isValid() === true ? day : null}
      onChange={(next) => onChange?.(next?.format("YYYY-MM-DD") ?? null)}
    />
  );
}
