import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export default {
  confirm: {
    title: "验证身份",
    body: "此操作受保护，请先验证您的身份。",
    method: "验证方式",
    password: "您的密码",
    code: "验证码",
    sixDigits: "请输入六位数字验证码",
    required: "请输入内容",
    send: "发送验证码",
    sendAgain: "{{count}} 秒后可重发",
    sent: "验证码已发送。",
    noMethod: "此操作需要多因子认证，而您没有可用的方式。请先设置，然后重试。",
    setUp: "设置多因子认证",
    reloginTitle: "需要重新登录",
    reloginBody: "此操作要求数分钟内登录过。重新登录后将回到当前页面。",
    relogin: "重新登录",
    secret: {
      title: "{{name}} 的密文",
      fingerprint: "指纹",
      save: "另存为文件",
      copy: "复制",
      hides_one: "{{count}} 秒后自动隐藏。",
      hides_other: "{{count}} 秒后自动隐藏。",
      empty: "该账号没有密文。",
      audited: "每次查看都会被记录。",
    },
    passkey: {
      use: "使用通行密钥",
      hint: "设备将要求验证指纹、面容或 PIN。",
      cancelled: "设备未作出响应，请重试或选择其他方式。",
    },
  },
} satisfies Texts<typeof en.default>;
