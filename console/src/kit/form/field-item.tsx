import { Form } from "antd";
import { memo, type ReactNode, useMemo } from "react";
import { fieldKind } from "../field-kinds/index.ts";
import { registeredInput } from "../field-kinds/registry.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { checkedOn, fieldRules, mustEnter } from "./field-rules.ts";
import { pathText, useFormAnswer, useFormScope } from "./form-context.ts";
import type { FormField, FormValues } from "./form-model.ts";
import { type FieldItemProps, NestedItem } from "./nested-item.tsx";
import { RowsItem } from "./rows-item.tsx";
import { useFormTexts } from "./use-form-texts.ts";

/** Plain text of a help sentence, which may carry simple markup. */
function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

interface ReadOnlyValueProps {
  readonly item: FormField;
  /** Given by the form, as to an input: what the label belongs to. */
  readonly id?: string;
  readonly value?: unknown;
}

function ReadOnlyValue({ item, id, value }: ReadOnlyValueProps) {
  const content = fieldKind(item.kind).cell(value, item.field, item.name);
  return (
    <span id={id} className="read-only-value">
      {content === "" ? "-" : content}
    </span>
  );
}

/** One field with its label, help, rules and messages; nested objects and rows with the fields inside. */
export const FieldItem = memo(function FieldItem(props: FieldItemProps): ReactNode {
  const { override } = props.item;
  const hidden = useFormAnswer((values) => override.hidden?.(values) === true);
  if (hidden) return null;
  return <VisibleField {...props} />;
});

function VisibleField(props: FieldItemProps) {
  const { item, path, place } = props;
  const { name, label, kind, override, children } = item;
  const { form, values, editing } = useFormScope();
  const { t } = useFormTexts();
  const disabled = useFormAnswer((all) =>
    typeof override.disabled === "function" ? override.disabled(all) : override.disabled,
  );
  const rules = useMemo(() => fieldRules(item, editing, values, t), [item, editing, values, t]);
  if (children.length > 0 && kind === "nested") return <NestedItem {...props} Field={FieldItem} />;
  if (children.length > 0 && kind === "nested-list") return <RowsItem {...props} Field={FieldItem} />;

  const Input = override.input ?? registeredInput(kind);
  if (Input === undefined) return null;
  const help = item.help === undefined ? "" : plainText(item.help);
  const take = (value: unknown) => {
    // What was wrong with the former value says nothing about this one.
    if (form.getFieldError([...path]).length > 0) form.setFields([{ name: [...path], errors: [] }]);
    const changes = override.onChange?.(value, form.getFieldsValue(true) as FormValues);
    if (changes !== undefined) form.setFieldsValue(changes);
    return value;
  };
  return (
    <Form.Item
      name={[...(place ?? path)]}
      rules={rules}
      validateTrigger={checkedOn(kind)}
      validateFirst
      required={mustEnter(item, editing)}
      data-field={pathText(path)}
      label={label}
      {...omitUndefined({ extra: help === "" || help === "…" ? undefined : help })}
      getValueFromEvent={take}
    >
      {override.readOnly === true ? (
        <ReadOnlyValue item={item} />
      ) : (
        <Input
          name={name}
          field={item.field}
          label={label}
          editing={editing}
          {...omitUndefined({ disabled, related: override.related, choices: override.choices })}
        />
      )}
    </Form.Item>
  );
}
