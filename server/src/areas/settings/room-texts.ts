import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help of the categories `slack` and `teams`. */
export const roomText = catalogue("settings.rooms", {
  slack: ["Slack", "Slack", "Slack"],
  teams: ["Microsoft Teams", "Microsoft Teams", "Microsoft Teams"],
  onSlack: ["Enable Slack", "启用 Slack", "Slack を有効にする"],
  onTeams: ["Enable Microsoft Teams", "启用 Microsoft Teams", "Microsoft Teams を有効にする"],
  onHelp: [
    "System messages that are subscribed to under Subscriptions are posted to one channel.",
    "在“消息订阅”中选择的系统消息会发送到一个频道。",
    "「購読」で選択したシステムメッセージが 1 つのチャネルに投稿されます。",
  ],
  url: ["Webhook URL", "Webhook 地址", "Webhook の URL"],
  slackHelp: [
    "The incoming webhook of a Slack app. Anyone who knows it can post to the channel, so it is never shown again.",
    "Slack 应用的 Incoming Webhook 地址。知道该地址的人都可以向频道发消息，因此保存后不再显示。",
    "Slack アプリの Incoming Webhook の URL。知っている人は誰でも投稿できるため、保存後は表示されません。",
  ],
  teamsHelp: [
    "From the workflow that posts to a channel when a webhook request is received. It is never shown again.",
    "由“收到 Webhook 请求时发布到频道”的工作流提供。保存后不再显示。",
    "「Webhook 要求を受信したときにチャネルに投稿する」ワークフローの URL。保存後は表示されません。",
  ],
  language: ["Message language", "消息语言", "メッセージの言語"],
  notUrl: [
    "Enter a URL that begins with https:// and has no credentials before the host.",
    "请输入以 https:// 开头且主机名前不含凭据的 URL。",
    "https:// で始まり、ホスト名の前に認証情報を含まない URL を入力してください。",
  ],
});
