import { UploadOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FieldInputProps } from "../../kit/field-kinds/field-kind.ts";

const LIMIT = 64 * 1024;

/** A private key: typed, pasted or read from a file; never shown again after saving. */
export function KeyInput({ id, value, onChange, disabled, editing }: FieldInputProps) {
  const { t } = useTranslation("kit");
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <Input.TextArea
        {...(id === undefined ? {} : { id })}
        className="code"
        spellCheck={false}
        autoComplete="off"
        autoSize={{ minRows: 4, maxRows: 10 }}
        placeholder={editing ? t("form.secretKept") : "-----BEGIN OPENSSH PRIVATE KEY-----"}
        value={typeof value === "string" ? value : ""}
        disabled={disabled ?? false}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <input
        ref={file}
        type="file"
        hidden
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen !== undefined && chosen.size <= LIMIT)
            void chosen.text().then((text) => onChange?.(text));
          event.target.value = "";
        }}
      />
      <Button
        size="small"
        icon={<UploadOutlined />}
        className="under-input"
        onClick={() => file.current?.click()}
      >
        {t("form.chooseFile")}
      </Button>
    </>
  );
}
