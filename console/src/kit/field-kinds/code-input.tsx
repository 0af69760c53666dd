import { omitUndefined } from "../omit-undefined.ts";
import CodeEditor from "../widgets/code-editor.tsx";
import { nameOf } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";

/** A script, coloured as shell. Other languages use the editor itself. */
export default function CodeInput(props: FieldInputProps) {
  return (
    <CodeEditor
      label={nameOf(props)}
      value={typeof props.value === "string" ? props.value : ""}
      disabled={props.disabled ?? false}
      onChange={(text) => props.onChange?.(text)}
      {...omitUndefined({ id: props.id, onBlur: props.onBlur })}
    />
  );
}
