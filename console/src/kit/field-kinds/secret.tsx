import { Input } from "antd";
import { useTranslation } from "react-i18next";
import type { FieldInputProps, FieldKind } from "./field-kind.ts";

function SecretInput({ id, value, onChange, disabled, editing }: FieldInputProps) {
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

/** A write-only text: never read back, left out of the request when empty. */
export const secretKind: FieldKind = {
  Input: SecretInput,
  cell: () => "",
  toForm: () => undefined,
  toWire: (value) => (value === "" || value === null ? undefined : value),
};
