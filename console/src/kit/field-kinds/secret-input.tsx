import { Input } from "antd";
import { useTranslation } from "react-i18next";
import type { FieldInputProps } from "./field-kind.ts";

/** A masked text; an empty one keeps what is stored. */
export function SecretInput({ id, value, onChange, disabled, editing }: FieldInputProps) {
  const { t } = useTranslation(["kit", "common"]);
  return (
    <Input.Password
      {...(id === undefined ? {} : { id })}
      value={typeof value === "string" ? value : ""}
      disabled={disabled ?? false}
      autoComplete="new-password"
      placeholder={editing ? t("form.secretKept") : ""}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}
