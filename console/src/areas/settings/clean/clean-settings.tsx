import { useQuery } from "@tanstack/react-query";
import { Alert, Flex } from "antd";
import { useState } from "react";
import { SettingForm, type SettingGroups } from "../form/setting-form.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import {
  type Removal,
  RetentionPreview,
  RetentionPreviewButton,
  savedPreview,
} from "./retention-preview.tsx";

const GROUPS: SettingGroups = [
  [
    "logging",
    [
      "LOGIN_LOG_KEEP_DAYS",
      "TASK_LOG_KEEP_DAYS",
      "OPERATE_LOG_KEEP_DAYS",
      "REFUSAL_LOG_KEEP_DAYS",
      "FTP_LOG_KEEP_DAYS",
      "TERMINAL_SESSION_KEEP_DURATION",
      "ACTIVITY_LOG_KEEP_DAYS",
    ],
  ],
];

/** For how long what has happened is kept, and what that means for tonight. */
export function CleanSettings() {
  const { t } = useSettingsTexts();
  const [asked, setAsked] = useState<{ readonly at: number; readonly results: readonly Removal[] } | null>(
    null,
  );
  const saved = useQuery(savedPreview);
  // A server of the contract alone foresees nothing.
  const foreseen = saved.data ?? null;
  const isAsked = asked !== null && asked.at > saved.dataUpdatedAt;
  const results = isAsked ? asked.results : foreseen;
  return (
    <Flex vertical gap={12}>
      <Alert type="warning" showIcon title={t("settings:cleanHint")} />
      <SettingForm
        category="clean"
        groups={GROUPS}
        extraButtons={
          foreseen === null ? null : (
            <RetentionPreviewButton onAnswer={(answer) => setAsked({ at: Date.now(), results: answer })} />
          )
        }
      />
      {results === null ? null : <RetentionPreview results={results} isEntered={isAsked} />}
    </Flex>
  );
}
