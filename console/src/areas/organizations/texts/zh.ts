import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  organizationCreate: "新建组织",
  organizationUpdate: "编辑组织",
  organizationDetail: "组织",
  organizations: "组织",
} satisfies Texts<typeof en.titles>;

export default {
  organizations: {
    basic: "基本信息",
    members: "成员",
    amount: {
      users: "用户",
      groups: "用户组",
      assets: "资产",
      permissions: "资产授权",
      domains: "网域",
    },
    globalName: "全局组织",
    holds: "包含",
    work: "切换到该组织",
    deleteTitle: "删除组织“{{name}}”？",
    deleteEmpty: "该组织为空。此操作无法撤销。",
    deleteHolds: "只能删除空的组织。请先移动或删除其中的内容：",
    deleteAlso: "同时删除其标签以及除根节点外的所有节点。",
    emptyHint: "各组织的用户、资产和授权相互隔离。",
    membersEmpty: "还没有用户在此拥有角色，请邀请用户。",
  },
} satisfies Texts<typeof en.default>;
