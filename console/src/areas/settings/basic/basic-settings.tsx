import { Page } from "../../../kit/page.tsx";
import { SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { useSettingsTexts } from "../settings-texts.ts";

const GROUPS: SettingGroups = [
  ["site", ["SITE_URL", "PHONE_DEFAULT_COUNTRY_CODE"]],
  ["links", ["HELP_DOCUMENT_URL", "HELP_SUPPORT_URL", "USER_GUIDE_URL"]],
];

/** Where the installation is reached, and where its help menu leads. */
export default function BasicSettings() {
  const { t } = useSettingsTexts();
  return (
    <Page title={t("routes:basicSettings")}>
      <SettingForm category="basic" groups={GROUPS} />
    </Page>
  );
}
