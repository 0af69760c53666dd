import type { Texts } from "../catalogue.ts";
import type en from "../en/accounts.ts";

export default {
  username: "用户名",
  secretType: "密文类型",
  password: "密码",
  sshKey: "SSH 私钥",
  token: "令牌",
  accessKey: "访问密钥",
  apiKey: "API 密钥",
  secret: "密文",
  privileged: "特权账号",
  activate: "启用",
  active: "启用中",
  inactive: "已停用",
  viewSecret: "查看密文",
  view: "查看",
  clearSecret: "清除密文",
  clearSecretBody: "在设置新的密文之前，会话无法以 {{name}} 登录。",
  secretCleared: "已清除 {{name}} 的密文",
  group: {
    asset: "资产",
    basic: "基本",
    secret: "密文",
    other: "其他",
  },
} satisfies Texts<typeof en>;
