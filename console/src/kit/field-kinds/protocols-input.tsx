import { DeleteOutlined, PlusOutlined, SettingOutlined } from "@ant-design/icons";
import { Button, InputNumber, Select } from "antd";
import { lazy, Suspense, useContext, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { isRecord } from "../api/api-error.ts";
import { FormScopeContext, useServerErrors } from "../form/form-context.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { flattenMessages } from "../metadata/form-errors.ts";
import { groupProps } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";
import { asProtocols, type Protocol, portOfAddress, takesSettings } from "./protocols.tsx";

const ProtocolDialog = lazy(() => import("../widgets/protocol-dialog.tsx"));

const NEVER = () => () => {};

/** The address entered in the same form, if there is one. */
function useAddress(): string {
  const scope = useContext(FormScopeContext);
  return useSyncExternalStore(scope?.values.subscribe ?? NEVER, () => {
    const address = scope?.values.get().address;
    return typeof address === "string" ? address : "";
  });
}

/** The rows with one changed; the only primary one stands first. */
export function withProtocol(rows: readonly Protocol[], index: number, next: Protocol): Protocol[] {
  const changed = rows.map((row, at) => (at === index ? next : row));
  if (next.primary !== true) return changed;
  const others = changed
    .filter((row) => row !== next)
    .map(({ primary: _primary, ...row }): Protocol => row as Protocol);
  return [next, ...others];
}

/** Messages of the server about one row. */
function rowProblem(refused: unknown, index: number): string {
  const row: unknown = Array.isArray(refused) ? refused[index] : undefined;
  return isRecord(row) ? flattenMessages(row).join("; ") : "";
}

/** Rows of protocol and port, chosen from those of the platform; with settings where the server takes them. */
export function ProtocolsInput(props: FieldInputProps) {
  const { value, onChange, disabled, choices, field, name } = props;
  const { t } = useFormTexts();
  const [configured, setConfigured] = useState<number>();
  const refused = useServerErrors(name);
  const address = useAddress();
  const rows = asProtocols(value);
  const available = asProtocols(field.default);
  const names =
    available.length > 0
      ? available.map((protocol) => protocol.name)
      : (choices ?? []).map((choice) => String(choice.value));
  const free = names.filter((candidate) => rows.every((row) => row.name !== candidate));
  const platform = (row: Protocol) => available.find((candidate) => candidate.name === row.name);
  const settings = takesSettings(field);
  const locked = (row: Protocol) =>
    !settings && (platform(row)?.required === true || platform(row)?.primary === true);
  const change = (index: number, next: Protocol) => onChange?.(withProtocol(rows, index, next));

  // Ports that follow from the address are kept in step with it.
  const port = portOfAddress(address);
  const follows = (row: Protocol) => platform(row)?.port_from_addr === true && port !== undefined;
  const behind = rows.some((row) => follows(row) && row.port !== port);
  const keepInStep = useRef(() => {});
  keepInStep.current = () =>
    onChange?.(rows.map((row) => (follows(row) ? { ...row, port: port ?? null } : row)));
  useEffect(() => {
    if (behind) keepInStep.current();
  }, [behind]);

  const chosen = configured === undefined ? undefined : rows[configured];
  return (
    <div className="protocol-rows" {...groupProps(props)}>
      {rows.map((row, index) => {
        const problem = rowProblem(refused, index);
        return (
          <div className="protocol-row" key={row.name}>
            <Select
              aria-label={t("kit:form.protocol")}
              value={row.name}
              disabled={disabled === true || locked(row)}
              options={[row.name, ...free].map((candidate) => ({ value: candidate, label: candidate }))}
              onChange={(next: string) => {
                const wanted = available.find((candidate) => candidate.name === next);
                change(index, wanted ?? { name: next, port: null });
              }}
            />
            <InputNumber
              aria-label={`${row.name} ${t("kit:form.port")}`}
              min={0}
              max={65_535}
              precision={0}
              value={row.port}
              status={problem === "" && row.port !== null ? "" : "error"}
              disabled={disabled === true || follows(row)}
              onChange={(next) => change(index, { ...row, port: next })}
            />
            {settings ? (
              <Button
                type="text"
                aria-label={t("protocol.configure", { name: row.name })}
                icon={<SettingOutlined aria-hidden />}
                disabled={disabled === true}
                onClick={() => setConfigured(index)}
              />
            ) : null}
            <Button
              type="text"
              aria-label={t("kit:form.removeRow", { index: index + 1 })}
              icon={<DeleteOutlined aria-hidden />}
              disabled={disabled === true || locked(row) || rows.length === 1}
              onClick={() => onChange?.(rows.filter((_, at) => at !== index))}
            />
            {problem === "" ? null : <span className="input-problem">{problem}</span>}
          </div>
        );
      })}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={disabled === true || free.length === 0 || rows.some((row) => row.port === null)}
        onClick={() => {
          const next = available.find((candidate) => candidate.name === free[0]);
          onChange?.([...rows, next ?? { name: free[0] ?? "", port: null }]);
        }}
      >
        {t("kit:form.addRow")}
      </Button>
      {chosen === undefined || configured === undefined ? null : (
        <Suspense fallback={null}>
          <ProtocolDialog
            protocol={chosen}
            onCancel={() => setConfigured(undefined)}
            onConfirm={(next) => {
              change(configured, next);
              setConfigured(undefined);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
