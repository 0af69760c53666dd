import type { Texts } from "../catalogue.ts";
import type en from "../en/users.ts";

export default {
  activate: "启用",
  deactivate: "停用",
  activated_one: "已启用 {{count}} 个用户",
  activated_other: "已启用 {{count}} 个用户",
  deactivated_one: "已停用 {{count}} 个用户",
  deactivated_other: "已停用 {{count}} 个用户",
  valid: "可以登录",
  invalid: "不可登录",
  changePassword: "修改密码",
  effectivePermissions: "实际权限",
  unblock: "解除登录锁定",
  unblockButton: "解锁",
  unblockBody: "{{name}} 将立即恢复登录。",
  requestSent: "已完成",
  group: {
    account: "账户",
    authentication: "登录方式",
    security: "角色与有效期",
    other: "其他",
  },
} satisfies Texts<typeof en>;
