import { TabPage } from "../../../kit/detail/tab-page.tsx";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { Page } from "../../../kit/page.tsx";
import { ScimSources } from "../../providers/index.ts";
import { SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { CasSettings } from "./cas/cas-settings.tsx";
import { ChatSettings } from "./chat/chat-settings.tsx";
import { LdapSettings } from "./ldap/ldap-settings.tsx";
import { OAuth2Settings } from "./oauth2/oauth2-settings.tsx";
import { OpenIdSettings } from "./openid/openid-settings.tsx";
import { RadiusSettings } from "./radius/radius-settings.tsx";
import { Saml2Settings } from "./saml2/saml2-settings.tsx";

const GROUPS: SettingGroups = [
  ["signIn", ["FORGOT_PASSWORD_URL", "AUTH_TEMP_TOKEN"]],
  ["signInRedirect", ["LOGIN_REDIRECT_TO_BACKEND", "LOGIN_REDIRECT_MSG_ENABLED"]],
  ["signInLinks", ["AUTH_SSO", "AUTH_SSO_AUTHKEY_TTL"]],
  ["staySignedIn", ["SESSION_COOKIE_AGE", "SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE", "TOKEN_EXPIRATION"]],
  ["keptPasswords", ["CACHE_LOGIN_PASSWORD_ENABLED", "CACHE_LOGIN_PASSWORD_TTL"]],
];

const OVERRIDES: FieldOverrides = {
  AUTH_SSO_AUTHKEY_TTL: { hidden: ({ AUTH_SSO: on }) => on !== true },
  CACHE_LOGIN_PASSWORD_TTL: { hidden: ({ CACHE_LOGIN_PASSWORD_ENABLED: kept }) => kept !== true },
};

/** What people sign in with beside their password, for how long they stay signed in, and where else they are known. */
export default function AuthenticationSettings() {
  const { t } = useSettingsTexts();
  return (
    <Page title={t("routes:authenticationSettings")}>
      <TabPage
        tabs={[
          {
            key: "Basic",
            label: t("settings:tab.signIn"),
            content: <SettingForm category="auth" groups={GROUPS} overrides={OVERRIDES} />,
          },
          { key: "Ldap", label: t("settings:tab.ldap"), content: <LdapSettings /> },
          { key: "CAS", label: t("settings:tab.cas"), content: <CasSettings /> },
          { key: "OIDC", label: t("settings:tab.openId"), content: <OpenIdSettings /> },
          { key: "SAML2", label: t("settings:tab.saml2"), content: <Saml2Settings /> },
          { key: "OAuth2", label: t("settings:tab.oauth2"), content: <OAuth2Settings /> },
          { key: "Radius", label: t("settings:tab.radius"), content: <RadiusSettings /> },
          { key: "WeCom", label: t("settings:tab.wecom"), content: <ChatSettings platform="wecom" /> },
          {
            key: "DingTalk",
            label: t("settings:tab.dingtalk"),
            content: <ChatSettings platform="dingtalk" />,
          },
          { key: "FeiShu", label: t("settings:tab.feishu"), content: <ChatSettings platform="feishu" /> },
          { key: "SCIM", label: t("settings:tab.scim"), content: <ScimSources /> },
        ]}
      />
    </Page>
  );
}
