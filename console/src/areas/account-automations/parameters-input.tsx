import { SettingOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { isRecord } from "../../kit/api/api-error.ts";
import { api } from "../../kit/api/client.ts";
import { groupProps } from "../../kit/field-kinds/control.ts";
import type { FieldInputProps } from "../../kit/field-kinds/field-kind.ts";
import { useFormAnswer } from "../../kit/form/form-context.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { ParametersDialog, useMethodFields } from "../assets/index.ts";
import { usePlanTexts } from "./use-plan-texts.ts";

const IN_USE_URL = "/api/v1/assets/platforms/filter-nodes-assets/";

/** Which item of a platform's automation a plan carries out. */
export type AutomationItem = "push_account" | "change_secret";

/** Keys of a relation in a form, which holds options or plain keys. */
export function keysOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).map((item: unknown) =>
    String(isRecord(item) && "value" in item ? item.value : item),
  );
}

/** The methods by which the assets of the form would be worked on. */
function useMethodsInUse(item: AutomationItem): readonly string[] | undefined {
  const chosen = useFormAnswer((values) =>
    JSON.stringify({ asset_ids: keysOf(values.assets), node_ids: keysOf(values.nodes) }),
  );
  const body = JSON.parse(chosen) as { asset_ids: string[]; node_ids: string[] };
  const platforms = useQuery({
    queryKey: ["platforms-in-use", chosen],
    enabled: body.asset_ids.length + body.node_ids.length > 0,
    queryFn: ({ signal }) => api<Row[]>(IN_USE_URL, { method: "POST", body, signal }),
  });
  if (platforms.data === undefined) return undefined;
  const used = platforms.data.flatMap(({ automation }) => {
    if (!isRecord(automation) || automation[`${item}_enabled`] !== true) return [];
    const method = automation[`${item}_method`];
    return typeof method === "string" ? [method] : [];
  });
  return [...new Set(used)].sort();
}

interface MethodButtonProps {
  readonly method: string;
  readonly value: Row;
  readonly disabled: boolean;
  readonly onChange: (parameters: Row) => void;
}

function MethodButton({ method, value, disabled, onChange }: MethodButtonProps) {
  const { t } = usePlanTexts();
  const described = useMethodFields()[method];
  const [open, setOpen] = useState(false);
  if (described?.children === undefined) return null;
  const label = described.label ?? method;
  const isSet = isRecord(value[method]);
  return (
    <>
      <Button icon={<SettingOutlined aria-hidden />} disabled={disabled} onClick={() => setOpen(true)}>
        {t(isSet ? "params.own" : "params.platform", { method: label })}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <ParametersDialog
            title={label}
            method={method}
            fields={described.children}
            // Only what is kept under the method: other methods have parameters of the same names.
            stored={{ [method]: isSet ? value[method] : {} }}
            onConfirm={(parameters) => {
              onChange({ ...value, ...parameters });
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Parameters of the methods by which the chosen assets are worked on. */
function ParametersInput({ item, ...props }: FieldInputProps & { readonly item: AutomationItem }) {
  const { t } = usePlanTexts();
  const methods = useMethodsInUse(item);
  const described = useMethodFields();
  const value: Row = isRecord(props.value) ? props.value : {};
  const withParameters = (methods ?? []).filter((method) => described[method]?.children !== undefined);
  return (
    <div className="button-row" {...groupProps(props)}>
      {withParameters.length === 0 ? (
        <span className="hint">{t(methods === undefined ? "params.noAssets" : "params.none")}</span>
      ) : null}
      {withParameters.map((method) => (
        <MethodButton
          key={method}
          method={method}
          value={value}
          disabled={props.disabled === true}
          onChange={(parameters) => props.onChange?.(parameters)}
        />
      ))}
    </div>
  );
}

/** Parameters of pushing. */
export function PushParametersInput(props: FieldInputProps) {
  return <ParametersInput {...props} item="push_account" />;
}

/** Parameters of changing secrets. */
export function ChangeParametersInput(props: FieldInputProps) {
  return <ParametersInput {...props} item="change_secret" />;
}
