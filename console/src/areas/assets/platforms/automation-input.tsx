import { SettingOutlined } from "@ant-design/icons";
import { Button, Select, Switch } from "antd";
import { createElement, lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import { groupProps } from "../../../kit/field-kinds/control.ts";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";
import { registeredInput } from "../../../kit/field-kinds/registry.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { useMethodFields } from "../forms/method-fields.ts";
import { AUTOMATION_ITEMS } from "./constraints.ts";
import { useConstraintsOfForm } from "./constraints-scope.ts";
import "../forms/forms.css";

const ParametersDialog = lazy(() => import("./parameters-dialog.tsx"));

type Item = (typeof AUTOMATION_ITEMS)[number];

interface ItemRowProps {
  readonly item: Item;
  /** What the item is called, without what is switched. */
  readonly label: string;
  readonly settings: Row;
  readonly disabled: boolean;
  readonly onChange: (changes: Row) => void;
}

/** One thing that is automated: whether, by which method, and with which parameters. */
function ItemRow({ item, label, settings, disabled, onChange }: ItemRowProps) {
  const { t } = useTranslation("assetForms");
  const { methods } = useConstraintsOfForm();
  const described = useMethodFields();
  const [open, setOpen] = useState(false);
  const choices = methods[item];
  const isOn = settings[`${item}_enabled`] === true;
  const method =
    typeof settings[`${item}_method`] === "string" ? String(settings[`${item}_method`]) : undefined;
  const known = choices?.some(({ value }) => value === method) === true || method === undefined;
  const options = [
    ...(choices ?? []).map(({ value, label: text }) => ({ value: String(value), label: text })),
    ...(known ? [] : [{ value: method, label: method }]),
  ];
  const children = method === undefined ? undefined : described[method]?.children;
  return (
    <div className="automation-row">
      <span>{label}</span>
      <Switch
        aria-label={label}
        checked={isOn}
        disabled={disabled || choices === undefined}
        onChange={(on) =>
          onChange({
            [`${item}_enabled`]: on,
            ...(on && method === undefined ? { [`${item}_method`]: options[0]?.value ?? null } : {}),
          })
        }
      />
      {isOn ? (
        <>
          <Select
            aria-label={t("automation.method", { item: label })}
            value={method ?? null}
            disabled={disabled}
            options={options}
            onChange={(next) => onChange({ [`${item}_method`]: next })}
          />
          <Button
            type="text"
            icon={<SettingOutlined aria-hidden />}
            aria-label={t("automation.parameters", { item: label })}
            title={t("automation.parameters", { item: label })}
            disabled={disabled || children === undefined}
            onClick={() => setOpen(true)}
          />
        </>
      ) : null}
      {open && method !== undefined && children !== undefined ? (
        <Suspense fallback={null}>
          <ParametersDialog
            title={t("automation.parameters", { item: label })}
            method={method}
            fields={children}
            stored={settings[`${item}_params`]}
            onConfirm={(parameters) => {
              onChange({ [`${item}_params`]: parameters });
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** What a platform automates. Nothing but the first switch is shown while it is off. */
export function AutomationInput(props: FieldInputProps) {
  const { value, onChange, field, disabled = false } = props;
  const { t } = useTranslation("assetForms");
  const { automated } = useConstraintsOfForm();
  const settings = isRecord(value) ? value : {};
  const isOn = settings.ansible_enabled === true;
  const change = (changes: Row) => onChange?.({ ...settings, ...changes });
  const JsonEditor = registeredInput("json");
  const config = field.children?.ansible_config;
  return (
    <div className="automation-rows" {...groupProps(props)}>
      <div className="automation-row">
        <span>{t("automation.enabled")}</span>
        <Switch
          aria-label={t("automation.enabled")}
          checked={isOn}
          disabled={disabled || !automated}
          onChange={(on) => change({ ansible_enabled: on })}
        />
      </div>
      {automated ? null : <p className="hint">{t("automation.unavailable")}</p>}
      {isOn ? (
        <>
          <span className="hint">{config?.label}</span>
          {JsonEditor === undefined
            ? null
            : createElement(JsonEditor, {
                name: "ansible_config",
                field: config ?? { type: "json" },
                label: config?.label ?? "ansible_config",
                editing: props.editing,
                disabled,
                value: settings.ansible_config,
                onChange: (next: unknown) => change({ ansible_config: next }),
              })}
          {AUTOMATION_ITEMS.map((item) => (
            <ItemRow
              key={item}
              item={item}
              label={t(`automation.item.${item}`)}
              settings={settings}
              disabled={disabled}
              onChange={change}
            />
          ))}
        </>
      ) : null}
    </div>
  );
}
