import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of labels. */
export const text = catalogue("assets.label", {
  system: ["System", "系统", "システム"],
  user: ["User", "用户", "ユーザー"],
  assetCount: ["Assets", "资产数", "アセット数"],
});
