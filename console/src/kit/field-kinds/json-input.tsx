import { Input } from "antd";
import type { FieldInputProps } from "./field-kind.ts";
import { jsonText } from "./json.tsx";

/** JSON edited as text. */
export function JsonInput({ id, value, onChange, disabled }: FieldInputProps) {
  return (
    <Input.TextArea
      {...(id === undefined ? {} : { id })}
      className="code"
      spellCheck={false}
      value={jsonText(value)}
      disabled={disabled ?? false}
      autoSize={{ minRows: 4, maxRows: 20 }}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}
