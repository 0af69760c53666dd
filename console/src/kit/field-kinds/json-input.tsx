import { useFormTexts } from "../form/use-form-texts.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { useDebounced } from "../use-debounced.ts";
import CodeEditor from "../widgets/code-editor.tsx";
import { nameOf } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";
import { isJson, jsonText } from "./json.tsx";

/** How long a person may pause in the middle of a change before being told that it is not JSON yet, in milliseconds. */
const PROBLEM_DELAY = 1500;

/** JSON edited as text. */
export default function JsonInput(props: FieldInputProps) {
  const { t } = useFormTexts();
  const text = jsonText(props.value);
  const settled = useDebounced(text, PROBLEM_DELAY);
  const wrong = settled === text && settled.trim() !== "" && !isJson(settled);
  const told = props["aria-invalid"] === true || props["aria-invalid"] === "true";
  return (
    <>
      <CodeEditor
        label={nameOf(props)}
        mode="json"
        value={text}
        disabled={props.disabled ?? false}
        onChange={(next) => props.onChange?.(next)}
        {...omitUndefined({ id: props.id, onBlur: props.onBlur })}
      />
      {wrong && !told ? (
        <div className="input-problem" role="alert">
          {t("kit:form.json")}
        </div>
      ) : null}
    </>
  );
}
