import type { Texts } from "../catalogue.ts";
import type en from "../en/permissions.ts";

export default {
  activate: "启用",
  valid: "生效中",
  invalid: "未生效",
  usernames: "用户名",
  emptyHint: "为用户授权资产即可开始使用。",
  actionsHelp: "连接后允许执行的动作。",
  group: {
    basic: "基本",
    users: "授权给谁",
    assets: "哪些资产",
    accounts: "使用哪些账号",
    actions: "允许的动作",
    other: "有效期",
  },
  alias: {
    "@ALL": "所有账号",
    "@SPEC": "指定账号",
    "@INPUT": "手动输入",
    "@USER": "同名账号",
    "@ANON": "匿名",
  },
  aliasHint: {
    "@ALL": "资产上的全部账号",
    "@SPEC": "仅限下面列出的用户名",
    "@INPUT": "连接时输入用户名和密码",
    "@USER": "与登录用户同名的账号",
    "@ANON": "不登录直接连接，例如网页",
  },
} satisfies Texts<typeof en>;
