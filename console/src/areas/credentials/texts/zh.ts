import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  accessKeys: "API 密钥",
  temporaryPasswords: "临时密码",
  connectionTokens: "连接令牌",
} satisfies Texts<typeof en.titles>;

export default {
  credentials: {
    expire: "使失效",
    expired: "令牌已失效",
    keys: {
      tab: "访问密钥",
      help: "脚本和程序使用访问密钥对 API 请求签名，其权限与您本人相同。请妥善保管密钥，并删除不再使用的密钥。",
      id: "访问密钥",
      secret: "密钥",
      make: "创建访问密钥",
      made: "访问密钥已创建",
      enable: "启用",
      disable: "禁用",
      enabled: "访问密钥已启用",
      disabled: "访问密钥已禁用",
      addresses: "允许的地址",
      addressesTitle: "访问密钥允许的地址",
      addressesHint:
        "可填写地址、网段（如 10.0.0.0/8）或地址范围（如 10.0.0.5-10.0.0.9）。填写 * 表示不限地址。",
      addressesSaved: "允许的地址已保存",
      none: "为使用 API 的脚本或程序创建访问密钥。",
    },
    private: {
      tab: "私有令牌",
      help: "适用于无法对请求签名的程序，以“Authorization: Token …”方式发送。每人一个私有令牌，在替换或删除前一直有效，持有者拥有与您相同的权限。访问密钥更安全。",
      state: "状态",
      has: "有效",
      hasNone: "无",
      created: "创建时间",
      used: "最近使用",
      make: "创建令牌",
      replace: "替换",
      replaceTitle: "替换私有令牌？",
      replaceBody: "正在使用当前令牌的程序将无法继续工作，直到换用新令牌。",
      removeTitle: "删除私有令牌？",
      removeBody: "正在使用该令牌的程序将无法继续工作。",
      removed: "私有令牌已删除",
      renewal: "用新令牌替换当前令牌",
      first: "供无法签名的程序使用",
      removal: "使用该令牌的程序将无法继续工作",
      madeTitle: "您的私有令牌",
      madeBody: "请立即复制，关闭后不再显示。",
    },
    temporary: {
      help: "临时密码可在 300 秒内代替您的密码登录一次，适用于不便输入本人密码的设备。登录时仍需通过多因子认证。",
      secret: "密码",
      make: "创建临时密码",
      made: "临时密码已创建，300 秒内有效",
      none: "请在即将登录时创建。",
    },
    connection: {
      help: "连接令牌允许一个程序使用一个账号打开到一个资产的会话。令牌在连接时创建并自动失效；如有泄露，可在此使其失效。",
      id: "令牌 ID",
      value: "令牌值",
      none: "发起连接期间，令牌会显示在这里。",
    },
  },
} satisfies Texts<typeof en.default>;
