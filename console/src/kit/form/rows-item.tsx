import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Form } from "antd";
import { mustEnter } from "./field-rules.ts";
import { pathText, useFormScope } from "./form-context.ts";
import { startRow } from "./form-model.ts";
import type { FieldsInsideProps } from "./nested-item.tsx";
import { useFormTexts } from "./use-form-texts.ts";

/** A list of nested objects: a row each, with its own fields, and a way to add and remove rows. */
export function RowsItem({ item, path, place, Field }: FieldsInsideProps) {
  const { editing } = useFormScope();
  const { t } = useFormTexts();
  const required = mustEnter(item, editing);
  const rule = {
    validator: (_: unknown, rows: unknown[] | undefined) =>
      required && (rows ?? []).length === 0
        ? Promise.reject(new Error(t("kit:form.required")))
        : Promise.resolve(),
  };
  return (
    <fieldset className="nested-group" data-field={pathText(path)}>
      <legend>{item.label}</legend>
      <Form.List name={[...(place ?? path)]} rules={[rule]}>
        {(rows, { add, remove }, { errors }) => (
          <>
            {rows.map(({ key, name }) => (
              <div className="nested-row" key={key}>
                <div className="nested-row-fields">
                  {item.children.map((child) => (
                    <Field
                      key={child.name}
                      item={child}
                      path={[...path, name, child.name]}
                      place={[name, child.name]}
                    />
                  ))}
                </div>
                <Button
                  type="text"
                  aria-label={t("kit:form.removeRow", { index: name + 1 })}
                  icon={<DeleteOutlined aria-hidden />}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            <Button
              size="small"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => add(startRow(item.children, {}, true))}
            >
              {t("kit:form.addRow")}
            </Button>
            <Form.ErrorList errors={errors} />
          </>
        )}
      </Form.List>
    </fieldset>
  );
}
