import { Button, Flex } from "antd";
import { api } from "../../../../kit/api/client.ts";
import { SettingForm, type SettingGroups } from "../../form/setting-form.tsx";
import { TestButton } from "../../form/test-button.tsx";
import { useSettingsTexts } from "../../settings-texts.ts";
import { ProviderHint } from "../provider-hint.tsx";

/** The chat platforms with the settings of the app registered there (docs/contract/settings.md). */
const GROUPS = {
  wecom: [["chatApp", ["AUTH_WECOM", "WECOM_CORPID", "WECOM_AGENTID", "WECOM_SECRET"]]],
  dingtalk: [["chatApp", ["AUTH_DINGTALK", "DINGTALK_AGENTID", "DINGTALK_APPKEY", "DINGTALK_APPSECRET"]]],
  feishu: [["chatApp", ["AUTH_FEISHU", "FEISHU_VERSION", "FEISHU_APP_ID", "FEISHU_APP_SECRET"]]],
} satisfies Record<string, SettingGroups>;

/** Signing in and messages by a chat platform: the app, and a test of what is saved. */
export function ChatSettings({ platform }: { readonly platform: keyof typeof GROUPS }) {
  const { t } = useSettingsTexts();
  const test = async () => {
    const url = `/api/v1/settings/${platform}/testing/`;
    return (await api<{ readonly msg: string }>(url, { method: "POST", body: {} })).msg;
  };
  return (
    <Flex vertical gap={12}>
      <ProviderHint
        callbackPath={`/core/auth/${platform}/`}
        redirect={t("settings:chat.redirect")}
        hint={t("settings:chat.hint")}
      />
      <SettingForm
        category={platform}
        groups={GROUPS[platform]}
        extraButtons={
          <>
            <TestButton test={test}>{t("openId:test")}</TestButton>
            <Button href={`/core/auth/${platform}/qr/login/?trial=1`}>{t("openId:try")}</Button>
          </>
        }
      />
    </Flex>
  );
}
