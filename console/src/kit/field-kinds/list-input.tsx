import { Select } from "antd";
import { useTranslation } from "react-i18next";
import type { FieldInputProps } from "./field-kind.ts";

/** Texts entered as tags. */
export function ListInput({ id, value, onChange, disabled }: FieldInputProps) {
  const { t } = useTranslation(["kit", "common"]);
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[","]}
      placeholder={t("form.tagHint")}
      value={Array.isArray(value) ? value.map(String) : []}
      disabled={disabled ?? false}
      onChange={(next: string[]) => onChange?.(next.map((item) => item.trim()).filter(Boolean))}
    />
  );
}
