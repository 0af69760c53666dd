import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of gathered accounts. */
export const text = catalogue("gatheredAccounts", {
  gatheredAccount: ["Discovered account", "收集到的账号", "収集したアカウント"],
  present: ["Present", "存在", "存在する"],
  dateLastLogin: ["Last login", "最近登录时间", "最終ログイン"],
  addressLastLogin: ["Address of the last login", "最近登录地址", "最終ログインのアドレス"],
  noneChosen: [
    "Choose at least one discovered account.",
    "请至少选择一个收集到的账号。",
    "収集したアカウントを一つ以上選んでください。",
  ],
});
