import { Form, type FormInstance } from "antd";
import type { Rule } from "antd/es/form";
import { useTranslation } from "react-i18next";
import { fieldInput } from "../field-kinds/inputs.ts";
import { isJson } from "../field-kinds/json.tsx";
import type { FormField, FormValues } from "./form-model.ts";

interface FieldItemProps {
  readonly item: FormField;
  readonly values: FormValues;
  readonly editing: boolean;
  readonly form: FormInstance<FormValues>;
}

/** Plain text of a help sentence, which may carry simple markup. */
function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function useRules({ field, kind, required }: FormField, editing: boolean): Rule[] {
  const { t } = useTranslation(["kit", "common"]);
  const rules: Rule[] = [];
  if (required && !(kind === "secret" && editing)) {
    rules.push({
      validator: (_, value: unknown) => {
        const empty =
          value === undefined ||
          value === null ||
          (typeof value === "string" && value.trim() === "") ||
          (Array.isArray(value) && value.length === 0);
        return empty ? Promise.reject(new Error(t("form.required"))) : Promise.resolve();
      },
      required: true,
    });
  }
  if (kind === "email") rules.push({ type: "email", message: t("form.email") });
  if (field.max_length !== undefined && ["string", "text-area", "email"].includes(kind)) {
    rules.push({ max: field.max_length, message: t("form.tooLong", { count: field.max_length }) });
  }
  if (kind === "json") {
    rules.push({
      validator: (_, value: unknown) =>
        typeof value === "string" && !isJson(value)
          ? Promise.reject(new Error(t("form.json")))
          : Promise.resolve(),
    });
  }
  return rules;
}

/** One field with its label, help, rules and messages. */
export function FieldItem({ item, values, editing, form }: FieldItemProps) {
  const { name, label, help, kind, field, override } = item;
  const rules = useRules(item, editing);
  if (override.hidden?.(values) === true) return null;
  const Input = override.input ?? fieldInput(kind);
  const disabled = typeof override.disabled === "function" ? override.disabled(values) : override.disabled;
  const input = (
    <Input
      name={name}
      field={field}
      editing={editing}
      {...(disabled === undefined ? {} : { disabled })}
      {...(override.related === undefined ? {} : { related: override.related })}
      {...(override.choices === undefined ? {} : { choices: override.choices })}
    />
  );
  const text = help === undefined ? "" : plainText(help);
  return (
    <Form.Item
      name={name}
      label={label}
      rules={rules}
      validateTrigger={["onBlur", "onChange"]}
      validateFirst
      required={item.required && !(kind === "secret" && editing)}
      {...(text === "" || text === "…" ? {} : { extra: text })}
      {...(override.onChange === undefined
        ? {}
        : {
            getValueFromEvent: (value: unknown) => {
              const changes = override.onChange?.(value, form.getFieldsValue(true) as FormValues);
              if (changes !== undefined) form.setFieldsValue(changes);
              return value;
            },
          })}
    >
      {input}
    </Form.Item>
  );
}
