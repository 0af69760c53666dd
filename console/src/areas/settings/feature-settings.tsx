import { TabPage } from "../../kit/detail/tab-page.tsx";
import { Page } from "../../kit/page.tsx";
import { useSettingsTexts } from "./settings-texts.ts";
import { VaultSettings } from "./vault-settings.tsx";

/** What the installation can do besides; one matter a tab. */
export default function FeatureSettings() {
  const { t } = useSettingsTexts();
  return (
    <Page title={t("routes:featureSettings")}>
      <TabPage tabs={[{ key: "Vault", label: t("settings:tab.vault"), content: <VaultSettings /> }]} />
    </Page>
  );
}
