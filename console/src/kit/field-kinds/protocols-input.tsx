import { DeleteOutlined, PlusOutlined, SettingOutlined } from "@ant-design/icons";
import { Button, InputNumber, Select } from "antd";
import {
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { isRecord } from "../api/api-error.ts";
import { FormScopeContext, useServerErrors } from "../form/form-context.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { flattenMessages } from "../metadata/form-errors.ts";
import { groupProps } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";
import { isMandatory, portOfAddress, protocolLabel, withoutProtocol, withProtocol } from "./protocol-rows.ts";
import { asProtocols, type Protocol, takesSettings } from "./protocols.tsx";

const ProtocolDialog = lazy(() => import("../widgets/protocol-dialog.tsx"));
const ProtocolCard = lazy(() => import("../widgets/protocol-card.tsx"));

const NEVER = () => () => {};

/** The address entered in the same form, if there is one. */
function useAddress(): string {
  const scope = useContext(FormScopeContext);
  return useSyncExternalStore(scope?.values.subscribe ?? NEVER, () => {
    const address = scope?.values.get().address;
    return typeof address === "string" ? address : "";
  });
}

/** Messages of the server about one row. */
function rowProblem(refused: unknown, index: number): string {
  const row: unknown = Array.isArray(refused) ? refused[index] : undefined;
  return isRecord(row) ? flattenMessages(row).join("; ") : "";
}

interface ProtocolsInputProps extends FieldInputProps {
  /** Said in the settings of a protocol that are not this form's to change; with it they can be looked at. */
  readonly note?: ReactNode;
}

/**
 * Rows of protocol and port, chosen from those of the platform; with settings where the server takes them. The port of
 * a protocol that is reached by a URL follows the address entered beside it.
 */
export function ProtocolsInput(props: ProtocolsInputProps) {
  const { value, onChange, disabled, choices, field, name, note } = props;
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
  const locked = (row: Protocol) => !settings && isMandatory(platform(row));
  const change = (index: number, next: Protocol) => onChange?.(withProtocol(rows, index, next));

  // Ports that follow from the address are kept in step with it.
  const isTied = (row: Protocol) => !settings && platform(row)?.port_from_addr === true;
  const portOf = (row: Protocol) => (isTied(row) ? (portOfAddress(address, row.name) ?? row.port) : row.port);
  const isBehind = rows.some((row) => row.port !== portOf(row));
  const keepInStep = useRef(() => {});
  keepInStep.current = () => onChange?.(rows.map((row) => ({ ...row, port: portOf(row) })));
  useEffect(() => {
    if (isBehind) keepInStep.current();
  }, [isBehind]);

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
              options={[row.name, ...free].map((candidate) => ({
                value: candidate,
                label: protocolLabel(candidate),
              }))}
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
              disabled={disabled === true || isTied(row)}
              onChange={(next) => change(index, { ...row, port: next })}
            />
            {settings || note !== undefined ? (
              <Button
                type="text"
                aria-label={t("protocol.configure", { name: row.name })}
                icon={<SettingOutlined aria-hidden />}
                onClick={() => setConfigured(index)}
              />
            ) : null}
            <Button
              type="text"
              aria-label={t("kit:form.removeRow", { index: index + 1 })}
              icon={<DeleteOutlined aria-hidden />}
              disabled={disabled === true || locked(row) || rows.length === 1}
              onClick={() => onChange?.(withoutProtocol(rows, index, settings))}
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
          {settings && disabled !== true ? (
            <ProtocolDialog
              protocol={chosen}
              onCancel={() => setConfigured(undefined)}
              onConfirm={(next) => {
                change(configured, next);
                setConfigured(undefined);
              }}
            />
          ) : (
            <ProtocolCard
              protocol={settings ? chosen : (platform(chosen) ?? chosen)}
              note={note}
              onClose={() => setConfigured(undefined)}
            />
          )}
        </Suspense>
      )}
    </div>
  );
}
