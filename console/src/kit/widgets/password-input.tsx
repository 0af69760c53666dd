import { CheckOutlined, CloseOutlined } from "@ant-design/icons";
import { Input } from "antd";
import { controlProps } from "../field-kinds/control.ts";
import type { FieldInputProps } from "../field-kinds/field-kind.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { useSession } from "../session.ts";
import { passwordRules, passwordStrength, STRENGTHS } from "./password-rules.ts";
import "./widgets.css";

interface PasswordInputProps extends FieldInputProps {
  /** The stricter minimum length of administrators applies. */
  readonly admin?: boolean;
}

/** A new password: how strong it is, and which rules of the installation it keeps. */
export function PasswordInput(props: PasswordInputProps) {
  const { value, onChange, admin = false } = props;
  const { t } = useFormTexts();
  const { settings } = useSession();
  const text = typeof value === "string" ? value : "";
  const rules = passwordRules(text, settings.PASSWORD_RULE, admin);
  const strength = passwordStrength(text);
  return (
    <>
      <Input.Password
        {...controlProps(props)}
        autoComplete="new-password"
        value={text}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {text === "" ? null : (
        <div className="password-meter" aria-live="polite">
          <meter
            min={0}
            max={STRENGTHS.length - 1}
            low={2}
            high={3}
            optimum={STRENGTHS.length - 1}
            value={strength}
            aria-label={t("password.strength")}
          />
          <span>{t(`password.level.${STRENGTHS[strength] ?? "veryWeak"}`)}</span>
        </div>
      )}
      <ul className="password-rules">
        {rules.map(({ name, kept, minimum }) => (
          <li key={name} className={kept ? "is-kept" : ""}>
            {kept ? <CheckOutlined aria-hidden /> : <CloseOutlined aria-hidden />}
            {t(`password.rule.${name}`, { count: minimum })}
            <span className="visually-hidden">{t(kept ? "password.kept" : "password.broken")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
