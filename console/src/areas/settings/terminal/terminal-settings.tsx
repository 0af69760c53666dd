import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { Page } from "../../../kit/page.tsx";
import { SecretUpload } from "../../../kit/widgets/secret-upload.tsx";
import { SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { useSettingsTexts } from "../settings-texts.ts";

const GROUPS: SettingGroups = [
  ["components", ["SECURITY_SERVICE_ACCOUNT_REGISTRATION"]],
  [
    "sshServer",
    [
      "TERMINAL_KOKO_SSH_ENABLED",
      "TERMINAL_PASSWORD_AUTH",
      "TERMINAL_PUBLIC_KEY_AUTH",
      "TERMINAL_ASSET_LIST_SORT_BY",
      "TERMINAL_ASSET_LIST_PAGE_SIZE",
      "TERMINAL_PROGRAM_RECORDING_SIZE",
      "TERMINAL_RECORDING_FREE_SPACE",
      "TERMINAL_HOST_KEY",
    ],
  ],
  ["fileTransfers", ["FTP_FILE_MAX_STORE"]],
];

/** A private key has several lines, which an input of one would take away. */
const OVERRIDES: FieldOverrides = { TERMINAL_HOST_KEY: { input: SecretUpload } };

/** How sessions are reached: the SSH server and its menu. */
export default function TerminalSettings() {
  const { t } = useSettingsTexts();
  return (
    <Page title={t("routes:terminalSettings")}>
      <SettingForm category="terminal" groups={GROUPS} overrides={OVERRIDES} />
    </Page>
  );
}
