import { Select } from "antd";
import { useState } from "react";
import { Dialog } from "../dialog/dialog.tsx";
import type { AttributeRule } from "../field-kinds/attribute-filter.tsx";
import type { FilterAttribute } from "../field-kinds/field-kind.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { isComplete, type Match, matchesOf, ruleInput } from "./attribute-rules.ts";
import { RuleValueInput } from "./rule-value-input.tsx";

interface RuleDialogProps {
  readonly attributes: readonly FilterAttribute[];
  /** Attributes that have a rule already. */
  readonly taken: ReadonlySet<string>;
  /** The rule to change; without one a new rule is made. */
  readonly rule: AttributeRule | undefined;
  readonly onConfirm: (rule: AttributeRule) => void;
  readonly onCancel: () => void;
}

/** Makes or changes one rule: which attribute, compared how, with what. */
export function RuleDialog({ attributes, taken, rule, onConfirm, onCancel }: RuleDialogProps) {
  const { t } = useFormTexts();
  const free = attributes.filter(({ name }) => name === rule?.name || !taken.has(name));
  const start = (attribute: FilterAttribute | undefined): AttributeRule => ({
    name: attribute?.name ?? "",
    match: matchesOf(attribute?.type ?? "text")[0] ?? "exact",
    value: undefined,
  });
  const [current, setCurrent] = useState<AttributeRule>(rule ?? start(free[0]));
  const attribute = attributes.find(({ name }) => name === current.name);
  const matches = attribute === undefined ? [] : matchesOf(attribute.type);
  const compare = (match: string) => {
    const type = attribute?.type ?? "text";
    const sameInput = ruleInput(type, match) === ruleInput(type, current.match);
    setCurrent({ ...current, match, value: sameInput ? current.value : undefined });
  };
  return (
    <Dialog
      title={t("attributes.dialog")}
      size="small"
      modal
      answer={{ disabled: !isComplete(current), run: () => onConfirm(current) }}
      onClose={onCancel}
    >
      <div className="rule-fields">
        <span>{t("attributes.attribute")}</span>
        <Select
          aria-label={t("attributes.attribute")}
          value={current.name}
          options={attributes.map(({ name, label }) => ({
            value: name,
            label,
            disabled: !free.some((item) => item.name === name),
          }))}
          onChange={(name: string) => setCurrent(start(attributes.find((item) => item.name === name)))}
        />
        <span>{t("attributes.match")}</span>
        <Select
          aria-label={t("attributes.match")}
          value={current.match}
          options={matches.map((match: Match) => ({ value: match, label: t(`attributes.matches.${match}`) }))}
          onChange={compare}
        />
        <span>{t("attributes.value")}</span>
        {attribute === undefined ? null : (
          <RuleValueInput
            attribute={attribute}
            match={current.match}
            value={current.value}
            onChange={(value) => setCurrent({ ...current, value })}
            onEnter={() => {
              if (isComplete(current)) onConfirm(current);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
