import { Alert, Button, Flex, Typography } from "antd";
import { useState } from "react";
import { api } from "../../../../kit/api/client.ts";
import { toast, toastFailure } from "../../../../kit/feedback.ts";
import { SettingForm, type SettingGroups } from "../../form/setting-form.tsx";
import { useSettingsTexts } from "../../settings-texts.ts";

/** The chat platforms with the settings of the app registered there (docs/contract/settings.md). */
const GROUPS = {
  wecom: [["chatApp", ["AUTH_WECOM", "WECOM_CORPID", "WECOM_AGENTID", "WECOM_SECRET"]]],
  dingtalk: [["chatApp", ["AUTH_DINGTALK", "DINGTALK_AGENTID", "DINGTALK_APPKEY", "DINGTALK_APPSECRET"]]],
  feishu: [["chatApp", ["AUTH_FEISHU", "FEISHU_VERSION", "FEISHU_APP_ID", "FEISHU_APP_SECRET"]]],
} satisfies Record<string, SettingGroups>;

/** Signing in and messages by a chat platform: the app, and a test of what is saved. */
export function ChatSettings({ platform }: { readonly platform: keyof typeof GROUPS }) {
  const { t } = useSettingsTexts();
  const [busy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    try {
      const { msg } = await api<{ readonly msg: string }>(`/api/v1/settings/${platform}/testing/`, {
        method: "POST",
        body: {},
      });
      toast("success", msg);
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex vertical gap={12}>
      <Alert
        type="info"
        showIcon
        title={
          <>
            {t("settings:chat.redirect")}{" "}
            <Typography.Text code copyable>
              {`${location.origin}/core/auth/${platform}/`}
            </Typography.Text>
          </>
        }
        description={t("settings:chat.hint")}
      />
      <SettingForm
        category={platform}
        groups={GROUPS[platform]}
        extraButtons={
          <Button loading={busy} onClick={() => void test()}>
            {t("openId:test")}
          </Button>
        }
      />
    </Flex>
  );
}
