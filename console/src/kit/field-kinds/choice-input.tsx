import { Radio, Select } from "antd";
import type { FieldInputProps } from "./field-kind.ts";

/** More choices than this become a searchable select instead of radio buttons. */
const RADIO_LIMIT = 4;

/** Radio buttons for a few choices, a searchable select for many. */
export function ChoiceInput({ id, value, onChange, field, disabled, choices }: FieldInputProps) {
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

/** Several choices. */
export function ChoicesInput({ id, value, onChange, field, disabled, choices }: FieldInputProps) {
  return (
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
  );
}
