import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { Page } from "../../../kit/page.tsx";
import { SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { useSettingsTexts } from "../settings-texts.ts";

const GROUPS: SettingGroups = [
  ["signIn", ["FORGOT_PASSWORD_URL", "AUTH_TEMP_TOKEN"]],
  ["staySignedIn", ["SESSION_COOKIE_AGE", "SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE", "TOKEN_EXPIRATION"]],
  ["keptPasswords", ["CACHE_LOGIN_PASSWORD_ENABLED", "CACHE_LOGIN_PASSWORD_TTL"]],
];

const OVERRIDES: FieldOverrides = {
  CACHE_LOGIN_PASSWORD_TTL: { hidden: ({ CACHE_LOGIN_PASSWORD_ENABLED: kept }) => kept !== true },
};

/** What people sign in with beside their password, and for how long they stay signed in. */
export default function AuthenticationSettings() {
  const { t } = useSettingsTexts();
  return (
    <Page title={t("routes:authenticationSettings")}>
      <SettingForm category="auth" groups={GROUPS} overrides={OVERRIDES} />
    </Page>
  );
}
