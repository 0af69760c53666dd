import { Select } from "antd";
import { useTranslation } from "react-i18next";
import { valueText } from "../metadata/value-text.ts";
import type { FieldInputProps, FieldKind } from "./field-kind.ts";

function ListInput({ id, value, onChange, disabled }: FieldInputProps) {
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

/** A list of texts, entered as tags. */
export const listKind: FieldKind = { Input: ListInput, cell: (value) => valueText(value) };
