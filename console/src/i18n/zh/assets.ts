import type { Texts } from "../catalogue.ts";
import type en from "../en/assets.ts";

export default {
  create: "新建主机",
  hosts: "主机",
  choosePlatform: "选择平台",
  recentPlatforms: "最近使用",
  emptyHint: "先登记第一台机器，再授权给用户。",
  activate: "启用",
  deactivate: "停用",
  activated_one: "已启用 {{count}} 个资产",
  activated_other: "已启用 {{count}} 个资产",
  deactivated_one: "已停用 {{count}} 个资产",
  deactivated_other: "已停用 {{count}} 个资产",
  active: "启用中",
  inactive: "已停用",
  accounts: "账号",
  addAccount: "添加账号",
  accountsHelp: "会话登录时使用的账号，之后也可以继续添加。",
  platformHelp: "平台决定可用协议和管理方式。",
  commentHelp: "所有可连接的用户都能看到备注，请勿填写机密信息。",
  bindLabels: "标签…",
  group: {
    basic: "基本",
    protocols: "协议",
    accounts: "账号",
    other: "其他",
  },
  node: {
    tree: "资产树",
    types: "类型树",
    trees: "树",
    search: "搜索资产树",
  },
} satisfies Texts<typeof en>;
