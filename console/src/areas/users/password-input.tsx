import { Input } from "antd";
import { useTranslation } from "react-i18next";
import type { FieldInputProps } from "../../kit/field-kinds/field-kind.ts";
import { useSession } from "../../kit/session.ts";
import { passwordProblems } from "./password-rules.ts";

/** A password with the rules it still breaks. */
export function PasswordInput({ id, value, onChange, disabled }: FieldInputProps) {
  const { t } = useTranslation("users");
  const { settings } = useSession();
  const text = typeof value === "string" ? value : "";
  const { problems, minimum } = passwordProblems(text, settings.PASSWORD_RULE, false);
  return (
    <>
      <Input.Password
        {...(id === undefined ? {} : { id })}
        autoComplete="new-password"
        value={text}
        disabled={disabled ?? false}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {text === "" || problems.length === 0 ? null : (
        <ul className="password-rules" aria-live="polite">
          {problems.map((problem) => (
            <li key={problem}>{t(`rule.${problem}`, { count: minimum })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
