import { Button, Flex } from "antd";
import type { FieldOverrides } from "../../../../kit/form/form-model.ts";
import { SecretUpload } from "../../../../kit/widgets/secret-upload.tsx";
import { SourcePeopleButton } from "../../../providers/index.ts";
import { SettingForm, type SettingGroups } from "../../form/setting-form.tsx";
import { useSettingsTexts } from "../../settings-texts.ts";
import { ProviderHint } from "../provider-hint.tsx";

const GROUPS: SettingGroups = [
  ["openIdProvider", ["AUTH_SAML2", "SAML2_IDP_METADATA_URL", "SAML2_IDP_METADATA_XML"]],
  ["openIdClient", ["SAML2_SP_KEY_CONTENT", "SAML2_SP_CERT_CONTENT", "SAML2_SP_ADVANCED_SETTINGS"]],
  [
    "sourcePeople",
    [
      "SAML2_SUBJECT_ATTRIBUTE",
      "SAML2_RENAME_ATTRIBUTES",
      "AUTH_SAML2_ALWAYS_UPDATE_USER",
      "SAML2_TRUSTED_DOMAINS",
      "SAML2_LINK_USERS",
    ],
  ],
  ["other", ["SAML2_LOGOUT_COMPLETELY"]],
];

/** Key and certificate have several lines, and are chosen as files. */
const OVERRIDES: FieldOverrides = {
  SAML2_IDP_METADATA_XML: {
    kind: "text-area",
    hidden: ({ SAML2_IDP_METADATA_URL: address }) => typeof address === "string" && address.trim() !== "",
  },
  SAML2_SP_KEY_CONTENT: { input: SecretUpload },
  SAML2_SP_CERT_CONTENT: { input: SecretUpload },
};

/** Signing in by SAML 2.0: the provider, what this installation signs with, and a sign-in to try. */
export function Saml2Settings() {
  const { t } = useSettingsTexts();
  return (
    <Flex vertical gap={12}>
      <ProviderHint callbackPath="/core/auth/saml2/callback/" />
      <SettingForm
        category="saml2"
        groups={GROUPS}
        overrides={OVERRIDES}
        extraButtons={
          <>
            <Button href="/core/auth/saml2/login/?trial=1">{t("openId:try")}</Button>
            <Button href="/core/auth/saml2/metadata/" target="_blank">
              {t("openId:ownMetadata")}
            </Button>
            <SourcePeopleButton source="saml2" />
          </>
        }
      />
    </Flex>
  );
}
