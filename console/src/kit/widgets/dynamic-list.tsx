import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { groupProps, nameOf } from "../field-kinds/control.ts";
import type { FieldInputProps } from "../field-kinds/field-kind.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import "./widgets.css";

/** Texts, one input each, with a way to add and remove. At least one input is always there; empty ones are not sent. */
export function DynamicList(props: FieldInputProps) {
  const { value, onChange } = props;
  const { t } = useFormTexts();
  const disabled = props.disabled ?? false;
  const texts = Array.isArray(value) && value.length > 0 ? value.map(String) : [""];
  return (
    <div className="dynamic-list" {...groupProps(props)}>
      {texts
        .map((text, index) => ({ text, number: index + 1 }))
        .map(({ text, number }) => (
          <div className="dynamic-row" key={number}>
            <span className="dynamic-number">{number}</span>
            <Input
              aria-label={`${nameOf(props)} ${number}`}
              disabled={disabled}
              value={text}
              onChange={(event) => onChange?.(texts.with(number - 1, event.target.value))}
            />
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t("kit:form.removeRow", { index: number })}
              disabled={disabled || texts.length === 1}
              onClick={() => onChange?.(texts.toSpliced(number - 1, 1))}
            />
          </div>
        ))}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={disabled}
        onClick={() => onChange?.([...texts, ""])}
      >
        {t("kit:form.addRow")}
      </Button>
    </div>
  );
}
