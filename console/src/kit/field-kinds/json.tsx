import { Input } from "antd";
import type { FieldKind } from "./field-kind.ts";

/** Text of a JSON value for the editor; what cannot be parsed stays text until it can. */
function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? {}, undefined, 2);
}

/** Whether a text is valid JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Any JSON value, edited as text. */
export const jsonKind: FieldKind = {
  Input: ({ id, value, onChange, disabled }) => (
    <Input.TextArea
      {...(id === undefined ? {} : { id })}
      className="code"
      spellCheck={false}
      value={toText(value)}
      disabled={disabled ?? false}
      autoSize={{ minRows: 4, maxRows: 20 }}
      onChange={(event) => onChange?.(event.target.value)}
    />
  ),
  cell: (value) => (value === null || value === undefined ? "" : <code>{JSON.stringify(value)}</code>),
  toForm: toText,
  toWire: (value) => {
    if (typeof value !== "string") return value;
    return isJson(value) ? (JSON.parse(value) as unknown) : value;
  },
};
