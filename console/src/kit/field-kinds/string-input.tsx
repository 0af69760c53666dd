import { Input } from "antd";
import { omitUndefined } from "../omit-undefined.ts";
import { controlProps } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";
import { useTrimmedText } from "./use-trimmed-text.ts";

/** A longer limit than this is no limit a person should be stopped at while typing. */
const HARD_LIMIT = 4096;

/** One line of text; also of an e-mail address or URL, for which phones offer a keyboard of their own. */
export function StringInput(props: FieldInputProps) {
  const { value, onChange, field } = props;
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const { shown, type, leave } = useTrimmedText(text, onChange);
  const limit =
    field.max_length !== undefined && field.max_length <= HARD_LIMIT ? field.max_length : undefined;
  return (
    <Input
      {...controlProps(props)}
      {...omitUndefined({ maxLength: limit })}
      inputMode={field.type === "email" ? "email" : field.type === "url" ? "url" : "text"}
      value={shown}
      autoComplete="off"
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        leave();
        props.onBlur?.();
      }}
    />
  );
}
