import { Select } from "antd";
import { useTranslation } from "react-i18next";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";

/** What is offered, in minutes; 0: every connection is asked about. */
const OFFERED = [0, 15, 30, 60, 240, 480, 1_440, 10_080];

const HOUR = 60;
const DAY = 24 * HOUR;

/** For how long an approval holds, in words. */
export function useValidForText(): (minutes: number) => string {
  const { t } = useTranslation("acls");
  return (minutes) => {
    if (minutes === 0) return t("validFor.once");
    if (minutes % DAY === 0) return t("validFor.days", { count: minutes / DAY });
    if (minutes % HOUR === 0) return t("validFor.hours", { count: minutes / HOUR });
    return t("validFor.minutes", { count: minutes });
  };
}

/** Chooses for how long an approval holds; another time that the API was told is offered too. */
export function ValidForInput({ value, onChange, name: _name, field: _field, ...control }: FieldInputProps) {
  const textOf = useValidForText();
  const minutes = Number(value ?? 0);
  const offered = OFFERED.includes(minutes) ? OFFERED : [...OFFERED, minutes].sort((a, b) => a - b);
  const { id, disabled, onBlur } = control;
  return (
    <Select<number>
      {...(id === undefined ? {} : { id })}
      {...(onBlur === undefined ? {} : { onBlur })}
      disabled={disabled === true}
      aria-describedby={control["aria-describedby"]}
      value={minutes}
      onChange={(next) => onChange?.(next)}
      options={offered.map((each) => ({ value: each, label: textOf(each) }))}
    />
  );
}
