import { DeleteOutlined, EditOutlined, PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import type { AttributeRule } from "../field-kinds/attribute-filter.tsx";
import type { FilterAttribute } from "../field-kinds/field-kind.ts";
import { useOptionLabels } from "../field-kinds/option-labels.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { valueText } from "../metadata/value-text.ts";
import { type Match, withRule } from "./attribute-rules.ts";
import { RuleDialog } from "./rule-dialog.tsx";

interface RuleTableProps {
  readonly attributes: readonly FilterAttribute[];
  readonly rules: readonly AttributeRule[];
  readonly disabled?: boolean;
  /** Without it the rules are to be read only. */
  readonly onChange?: (rules: AttributeRule[]) => void;
}

const NOTHING = { url: "" };

function RuleValue({ rule, attribute }: { rule: AttributeRule; attribute: FilterAttribute | undefined }) {
  const { t } = useFormTexts();
  const ids = attribute?.related !== undefined && Array.isArray(rule.value) ? rule.value : [];
  const names = useOptionLabels(
    ids.map((id) => ({ value: id as string | number })),
    attribute?.related ?? NOTHING,
  );
  if (names.length > 0) return names.map(({ label }) => label).join(", ");
  if (typeof rule.value === "boolean") return t(rule.value ? "common:yes" : "common:no");
  if (attribute?.choices !== undefined && Array.isArray(rule.value)) {
    const label = (value: unknown) => attribute.choices?.find((choice) => choice.value === value)?.label;
    return rule.value.map((value) => label(value) ?? valueText(value)).join(", ");
  }
  return valueText(rule.value);
}

/** The rules of a selection by attributes; each can be changed and removed, and each attribute has one. */
export function RuleTable({ attributes, rules, disabled = false, onChange }: RuleTableProps) {
  const { t } = useFormTexts();
  const [edited, setEdited] = useState<AttributeRule | "new">();
  const attributeOf = (rule: AttributeRule) => attributes.find(({ name }) => name === rule.name);
  return (
    <>
      {rules.length === 0 ? null : (
        <div className="pick-scroll">
          <table className="rule-table">
            <thead>
              <tr>
                <th scope="col">{t("attributes.attribute")}</th>
                <th scope="col">{t("attributes.match")}</th>
                <th scope="col">{t("attributes.value")}</th>
                {onChange === undefined ? null : <th scope="col">{t("common:actions")}</th>}
              </tr>
            </thead>
            <tbody>
              {rules.map((rule) => {
                const name = attributeOf(rule)?.label ?? rule.name;
                return (
                  <tr key={rule.name}>
                    <td>{name}</td>
                    <td>{t(`attributes.matches.${rule.match as Match}`, { defaultValue: rule.match })}</td>
                    <td>
                      <RuleValue rule={rule} attribute={attributeOf(rule)} />
                    </td>
                    {onChange === undefined ? null : (
                      <td>
                        <Button
                          type="text"
                          size="small"
                          icon={<EditOutlined aria-hidden />}
                          disabled={disabled || attributeOf(rule) === undefined}
                          aria-label={t("attributes.edit", { name })}
                          onClick={() => setEdited(rule)}
                        />
                        <Button
                          type="text"
                          size="small"
                          icon={<DeleteOutlined aria-hidden />}
                          disabled={disabled}
                          aria-label={t("attributes.remove", { name })}
                          onClick={() => onChange(rules.filter((other) => other !== rule))}
                        />
                      </td>
                    )}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {onChange === undefined ? null : (
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          disabled={disabled || rules.length >= attributes.length}
          onClick={() => setEdited("new")}
        >
          {t("attributes.add")}
        </Button>
      )}
      {edited === undefined || onChange === undefined ? null : (
        <RuleDialog
          attributes={attributes}
          taken={new Set(rules.map(({ name }) => name))}
          rule={edited === "new" ? undefined : edited}
          onCancel={() => setEdited(undefined)}
          onConfirm={(rule) => {
            const before =
              edited === "new"
                ? rules
                : rules.filter((other) => other !== edited || other.name === rule.name);
            onChange(withRule(before, rule));
            setEdited(undefined);
          }}
        />
      )}
    </>
  );
}
