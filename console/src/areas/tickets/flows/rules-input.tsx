import { Radio } from "antd";
import { useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { FieldInputProps, RelatedSource } from "../../../kit/field-kinds/field-kind.ts";
import type { Option } from "../../../kit/field-kinds/related-option.ts";
import { RemoteSelect } from "../../../kit/field-kinds/remote-select.tsx";
import { useFormAnswer } from "../../../kit/form/form-context.ts";
import { labelled } from "../../../kit/metadata/labelled.ts";
import { ROOT_ORGANIZATION } from "../../../kit/session.ts";
import { USER_OPTIONS } from "../../users/index.ts";
import { type FlowRule, levelsOf, STRATEGIES, type Strategy, USUAL_RULE } from "./flow.ts";

/** Approvers may be of any organization. */
const APPROVERS: RelatedSource = {
  ...USER_OPTIONS,
  query: { ...USER_OPTIONS.query, oid: ROOT_ORGANIZATION },
};

interface LevelInputProps {
  readonly level: number;
  readonly rule: FlowRule;
  readonly disabled: boolean;
  readonly onChange: (rule: FlowRule) => void;
}

function LevelInput({ level, rule, disabled, onChange }: LevelInputProps) {
  const { t } = useTranslation("tickets");
  const chosen = useMemo<Option[]>(() => rule.assignees.map((value) => ({ value })), [rule.assignees]);
  const label = t("flow.levelTitle", { level });
  // Of its own: those of one form field would share theirs, and so the one that is checked.
  const name = useId();
  return (
    <fieldset className="flow-level">
      <legend>{label}</legend>
      <Radio.Group
        name={name}
        aria-label={label}
        disabled={disabled}
        value={rule.strategy}
        options={STRATEGIES.map((value) => ({ value, label: t(`flow.strategy.${value}`) }))}
        onChange={({ target }) => onChange({ ...rule, strategy: target.value as Strategy })}
      />
      {rule.strategy === "custom_user" ? (
        <RemoteSelect
          label={labelled(label, t("flow.approvers"))}
          disabled={disabled}
          related={APPROVERS}
          multiple
          value={chosen}
          onChange={(options) => {
            const assignees = (options as readonly Option[]).map(({ value }) => String(value));
            onChange({ ...rule, assignees });
          }}
        />
      ) : null}
    </fieldset>
  );
}

/** Who approves at each level of a flow. */
export function RulesInput(props: FieldInputProps) {
  const { value, onChange, disabled = false } = props;
  const levels = useFormAnswer(({ approval_level }) => levelsOf(approval_level));
  const rules = Array.isArray(value) ? (value as FlowRule[]) : [];
  const shown = Array.from({ length: levels }, (_, index) => ({
    level: index + 1,
    rule: rules[index] ?? USUAL_RULE,
  }));
  const change = (level: number, changed: FlowRule) =>
    onChange?.(shown.map((each) => (each.level === level ? changed : each.rule)));
  return (
    <div className="flow-levels">
      {shown.map(({ level, rule }) => (
        <LevelInput
          key={level}
          level={level}
          rule={rule}
          disabled={disabled}
          onChange={(changed) => change(level, changed)}
        />
      ))}
    </div>
  );
}
