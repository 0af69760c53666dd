import { type PageTab, TabPage } from "../../../kit/detail/tab-page.tsx";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { VaultSettings } from "./vault-settings.tsx";

const ANNOUNCEMENT: SettingGroups = [["announcement", ["ANNOUNCEMENT_ENABLED", "ANNOUNCEMENT"]]];

const ANNOUNCEMENT_OVERRIDES: FieldOverrides = {
  ANNOUNCEMENT: { fields: { CONTENT: { kind: "text-area" } } },
};

const TICKETS: SettingGroups = [
  ["tickets", ["TICKETS_ENABLED", "TICKET_OPEN_DAYS", "TICKET_SELF_APPROVAL", "TICKET_REVIEW_MFA"]],
  ["ticketLinks", ["TICKET_LINK_DECIDES", "TICKET_LINK_HOURS"]],
  ["assetRequests", ["TICKET_AUTHORIZE_DEFAULT_TIME", "TICKET_AUTHORIZE_DEFAULT_TIME_UNIT"]],
];

const JOBS: SettingGroups = [["jobs", ["SECURITY_COMMAND_EXECUTION", "SECURITY_COMMAND_BLACKLIST"]]];

const EVIDENCE: SettingGroups = [
  ["checkpointCopies", ["EVIDENCE_SYSLOG_ADDRESS", "EVIDENCE_WEBHOOK_URL", "EVIDENCE_WEBHOOK_TOKEN"]],
];

const ROTATION: SettingGroups = [
  ["rotation", ["CHANGE_AUTH_PLAN_SECURE_MODE_ENABLED", "ACCOUNT_ROTATION_POSTPONED"]],
  ["rotationStops", ["ACCOUNT_ROTATION_FAILED_PERCENT"]],
];

const TREE: SettingGroups = [["assetTree", ["PERM_SINGLE_ASSET_TO_UNGROUP_NODE"]]];

/** What the installation can do besides; one matter a tab, of those the person may see. */
export default function FeatureSettings() {
  const { t } = useSettingsTexts();
  const { can, profile } = useSession();
  const tabs: readonly (PageTab & { readonly isOffered: boolean })[] = [
    {
      key: "Announcement",
      label: t("settings:tab.announcement"),
      // No role holds the right to announce; it is the system administrators' alone.
      isOffered: profile.is_superuser === true,
      content: (
        <SettingForm category="announcement" groups={ANNOUNCEMENT} overrides={ANNOUNCEMENT_OVERRIDES} />
      ),
    },
    {
      key: "Ticket",
      label: t("settings:tab.tickets"),
      isOffered: profile.is_superuser === true,
      content: <SettingForm category="ticket" groups={TICKETS} />,
    },
    {
      key: "TaskCenter",
      label: t("settings:tab.jobs"),
      isOffered: profile.is_superuser === true,
      content: <SettingForm category="ops" groups={JOBS} />,
    },
    {
      key: "Evidence",
      label: t("settings:tab.evidence"),
      // The product connects to what is entered there.
      isOffered: profile.is_superuser === true,
      content: <SettingForm category="evidence" groups={EVIDENCE} />,
    },
    {
      key: "Rotation",
      label: t("settings:tab.rotation"),
      isOffered: profile.is_superuser === true,
      content: <SettingForm category="rotation" groups={ROTATION} />,
    },
    {
      key: "Vault",
      label: t("settings:tab.vault"),
      isOffered: can("settings.change_vault"),
      content: <VaultSettings />,
    },
    {
      key: "AssetTree",
      label: t("settings:tab.assetTree"),
      isOffered: can("settings.change_other"),
      content: <SettingForm category="other" groups={TREE} />,
    },
  ];
  return (
    <Page title={t("routes:featureSettings")}>
      <TabPage tabs={tabs.filter(({ isOffered }) => isOffered)} />
    </Page>
  );
}
