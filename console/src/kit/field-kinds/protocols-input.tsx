import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
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
import { ProtocolRow } from "./protocol-row.tsx";
import { isMandatory, portOfAddress, withoutProtocol, withProtocol } from "./protocol-rows.ts";
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
  const newRow = (wanted: string): Protocol =>
    available.find((candidate) => candidate.name === wanted) ?? { name: wanted, port: null };
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
      {rows.map((row, index) => (
        <ProtocolRow
          key={row.name}
          row={row}
          index={index}
          free={free}
          problem={rowProblem(refused, index)}
          disabled={disabled === true}
          locked={locked(row)}
          tied={isTied(row)}
          isOnly={rows.length === 1}
          onRename={(next) => change(index, newRow(next))}
          onChange={(next) => change(index, next)}
          onConfigure={settings || note !== undefined ? () => setConfigured(index) : undefined}
          onRemove={() => onChange?.(withoutProtocol(rows, index, settings))}
        />
      ))}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={disabled === true || free.length === 0 || rows.some((row) => row.port === null)}
        onClick={() => onChange?.([...rows, newRow(free[0] ?? "")])}
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
