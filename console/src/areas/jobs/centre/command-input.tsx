import { Button, Form, Spin } from "antd";
import { lazy, Suspense, useState } from "react";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { omitUndefined } from "../../../kit/omit-undefined.ts";
import { MODES } from "./resources.ts";
import { useJobTexts } from "./use-job-texts.ts";

const CodeEditor = lazy(() => import("../../../kit/widgets/code-editor.tsx"));
const VariablesDialog = lazy(() => import("./variables-dialog.tsx"));

/** The command of a template or job, coloured as its language. */
export function CommandInput(props: FieldInputProps) {
  const { t } = useJobTexts();
  const [isHelping, setHelping] = useState(false);
  const module = String(plainValue(Form.useWatch("module") as never) ?? "shell");
  return (
    <Suspense fallback={<Spin />}>
      <CodeEditor
        label={t("command")}
        value={typeof props.value === "string" ? props.value : ""}
        mode={MODES[module] ?? "shell"}
        disabled={props.disabled ?? false}
        onChange={(text) => props.onChange?.(text)}
        sideTools={<Button onClick={() => setHelping(true)}>{t("variables")}</Button>}
        {...omitUndefined({ id: props.id, onBlur: props.onBlur })}
      />
      {isHelping ? <VariablesDialog onClose={() => setHelping(false)} /> : null}
    </Suspense>
  );
}
