import { Input, InputNumber, Radio, Select } from "antd";
import type { FilterAttribute } from "../field-kinds/field-kind.ts";
import type { Option } from "../field-kinds/related-option.ts";
import { RemoteSelect } from "../field-kinds/remote-select.tsx";
import { useFormTexts } from "../form/use-form-texts.ts";
import { isAddressEntry } from "./addresses.ts";
import { ruleInput } from "./attribute-rules.ts";
import { TagInput } from "./tag-input.tsx";

interface RuleValueInputProps {
  readonly attribute: FilterAttribute;
  readonly match: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Enter in a value of one line. */
  readonly onEnter: () => void;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The value of a rule, entered as the attribute and the comparison ask for. */
export function RuleValueInput({ attribute, match, value, onChange, onEnter }: RuleValueInputProps) {
  const { t } = useFormTexts();
  const label = t("attributes.value");
  switch (ruleInput(attribute.type, match)) {
    case "related": {
      const ids = Array.isArray(value) ? (value as (string | number)[]) : [];
      return (
        <RemoteSelect
          label={label}
          multiple
          {...(attribute.related === undefined ? {} : { related: attribute.related })}
          value={ids.map((id) => ({ value: id }))}
          onChange={(next) => onChange((next as Option[]).map((option) => option.value))}
        />
      );
    }
    case "choices":
      return (
        <Select
          mode="multiple"
          aria-label={label}
          maxTagCount={10}
          value={texts(value)}
          options={(attribute.choices ?? []).map((choice) => ({
            value: String(choice.value),
            label: choice.label,
          }))}
          onChange={onChange}
        />
      );
    case "boolean":
      return (
        <Radio.Group
          aria-label={label}
          value={value}
          options={[
            { value: true, label: t("common:yes") },
            { value: false, label: t("common:no") },
          ]}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "addresses":
      return (
        <TagInput
          label={label}
          value={texts(value)}
          placeholder={t("addresses.placeholder")}
          problem={(tag) => (isAddressEntry(tag) ? undefined : t("addresses.problem"))}
          onChange={onChange}
        />
      );
    case "tags":
      return <TagInput label={label} value={texts(value)} onChange={onChange} />;
    case "number":
      return (
        <InputNumber
          aria-label={label}
          value={typeof value === "number" ? value : null}
          onChange={(next) => onChange(next)}
          onPressEnter={onEnter}
        />
      );
    case "text":
      return (
        <Input
          aria-label={label}
          value={typeof value === "string" ? value : ""}
          onChange={(event) => onChange(event.target.value)}
          onPressEnter={onEnter}
        />
      );
  }
}
