import { Input, Select, Space } from "antd";
import { useTranslation } from "react-i18next";
import type { FieldInputProps } from "./field-kind.ts";
import { asPhone } from "./phone.tsx";

/** Country codes offered; any other can be written by the API. */
const CODES = ["+86", "+852", "+853", "+886", "+1", "+7", "+33", "+44", "+49", "+81", "+82", "+91"];

/** A country code and a number. */
export function PhoneInput({ id, value, onChange, disabled }: FieldInputProps) {
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
