import type { Texts } from "../catalogue.ts";
import type en from "../en/notices.ts";

export default {
  region: "提示",
  close: "关闭此提示",
  view: "查看许可证",
  changePassword: "修改密码",
  more: "了解详情",
  licenseExpired: "许可证已于 {{date}} 到期，需要许可证的功能已停用。",
  licenseEnds: "许可证将于 {{date}} 到期。",
  licenseTesting: "当前许可证仅供测试使用。",
  licenseExceeded: "现有资产 {{count}} 个，超出许可证的上限 {{limit}} 个。",
  passwordExpired: "您的密码已过期，请修改密码以免无法登录。",
  passwordEnds_one: "您的密码将在 {{count}} 天后过期，请尽快修改。",
  passwordEnds_other: "您的密码将在 {{count}} 天后过期，请尽快修改。",
  announcement: "公告：{{subject}}",
  announcementPlain: "公告",
} satisfies Texts<typeof en>;
