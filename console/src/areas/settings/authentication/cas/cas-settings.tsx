import { Button, Flex } from "antd";
import { SourcePeopleButton } from "../../../providers/index.ts";
import { SettingForm, type SettingGroups } from "../../form/setting-form.tsx";
import { useSettingsTexts } from "../../settings-texts.ts";
import { ProviderHint } from "../provider-hint.tsx";

const GROUPS: SettingGroups = [
  [
    "casServer",
    ["AUTH_CAS", "CAS_SERVER_URL", "CAS_ROOT_PROXIED_AS", "CAS_VERSION", "CAS_LOGOUT_COMPLETELY"],
  ],
  [
    "sourcePeople",
    [
      "CAS_USERNAME_ATTRIBUTE",
      "CAS_RENAME_ATTRIBUTES",
      "CAS_APPLY_ATTRIBUTES_TO_USER",
      "CAS_CREATE_USER",
      "CAS_TRUSTED_DOMAINS",
      "CAS_LINK_USERS",
    ],
  ],
];

/** Signing in by CAS: the server, what its people become here, and a sign-in to try. */
export function CasSettings() {
  const { t } = useSettingsTexts();
  return (
    <Flex vertical gap={12}>
      <ProviderHint />
      <SettingForm
        category="cas"
        groups={GROUPS}
        extraButtons={
          <>
            <Button href="/core/auth/cas/login/?trial=1">{t("openId:try")}</Button>
            <SourcePeopleButton source="cas" />
          </>
        }
      />
    </Flex>
  );
}
