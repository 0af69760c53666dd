import { Button, Flex } from "antd";
import { api } from "../../../../kit/api/client.ts";
import type { FieldOverrides } from "../../../../kit/form/form-model.ts";
import { SourcePeopleButton } from "../../../providers/index.ts";
import { SettingForm, type SettingGroups } from "../../form/setting-form.tsx";
import { TestButton } from "../../form/test-button.tsx";
import { useSettingsTexts } from "../../settings-texts.ts";
import { ProviderHint } from "../provider-hint.tsx";

const ENDPOINTS = [
  "AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT",
  "AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT",
  "AUTH_OPENID_PROVIDER_JWKS_ENDPOINT",
  "AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT",
  "AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT",
];

const GROUPS: SettingGroups = [
  [
    "openIdClient",
    [
      "AUTH_OPENID",
      "BASE_SITE_URL",
      "AUTH_OPENID_CLIENT_ID",
      "AUTH_OPENID_CLIENT_SECRET",
      "AUTH_OPENID_CLIENT_AUTH_METHOD",
    ],
  ],
  [
    "openIdProvider",
    [
      "AUTH_OPENID_KEYCLOAK",
      "AUTH_OPENID_SERVER_URL",
      "AUTH_OPENID_REALM_NAME",
      "AUTH_OPENID_PROVIDER_ENDPOINT",
      ...ENDPOINTS,
      "AUTH_OPENID_IGNORE_SSL_VERIFICATION",
    ],
  ],
  [
    "openIdTokens",
    [
      "AUTH_OPENID_SCOPES",
      "AUTH_OPENID_PKCE",
      "AUTH_OPENID_CODE_CHALLENGE_METHOD",
      "AUTH_OPENID_PROVIDER_SIGNATURE_ALG",
      "AUTH_OPENID_PROVIDER_SIGNATURE_KEY",
      "AUTH_OPENID_ID_TOKEN_MAX_AGE",
      "AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS",
    ],
  ],
  [
    "sourcePeople",
    [
      "AUTH_OPENID_USER_ATTR_MAP",
      "AUTH_OPENID_ALWAYS_UPDATE_USER",
      "AUTH_OPENID_TRUSTED_DOMAINS",
      "AUTH_OPENID_LINK_USERS",
      "AUTH_OPENID_SHARE_SESSION",
    ],
  ],
];

const withKeycloak = {
  hidden: ({ AUTH_OPENID_KEYCLOAK: on }: { AUTH_OPENID_KEYCLOAK?: unknown }) => on !== true,
};
const withoutKeycloak = {
  hidden: ({ AUTH_OPENID_KEYCLOAK: on }: { AUTH_OPENID_KEYCLOAK?: unknown }) => on === true,
};

const OVERRIDES: FieldOverrides = {
  AUTH_OPENID_SERVER_URL: withKeycloak,
  AUTH_OPENID_REALM_NAME: withKeycloak,
  AUTH_OPENID_PROVIDER_ENDPOINT: withoutKeycloak,
  ...Object.fromEntries(ENDPOINTS.map((key) => [key, withoutKeycloak])),
  AUTH_OPENID_PROVIDER_SIGNATURE_KEY: { ...withoutKeycloak, kind: "text-area" },
  AUTH_OPENID_CODE_CHALLENGE_METHOD: { hidden: ({ AUTH_OPENID_PKCE: pkce }) => pkce !== true },
};

const TESTING_URL = "/api/v1/sallyport/openid/testing/";

/** Asks the provider of the saved settings what it says of itself. */
const test = async (): Promise<string> =>
  (await api<{ readonly msg: string }>(TESTING_URL, { method: "POST", body: {} })).msg;

/** Signing in by OpenID Connect: the provider, what its people become here, and a sign-in to try. */
export function OpenIdSettings() {
  const { t } = useSettingsTexts();
  return (
    <Flex vertical gap={12}>
      <ProviderHint callbackPath="/core/auth/openid/callback/" />
      <SettingForm
        category="oidc"
        groups={GROUPS}
        overrides={OVERRIDES}
        extraButtons={
          <>
            <TestButton test={test}>{t("openId:test")}</TestButton>
            <Button href="/core/auth/openid/login/?trial=1">{t("openId:try")}</Button>
            <SourcePeopleButton source="openid" />
          </>
        }
      />
    </Flex>
  );
}
