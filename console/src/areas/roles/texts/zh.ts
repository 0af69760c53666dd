import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  roleCreate: "新建角色",
  roleUpdate: "编辑角色",
  roleDetail: "角色",
  roles: "角色",
} satisfies Texts<typeof en.titles>;

export default {
  roles: {
    scope: {
      system: "系统角色",
      org: "组织角色",
      short: { system: "系统", org: "组织" },
    },
    title: { system: "系统角色", org: "组织角色" },
    builtin: "内置",
    permissions: "权限",
    update: "预览并保存",
    saved: "权限已保存，从下一次操作起生效。",
    changes_one: "{{count}} 处改动",
    changes_other: "{{count}} 处改动",
    changedMeanwhile: "该角色刚被其他人修改。已载入对方的改动，您的改动仍保留在其上：请确认后再次保存。",
    form: {
      basic: "基本信息",
      permissionsElsewhere: "可在角色详情页中编辑权限，并预览受影响的用户。",
    },
    tree: {
      search: "搜索权限",
      onlyChecked: "仅看已选",
      expand: "全部展开",
      collapse: "全部收起",
      fold: "收起 {{name}}",
      unfold: "展开 {{name}}",
      nothing: "没有名称或代码匹配的权限。",
      followed_one: "已同时选中所需权限：{{names}}",
      followed_other: "已同时选中所需权限（{{count}} 项）：{{names}}",
    },
    preview: {
      title: "此次修改的影响",
      save: "保存",
      added_one: "角色新增 {{count}} 项权限",
      added_other: "角色新增 {{count}} 项权限",
      removed_one: "角色减少 {{count}} 项权限",
      removed_other: "角色减少 {{count}} 项权限",
      people: "受影响的用户",
      nobody: "不影响任何人：没有用户拥有该角色，或其他角色已授予相同权限。",
      counts_one: "影响 {{count}} 个用户：{{gaining}} 个获得权限，{{losing}} 个失去权限。",
      counts_other: "影响 {{count}} 个用户：{{gaining}} 个获得权限，{{losing}} 个失去权限。",
      all: "以上全部",
      everywhere: "所有组织",
      gains: "获得：{{names}}",
      loses: "失去：{{names}}",
      more: "{{names}}，另有 {{count}} 项",
      unchanged: "此处无变化，其他角色已授予相同权限",
    },
    members: {
      title: "拥有该角色的用户",
      empty: "还没有用户拥有该角色。",
      add: "分配给用户",
      addButton: "分配",
      users: "用户",
      organization: "所在组织",
      added_one: "已授予 {{count}} 个用户",
      added_other: "已分配给 {{count}} 个用户",
    },
    effective: {
      title_one: "{{count}} 项权限",
      title_other: "{{count}} 项权限",
      organization: "组织",
      roles: "来自角色",
      everything: "该用户是系统管理员，拥有所有权限。",
      nothing: "该用户在此没有任何权限。",
    },
    emptyHint: "角色决定用户可以查看和执行的操作。",
  },
} satisfies Texts<typeof en.default>;
