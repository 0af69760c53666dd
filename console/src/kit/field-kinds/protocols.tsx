import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";
import { isRecord } from "../api/api-error.ts";
import type { FieldInputProps, FieldKind } from "./field-kind.ts";

/** A protocol of an asset or platform. Required and primary ones of the platform cannot be removed. */
export interface Protocol {
  readonly name: string;
  readonly port: number | null;
  readonly primary?: boolean;
  readonly required?: boolean;
  readonly default?: boolean;
}

/** Reads a protocol list from any answer. */
export function asProtocols(value: unknown): Protocol[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((item) => ({
    name: String(item.name ?? ""),
    port: typeof item.port === "number" ? item.port : null,
    ...(item.primary === true ? { primary: true } : {}),
    ...(item.required === true ? { required: true } : {}),
    ...(item.default === true ? { default: true } : {}),
  }));
}

/**
 * The rows a new asset starts with: the platform's required, primary and default protocols, else its first
 * (docs/contract §13.2).
 */
export function defaultProtocols(available: readonly Protocol[]): Protocol[] {
  const wanted = available.filter(
    (protocol) => protocol.required === true || protocol.primary === true || protocol.default === true,
  );
  return wanted.length > 0 ? wanted : available.slice(0, 1);
}

function ProtocolsInput({ value, onChange, disabled, choices, field }: FieldInputProps) {
  const { t } = useTranslation(["kit", "common"]);
  const rows = asProtocols(value);
  const available = asProtocols(field.default);
  const names =
    available.length > 0
      ? available.map(({ name }) => name)
      : (choices ?? []).map((choice) => String(choice.value));
  const free = names.filter((name) => rows.every((row) => row.name !== name));
  const locked = (row: Protocol) =>
    available.some(
      ({ name, required, primary }) => name === row.name && (required === true || primary === true),
    );
  const change = (index: number, next: Protocol) =>
    onChange?.(rows.map((row, at) => (at === index ? next : row)));
  return (
    <div className="protocol-rows">
      {rows.map((row, index) => (
        <div className="protocol-row" key={row.name}>
          <Select
            aria-label={t("form.protocol")}
            value={row.name}
            disabled={disabled === true || locked(row)}
            options={[row.name, ...free].map((name) => ({ value: name, label: name }))}
            onChange={(name: string) =>
              change(index, { name, port: available.find((item) => item.name === name)?.port ?? null })
            }
          />
          <InputNumber
            aria-label={`${row.name} ${t("form.port")}`}
            min={0}
            max={65_535}
            precision={0}
            value={row.port}
            disabled={disabled ?? false}
            onChange={(port) => change(index, { ...row, port })}
          />
          <Button
            type="text"
            aria-label={t("form.removeRow", { index: index + 1 })}
            icon={<DeleteOutlined />}
            disabled={disabled === true || locked(row) || rows.length === 1}
            onClick={() => onChange?.(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={disabled === true || free.length === 0 || rows.some(({ port }) => port === null)}
        onClick={() => {
          const next = available.find(({ name }) => name === free[0]);
          onChange?.([...rows, { name: free[0] ?? "", port: next?.port ?? null }]);
        }}
      >
        {t("form.addRow")}
      </Button>
    </div>
  );
}

/** Protocols with ports. The choices are the platform's protocols, given as the field's default. */
export const protocolsKind: FieldKind = {
  Input: ProtocolsInput,
  cell: (value) => (
    <span className="tags">
      {asProtocols(value).map(({ name, port }) => (
        <span className="tag" key={`${name}/${port}`}>
          {name}
          {port === null ? "" : `/${port}`}
        </span>
      ))}
    </span>
  ),
  toForm: asProtocols,
  toWire: (value) => asProtocols(value).map(({ name, port }) => ({ name, port })),
};
