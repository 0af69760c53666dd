import { Button, Input, Space } from "antd";
import { useState } from "react";
import { useFormTexts } from "../form/use-form-texts.ts";
import { controlProps, nameOf } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";

/**
 * A masked text that is never read back. Of an existing object it is a button first, so that nothing fills it in by
 * itself and nobody clears what is stored without meaning to.
 */
export function SecretInput(props: FieldInputProps) {
  const { value, onChange, editing } = props;
  const { t } = useFormTexts();
  const [open, setOpen] = useState(false);
  const text = typeof value === "string" ? value : "";
  if (editing && !open && text === "") {
    return (
      <Space>
        <Button {...controlProps(props)} onClick={() => setOpen(true)}>
          {t("form:secret.update")}
        </Button>
        <span className="hint">{t("form:secret.stored")}</span>
      </Space>
    );
  }
  return (
    <Space.Compact block>
      <Input.Password
        {...controlProps(props)}
        value={text}
        autoComplete="new-password"
        autoFocus={editing}
        aria-label={nameOf(props)}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {editing ? (
        <Button
          onClick={() => {
            onChange?.(undefined);
            setOpen(false);
          }}
        >
          {t("form:secret.keep")}
        </Button>
      ) : null}
    </Space.Compact>
  );
}
