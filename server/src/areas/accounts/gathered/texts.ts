import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of gathered accounts. */
export const text = catalogue("gatheredAccounts", {
  gatheredAccount: ["Discovered account", "发现的账号", "検出されたアカウント"],
  present: ["Still on the asset", "资产上仍存在", "アセット上に存在"],
  dateLastLogin: ["Last sign-in", "最近登录时间", "最終サインイン"],
  addressLastLogin: ["Last sign-in address", "最近登录地址", "最終サインインのアドレス"],
  noneChosen: [
    "Select at least one discovered account.",
    "请至少选择一个发现的账号。",
    "検出されたアカウントを 1 つ以上選択してください。",
  ],
});
