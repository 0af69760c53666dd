import { DeleteOutlined, SettingOutlined } from "@ant-design/icons";
import { Button, InputNumber, Select } from "antd";
import { useFormTexts } from "../form/use-form-texts.ts";
import { protocolLabel } from "./protocol-rows.ts";
import type { Protocol } from "./protocols.tsx";

interface ProtocolRowProps {
  readonly row: Protocol;
  readonly index: number;
  /** Names that no other row has. */
  readonly free: readonly string[];
  /** What the server says about the row; empty when nothing. */
  readonly problem: string;
  readonly disabled: boolean;
  /** Whether the platform demands the row. */
  readonly locked: boolean;
  /** Whether the port follows the address. */
  readonly tied: boolean;
  readonly isOnly: boolean;
  /** Called with the name of another protocol. */
  readonly onRename: (name: string) => void;
  readonly onChange: (next: Protocol) => void;
  /** Absent where there are no settings to see. */
  readonly onConfigure: (() => void) | undefined;
  readonly onRemove: () => void;
}

/** One row of protocol and port. */
export function ProtocolRow(props: ProtocolRowProps) {
  const { row, index, free, problem, disabled, locked, tied, isOnly } = props;
  const { onRename, onChange, onConfigure, onRemove } = props;
  const { t } = useFormTexts();
  return (
    <div className="protocol-row">
      <Select
        aria-label={t("kit:form.protocol")}
        value={row.name}
        disabled={disabled || locked}
        options={[row.name, ...free].map((candidate) => ({
          value: candidate,
          label: protocolLabel(candidate),
        }))}
        onChange={onRename}
      />
      <InputNumber
        aria-label={`${row.name} ${t("kit:form.port")}`}
        min={0}
        max={65_535}
        precision={0}
        value={row.port}
        status={problem === "" && row.port !== null ? "" : "error"}
        disabled={disabled || tied}
        onChange={(next) => onChange({ ...row, port: next })}
      />
      {onConfigure === undefined ? null : (
        <Button
          type="text"
          aria-label={t("protocol.configure", { name: row.name })}
          icon={<SettingOutlined aria-hidden />}
          onClick={onConfigure}
        />
      )}
      <Button
        type="text"
        aria-label={t("kit:form.removeRow", { index: index + 1 })}
        icon={<DeleteOutlined aria-hidden />}
        disabled={disabled || locked || isOnly}
        onClick={onRemove}
      />
      {problem === "" ? null : <span className="input-problem">{problem}</span>}
    </div>
  );
}
