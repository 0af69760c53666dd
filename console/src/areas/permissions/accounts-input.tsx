import { Checkbox, Select } from "antd";
import { useTranslation } from "react-i18next";
import type { FieldInputProps } from "../../kit/field-kinds/field-kind.ts";
import { ACCOUNT_ALIASES, readAccountRule, toggleAlias, writeAccountRule } from "./account-rules.ts";

/** Which accounts a permission covers: all, named ones, and the virtual ones. */
export function AccountsInput({ value, onChange, disabled }: FieldInputProps) {
  const { t } = useTranslation(["permissions", "kit"]);
  const rule = readAccountRule(value);
  return (
    <div className="account-rule">
      {ACCOUNT_ALIASES.map((alias) => (
        <Checkbox
          key={alias}
          disabled={disabled ?? false}
          checked={rule.aliases.has(alias)}
          onChange={(event) => onChange?.(writeAccountRule(toggleAlias(rule, alias, event.target.checked)))}
        >
          {t(`alias.${alias}`)} <span className="hint">{t(`aliasHint.${alias}`)}</span>
        </Checkbox>
      ))}
      {rule.aliases.has("@SPEC") ? (
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[",", " "]}
          aria-label={t("usernames")}
          placeholder={t("usernames")}
          disabled={disabled ?? false}
          value={[...rule.usernames]}
          onChange={(usernames: string[]) =>
            onChange?.(
              writeAccountRule({ ...rule, usernames: usernames.map((item) => item.trim()).filter(Boolean) }),
            )
          }
        />
      ) : null}
    </div>
  );
}
