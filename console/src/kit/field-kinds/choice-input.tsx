import { Checkbox, Radio, Select } from "antd";
import { controlProps, groupProps, nameOf } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";

/** More choices than this become a searchable select instead of radio buttons or check boxes. */
const RADIO_LIMIT = 4;
const CHECKBOX_LIMIT = 12;

/** Tags beyond this are shown as a count. */
const SHOWN_TAGS = 10;

function optionsOf({ choices, field }: FieldInputProps): { value: string | number; label: string }[] {
  return (choices ?? field.choices ?? []).map(({ value, label }) => ({
    value: value as string | number,
    label,
  }));
}

/** Radio buttons for a few choices, a searchable select for many. */
export function ChoiceInput(props: FieldInputProps) {
  const { value, onChange, field } = props;
  const options = optionsOf(props);
  if (options.length <= RADIO_LIMIT && options.every(({ label }) => label.length <= 60)) {
    return (
      <Radio.Group
        {...groupProps(props)}
        role="radiogroup"
        disabled={props.disabled ?? false}
        value={value}
        options={options}
        onChange={(event) => onChange?.(event.target.value)}
      />
    );
  }
  return (
    <Select
      {...controlProps(props)}
      value={value as string | number | undefined}
      showSearch={{ optionFilterProp: "label" }}
      allowClear={field.required !== true}
      options={options}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

/** Check boxes for some choices, a searchable select for many. */
export function ChoicesInput(props: FieldInputProps) {
  const { value, onChange } = props;
  const options = optionsOf(props);
  const chosen = Array.isArray(value) ? (value as (string | number)[]) : [];
  if (options.length <= CHECKBOX_LIMIT) {
    return (
      <div {...groupProps(props)}>
        <Checkbox.Group
          disabled={props.disabled ?? false}
          value={chosen}
          options={options}
          onChange={(next) => onChange?.(next)}
        />
      </div>
    );
  }
  return (
    <Select
      {...controlProps(props)}
      aria-label={nameOf(props)}
      mode="multiple"
      maxTagCount={SHOWN_TAGS}
      showSearch={{ optionFilterProp: "label" }}
      allowClear
      value={chosen}
      options={options}
      onChange={(next) => onChange?.(next)}
    />
  );
}
