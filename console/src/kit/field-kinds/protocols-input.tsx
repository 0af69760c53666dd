import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, InputNumber, Select } from "antd";
import { useTranslation } from "react-i18next";
import type { FieldInputProps } from "./field-kind.ts";
import { asProtocols, type Protocol } from "./protocols.tsx";

/** Rows of protocol and port, chosen from those of the platform. */
export function ProtocolsInput({ value, onChange, disabled, choices, field }: FieldInputProps) {
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
