import { Input } from "antd";
import { controlProps } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";
import { useTrimmedText } from "./use-trimmed-text.ts";

/** Several lines of text. */
export function TextAreaInput(props: FieldInputProps) {
  const { value, onChange } = props;
  const { shown, type, leave } = useTrimmedText(typeof value === "string" ? value : "", onChange);
  return (
    <Input.TextArea
      {...controlProps(props)}
      value={shown}
      autoSize={{ minRows: 3, maxRows: 12 }}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        leave();
        props.onBlur?.();
      }}
    />
  );
}
