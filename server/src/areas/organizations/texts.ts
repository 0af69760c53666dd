import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the organizations area. */
export const text = catalogue("organizations", {
  organization: ["Organization", "组织", "組織"],
  resourceStatistics: ["Resource statistics", "资源统计", "リソース統計"],
  isDefault: ["Default organization", "默认组织", "既定の組織"],
  isRoot: ["Global organization", "全局组织", "グローバル組織"],
  internal: ["Built-in", "内置", "組み込み"],
  usersAmount: ["Users", "用户数", "ユーザー数"],
  groupsAmount: ["User groups", "用户组数", "ユーザーグループ数"],
  assetsAmount: ["Assets", "资产数", "アセット数"],
  nodesAmount: ["Nodes", "节点数", "ノード数"],
  domainsAmount: ["Domains", "网域数", "ドメイン数"],
  gatewaysAmount: ["Gateways", "网关数", "ゲートウェイ数"],
  assetPermsAmount: ["Asset permissions", "资产授权数", "アクセス権数"],
  reservedName: [
    "This name is reserved. Choose a different one.",
    "该名称为保留名称，请换一个。",
    "この名前は予約されています。別の名前を指定してください。",
  ],
  currentNotDeletable: [
    "You are working in this organization. Switch to another organization to delete it.",
    "当前正处于该组织中，请切换到其他组织后再删除。",
    "現在この組織で作業中です。別の組織に切り替えてから削除してください。",
  ],
  internalNotDeletable: [
    "A built-in organization cannot be deleted.",
    "内置组织不能删除。",
    "組み込みの組織は削除できません。",
  ],
  stillHolds: [
    "The organization still contains {things}. Move or delete them first.",
    "该组织中还有{things}，请先迁移或删除。",
    "この組織には{things}が残っています。先に移動または削除してください。",
  ],
});
