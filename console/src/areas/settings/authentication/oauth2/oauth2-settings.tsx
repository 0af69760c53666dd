import { Button, Flex } from "antd";
import { SourcePeopleButton } from "../../../providers/index.ts";
import { SettingForm, type SettingGroups } from "../../form/setting-form.tsx";
import { useSettingsTexts } from "../../settings-texts.ts";
import { ProviderHint } from "../provider-hint.tsx";
import { ProviderLogo } from "../provider-logo.tsx";

const GROUPS: SettingGroups = [
  [
    "openIdClient",
    ["AUTH_OAUTH2", "AUTH_OAUTH2_PROVIDER", "AUTH_OAUTH2_CLIENT_ID", "AUTH_OAUTH2_CLIENT_SECRET"],
  ],
  [
    "openIdProvider",
    [
      "AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT",
      "AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT",
      "AUTH_OAUTH2_ACCESS_TOKEN_METHOD",
      "AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT",
      "AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT",
      "AUTH_OAUTH2_SCOPE",
      "AUTH_OAUTH2_PKCE",
      "AUTH_OAUTH2_LOGOUT_COMPLETELY",
    ],
  ],
  [
    "sourcePeople",
    [
      "AUTH_OAUTH2_SUBJECT_ATTRIBUTE",
      "AUTH_OAUTH2_USER_ATTR_MAP",
      "AUTH_OAUTH2_ALWAYS_UPDATE_USER",
      "AUTH_OAUTH2_TRUSTED_DOMAINS",
      "AUTH_OAUTH2_LINK_USERS",
    ],
  ],
];

/** Signing in by OAuth 2.0: the provider, what its people become here, and a sign-in to try. */
export function OAuth2Settings() {
  const { t } = useSettingsTexts();
  return (
    <Flex vertical gap={12}>
      <ProviderHint callbackPath="/core/auth/oauth2/callback/" />
      <ProviderLogo category="oauth2" setting="AUTH_OAUTH2_LOGO_PATH" />
      <SettingForm
        category="oauth2"
        groups={GROUPS}
        extraButtons={
          <>
            <Button href="/core/auth/oauth2/login/?trial=1">{t("openId:try")}</Button>
            <SourcePeopleButton source="oauth2" />
          </>
        }
      />
    </Flex>
  );
}
