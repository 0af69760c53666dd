import { type PageTab, TabPage } from "../../../kit/detail/tab-page.tsx";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { SecretUpload } from "../../../kit/widgets/secret-upload.tsx";
import {
  ENDPOINTS_TAB,
  EndpointList,
  EndpointRuleList,
  RULES_TAB,
  useEndpointTexts,
} from "../../endpoints/index.ts";
import { SshAuthority } from "../authority/ssh-authority.tsx";
import { ComponentList } from "../components/component-list.tsx";
import { COMPONENTS_TAB, MONITOR_TAB } from "../components/component-resources.ts";
import { SystemMonitor } from "../components/system-monitor.tsx";
import { SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { CommandStorageList } from "../storages/command-storage-list.tsx";
import { ReplayStorageList } from "../storages/replay-storage-list.tsx";
import { COMMAND_STORAGES_TAB, REPLAY_STORAGES_TAB } from "../storages/storage-resources.ts";

const GROUPS: SettingGroups = [
  ["components", ["SECURITY_SERVICE_ACCOUNT_REGISTRATION", "TERMINAL_GRAPHICAL_RESOLUTION"]],
  [
    "sshServer",
    [
      "TERMINAL_KOKO_SSH_ENABLED",
      "TERMINAL_PASSWORD_AUTH",
      "TERMINAL_PUBLIC_KEY_AUTH",
      "TERMINAL_BROWSER_AUTH",
      "TERMINAL_CERTIFICATE_HOURS",
      "TERMINAL_ASSET_LIST_SORT_BY",
      "TERMINAL_ASSET_LIST_PAGE_SIZE",
      "TERMINAL_PROGRAM_RECORDING_SIZE",
      "TERMINAL_RECORDING_FREE_SPACE",
      "TERMINAL_HOST_KEY",
    ],
  ],
  ["fileTransfers", ["FTP_FILE_MAX_STORE"]],
];

/** The keys of the SSH authority, a tab of the terminal settings. */
const AUTHORITY_TAB = "SshAuthority";

/** A private key has several lines, which an input of one would take away. */
const OVERRIDES: FieldOverrides = { TERMINAL_HOST_KEY: { input: SecretUpload } };

/** How sessions are reached, the components that carry them, where recordings and commands are kept, where clients connect. */
export default function TerminalSettings() {
  const { t } = useSettingsTexts();
  const { t: endpointText } = useEndpointTexts();
  const { can } = useSession();
  const tabs: readonly (PageTab & { readonly isOffered: boolean })[] = [
    {
      key: "Basic",
      label: t("storages:terminal"),
      isOffered: true,
      content: <SettingForm category="terminal" groups={GROUPS} overrides={OVERRIDES} />,
    },
    {
      key: AUTHORITY_TAB,
      label: t("authority:tab"),
      isOffered: true,
      content: <SshAuthority />,
    },
    {
      key: COMPONENTS_TAB,
      label: t("components:components"),
      isOffered: can("terminal.view_terminal"),
      content: <ComponentList />,
    },
    {
      key: REPLAY_STORAGES_TAB,
      label: t("storages:replayStorages"),
      isOffered: can("terminal.view_replaystorage"),
      content: <ReplayStorageList />,
    },
    {
      key: COMMAND_STORAGES_TAB,
      label: t("storages:commandStorages"),
      isOffered: can("terminal.view_commandstorage"),
      content: <CommandStorageList />,
    },
    {
      key: MONITOR_TAB,
      label: t("components:monitor.title"),
      isOffered: can(["terminal.view_status", "terminal.view_terminal"]),
      content: <SystemMonitor />,
    },
    {
      key: ENDPOINTS_TAB,
      label: endpointText("endpoints:endpoints"),
      isOffered: can("terminal.view_endpoint"),
      content: <EndpointList />,
    },
    {
      key: RULES_TAB,
      label: endpointText("endpoints:rules"),
      isOffered: can("terminal.view_endpointrule"),
      content: <EndpointRuleList />,
    },
  ];
  return (
    <Page title={t("routes:terminalSettings")}>
      <TabPage tabs={tabs.filter(({ isOffered }) => isOffered)} lists />
    </Page>
  );
}
