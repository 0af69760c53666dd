import { Alert, Flex } from "antd";
import { useState } from "react";
import { SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { RetentionPreview, RetentionPreviewButton } from "./retention-preview.tsx";

const GROUPS: SettingGroups = [
  [
    "logging",
    [
      "LOGIN_LOG_KEEP_DAYS",
      "TASK_LOG_KEEP_DAYS",
      "OPERATE_LOG_KEEP_DAYS",
      "FTP_LOG_KEEP_DAYS",
      "TERMINAL_SESSION_KEEP_DURATION",
      "ACTIVITY_LOG_KEEP_DAYS",
    ],
  ],
];

/** For how long what has happened is kept. */
export function CleanSettings() {
  const { t } = useSettingsTexts();
  const [removals, setRemovals] = useState<Parameters<typeof RetentionPreview>[0]["results"] | null>(null);
  return (
    <Flex vertical gap={12}>
      <Alert type="warning" showIcon title={t("settings:cleanHint")} />
      <SettingForm
        category="clean"
        groups={GROUPS}
        extraButtons={<RetentionPreviewButton onAnswer={setRemovals} />}
      />
      {removals === null ? null : <RetentionPreview results={removals} />}
    </Flex>
  );
}
