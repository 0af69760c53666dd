import { Radio } from "antd";
import { useFormTexts } from "../form/use-form-texts.ts";
import { MatchCount } from "../widgets/match-count.tsx";
import { RuleTable } from "../widgets/rule-table.tsx";
import { type AttributeFilter, readAttributeFilter } from "./attribute-filter.tsx";
import { groupProps, nameOf } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";
import type { Option } from "./related-option.ts";
import { RemoteSelect } from "./remote-select.tsx";
import "../widgets/widgets.css";

const EMPTY: Readonly<Record<AttributeFilter["type"], AttributeFilter>> = {
  all: { type: "all" },
  ids: { type: "ids", ids: [] },
  attrs: { type: "attrs", attrs: [] },
};

/** All objects, some by name, or those whose attributes fit rules; with the rules, how many that is at present. */
export default function AttributeFilterInput(props: FieldInputProps) {
  const { value, onChange, related, disabled = false } = props;
  const { t } = useFormTexts();
  const filter = readAttributeFilter(value);
  const resource = nameOf(props);
  const attributes = related?.attributes ?? [];
  const inSentence = { resource: resource.toLocaleLowerCase() };
  return (
    <div className="attribute-filter" {...groupProps(props)}>
      <Radio.Group
        aria-label={resource}
        disabled={disabled}
        value={filter.type}
        options={[
          { value: "all", label: t("attributes.all", inSentence) },
          { value: "ids", label: t("attributes.specific", inSentence) },
          ...(attributes.length > 0 || filter.type === "attrs"
            ? [{ value: "attrs", label: t("attributes.byAttribute") }]
            : []),
        ]}
        onChange={(event) => onChange?.(EMPTY[event.target.value as AttributeFilter["type"]])}
      />
      {filter.type === "ids" ? (
        <RemoteSelect
          label={resource}
          multiple
          disabled={disabled}
          {...(related === undefined ? {} : { related })}
          value={filter.ids.map((id) => ({ value: id }))}
          onChange={(next) =>
            onChange?.({ type: "ids", ids: (next as Option[]).map((option) => option.value) })
          }
        />
      ) : null}
      {filter.type === "attrs" ? (
        <RuleTable
          attributes={attributes}
          rules={filter.attrs}
          disabled={disabled}
          onChange={(attrs) => onChange?.({ type: "attrs", attrs })}
        />
      ) : null}
      {filter.type === "attrs" && filter.attrs.length > 0 && related !== undefined ? (
        <MatchCount filter={filter} related={related} />
      ) : null}
    </div>
  );
}
