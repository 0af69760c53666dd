import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export default {
  access: {
    noOrganization: {
      title: "您还没有加入任何组织",
      body: "请管理员将 {{username}} 加入一个组织，然后再次检查。",
    },
    noRights: {
      title: "您的角色还没有任何权限",
      body: "您属于 {{organizations}}，但您在其中的角色无法打开任何页面。请该组织的管理员为 {{username}} 分配其他角色，然后再次检查。",
    },
    unlicensed: {
      title: "您的组织需要有效的许可证",
      body: "您属于 {{organizations}}。没有有效许可证时只能使用默认组织。请管理员更新许可证，或将 {{username}} 加入默认组织。",
    },
    noPermission: {
      title: "您的账户还没有任何权限",
      body: "请管理员在 {{organization}} 中为 {{username}} 分配角色，或切换到其他组织。",
    },
    place: "{{name}}（{{roles}}）",
    again: "再次检查",
    signOut: "退出登录",
    left: "您已不能再访问 {{left}}。",
    leftTo: "您已不能再访问 {{left}}，现已切换到 {{now}}。",
  },
} satisfies Texts<typeof en.default>;
