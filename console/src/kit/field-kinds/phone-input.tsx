import { Input, Select, Space } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { controlProps } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";
import { asPhone } from "./phone.tsx";

/** Country codes offered, with the country they are named after; any other that is stored is kept. */
const COUNTRIES: readonly (readonly [code: string, region: string])[] = [
  ["+86", "CN"],
  ["+852", "HK"],
  ["+853", "MO"],
  ["+886", "TW"],
  ["+1", "US"],
  ["+7", "RU"],
  ["+33", "FR"],
  ["+44", "GB"],
  ["+49", "DE"],
  ["+81", "JP"],
  ["+82", "KR"],
  ["+91", "IN"],
];

/** A country code and a number. */
export function PhoneInput(props: FieldInputProps) {
  const { value, onChange } = props;
  const { t, i18n } = useTranslation(["kit", "common"]);
  const phone = asPhone(value);
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: "region" });
    const known = COUNTRIES.map(([code, region]) => ({ value: code, label: `${code} ${names.of(region)}` }));
    return known.some((option) => option.value === phone.code)
      ? known
      : [{ value: phone.code, label: phone.code }, ...known];
  }, [i18n.language, phone.code]);
  return (
    <Space.Compact className="phone-input">
      <Select
        aria-label={t("form.countryCode")}
        className="phone-code"
        value={phone.code}
        disabled={props.disabled ?? false}
        options={options}
        optionRender={(option) => option.label}
        labelRender={(option) => String(option.value)}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: "label" }}
        onChange={(code: string) => onChange?.({ ...phone, code })}
      />
      <Input
        {...controlProps(props)}
        type="tel"
        autoComplete="off"
        value={phone.phone}
        onChange={(event) => onChange?.({ ...phone, phone: event.target.value.replace(/[^\d\s()-]/g, "") })}
      />
    </Space.Compact>
  );
}
