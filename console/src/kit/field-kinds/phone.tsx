import { Input, Select, Space } from "antd";
import { useTranslation } from "react-i18next";
import { isRecord } from "../api/api-error.ts";
import { valueText } from "../metadata/value-text.ts";
import type { FieldInputProps, FieldKind } from "./field-kind.ts";

/** Country codes offered; any other can be written by the API. */
const CODES = ["+86", "+852", "+853", "+886", "+1", "+7", "+33", "+44", "+49", "+81", "+82", "+91"];

interface Phone {
  readonly code: string;
  readonly phone: string;
}

function asPhone(value: unknown): Phone {
  if (!isRecord(value)) return { code: "+86", phone: typeof value === "string" ? value : "" };
  return { code: valueText(value.code) || "+86", phone: valueText(value.phone) };
}

function PhoneInput({ id, value, onChange, disabled }: FieldInputProps) {
  const { t } = useTranslation(["kit", "common"]);
  const phone = asPhone(value);
  return (
    <Space.Compact>
      <Select
        aria-label={t("form.countryCode")}
        value={phone.code}
        disabled={disabled ?? false}
        style={{ width: 84 }}
        options={CODES.map((code) => ({ value: code, label: code }))}
        onChange={(code) => onChange?.({ ...phone, code })}
      />
      <Input
        {...(id === undefined ? {} : { id })}
        type="tel"
        value={phone.phone}
        disabled={disabled ?? false}
        onChange={(event) => onChange?.({ ...phone, phone: event.target.value })}
      />
    </Space.Compact>
  );
}

/** A telephone number with its country code, written as one text. */
export const phoneKind: FieldKind = {
  Input: PhoneInput,
  cell: (value) =>
    isRecord(value) ? `${valueText(value.code)} ${valueText(value.phone)}` : valueText(value),
  toForm: asPhone,
  toWire: (value) => {
    const { code, phone } = asPhone(value);
    return phone.trim() === "" ? "" : `${code}${phone.trim()}`;
  },
};
