import type { ReactNode } from "react";
import { TabPage } from "../../../kit/detail/tab-page.tsx";
import { Page } from "../../../kit/page.tsx";
import { DetailsForm } from "./details-form.tsx";
import { FilePasswordForm } from "./file-password-form.tsx";
import { MfaCard } from "./mfa-card.tsx";
import type { SettingTab } from "./own-profile.ts";
import { PasswordForm } from "./password-form.tsx";
import { useProfileTexts } from "./profile-texts.ts";
import { PublicKeyForm } from "./public-key-form.tsx";

const TABS: readonly (readonly [SettingTab, ReactNode])[] = [
  ["ProfileUpdate", <DetailsForm key="details" />],
  ["PasswordUpdate", <PasswordForm key="password" />],
  ["MFAUpdate", <MfaCard key="mfa" />],
  ["SSHUpdate", <PublicKeyForm key="key" />],
  ["SecretKeyUpdate", <FilePasswordForm key="file" />],
];

/** What people change of themselves, one matter a tab (docs/contract/console.md, "Personal pages"). */
export default function ProfileSetting() {
  const { t } = useProfileTexts();
  return (
    <Page title={t("routes:profileSetting")}>
      <TabPage tabs={TABS.map(([key, content]) => ({ key, label: t(`personal:tab.${key}`), content }))} />
    </Page>
  );
}
