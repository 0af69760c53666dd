import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help of the categories `wecom`, `dingtalk` and `feishu`. */
export const chatText = catalogue("settings.chat", {
  wecom: ["WeCom", "企业微信认证", "WeCom 認証"],
  dingtalk: ["DingTalk", "钉钉认证", "DingTalk 認証"],
  feishu: ["FeiShu", "飞书认证", "FeiShu 認証"],
  onWecom: ["Enable WeCom", "启用企业微信", "WeCom を有効にする"],
  onDingtalk: ["Enable DingTalk", "启用钉钉", "DingTalk を有効にする"],
  onFeishu: ["Enable FeiShu", "启用飞书", "FeiShu を有効にする"],
  onHelp: [
    "People bind their account in their profile, then sign in with it and can receive messages there.",
    "用户可在个人信息中绑定账号，之后即可用其登录并接收消息。",
    "プロフィールで連携したアカウントで、サインインと通知の受信ができます。",
  ],
  corpId: ["Corporation ID", "企业 ID", "企業 ID"],
  agentId: ["Agent ID", "应用 AgentId", "エージェント ID"],
  secret: ["Secret", "应用 Secret", "シークレット"],
  appKey: ["App key", "应用 AppKey", "アプリキー"],
  appSecret: ["App secret", "应用密钥", "アプリシークレット"],
  appId: ["App ID", "应用 App ID", "アプリ ID"],
  version: ["Edition", "版本", "エディション"],
  versionFeishu: ["FeiShu", "飞书", "FeiShu"],
  secretAgain: [
    "Enter the app secret again. The stored secret is only used with the edition it was saved for.",
    "请重新填写应用密钥：已保存的密钥仅用于当初选择的版本。",
    "アプリシークレットをもう一度入力してください。保存済みのものは、登録時のエディションでのみ使われます。",
  ],
});
