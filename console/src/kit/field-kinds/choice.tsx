import { Radio, Select } from "antd";
import { isRecord } from "../api/api-error.ts";
import type { FieldMetadata } from "../metadata/types.ts";
import { plainValue, valueText } from "../metadata/value-text.ts";
import type { FieldInputProps, FieldKind } from "./field-kind.ts";

/** More choices than this become a searchable select instead of radio buttons. */
const RADIO_LIMIT = 4;

function ChoiceInput({ id, value, onChange, field, disabled, choices }: FieldInputProps) {
  const options = choices ?? field.choices ?? [];
  if (options.length <= RADIO_LIMIT && options.every(({ label }) => label.length <= 60)) {
    return (
      <Radio.Group
        {...(id === undefined ? {} : { id })}
        value={value}
        disabled={disabled ?? false}
        options={options.map((choice) => ({ value: choice.value as string | number, label: choice.label }))}
        onChange={(event) => onChange?.(event.target.value)}
      />
    );
  }
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      value={value as string | number | undefined}
      disabled={disabled ?? false}
      showSearch={{ optionFilterProp: "label" }}
      allowClear={field.required !== true}
      options={options.map((choice) => ({ value: choice.value as string | number, label: choice.label }))}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

function choiceLabel(value: unknown, field: FieldMetadata): string {
  if (isRecord(value)) return valueText(value);
  return field.choices?.find((choice) => choice.value === value)?.label ?? valueText(value);
}

/** One of several choices, read as `{value,label}` and written as the value. */
export const choiceKind: FieldKind = {
  Input: ChoiceInput,
  cell: choiceLabel,
  filter: (field) => field.choices,
  toForm: plainValue,
};

/** Several of several choices. */
export const choicesKind: FieldKind = {
  Input: ({ id, value, onChange, field, disabled, choices }) => (
    <Select
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      value={(value as (string | number)[] | undefined) ?? []}
      disabled={disabled ?? false}
      options={(choices ?? field.choices ?? []).map((choice) => ({
        value: choice.value as string | number,
        label: choice.label,
      }))}
      onChange={(next) => onChange?.(next)}
    />
  ),
  cell: (value, field) =>
    Array.isArray(value) ? value.map((item: unknown) => choiceLabel(item, field)).join(", ") : "",
  filter: (field) => field.choices,
  toForm: (value) => (Array.isArray(value) ? value.map(plainValue) : []),
};
