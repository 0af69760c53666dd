import { literal } from "../../../engine/i18n/index.ts";
import { chatText as text } from "../chat-texts.ts";
import { boolean, choice, text as line, secret } from "../setting-kinds.ts";

const long = { maxLength: 256 } as const;

/** Category `wecom`: the app of WeCom by which people sign in and are written to. */
export const wecomSettings = {
  WECOM_CORPID: line("", { label: text.corpId, ...long }),
  WECOM_AGENTID: line("", { label: text.agentId, ...long }),
  WECOM_SECRET: secret({ label: text.secret, ...long }),
  AUTH_WECOM: boolean(false, { label: text.onWecom, help: text.onHelp }),
};

/** Category `dingtalk`: the same for DingTalk. */
export const dingtalkSettings = {
  DINGTALK_AGENTID: line("", { label: text.agentId, ...long }),
  DINGTALK_APPKEY: line("", { label: text.appKey, ...long }),
  DINGTALK_APPSECRET: secret({ label: text.appSecret, ...long }),
  AUTH_DINGTALK: boolean(false, { label: text.onDingtalk, help: text.onHelp }),
};

/** Category `feishu`: the same for FeiShu, or for Lark, as it is called elsewhere. */
export const feishuSettings = {
  AUTH_FEISHU: boolean(false, { label: text.onFeishu, help: text.onHelp }),
  FEISHU_APP_ID: line("", { label: text.appId, ...long }),
  FEISHU_APP_SECRET: secret({ label: text.appSecret, ...long }),
  FEISHU_VERSION: choice("feishu", {
    label: text.version,
    choices: [
      { value: "feishu", label: text.versionFeishu },
      { value: "lark", label: literal("Lark") },
    ],
  }),
};
