import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of the weak spots of accounts. */
export const text = catalogue("weakAccounts", {
  account: ["Account", "账号", "アカウント"],
  weaknesses: ["Weak spots", "薄弱环节", "弱点"],
  unsettled: ["Secret not settled", "密文待确认", "シークレット未確定"],
  openChange: ["Open change", "未完成的修改", "未完了の変更"],
  shared: ["Shared secret", "密文重复", "シークレットの重複"],
  old: ["Old secret", "密文过旧", "古いシークレット"],
  missing: ["Not on the asset", "资产上不存在", "アセット上になし"],
  unmanaged: ["No rotation plan", "无改密计划", "変更プランなし"],
  unused: ["Never used", "从未使用", "未使用"],
  dateSecret: ["Secret since", "密文启用时间", "シークレットの設定日時"],
  username: ["Username", "用户名", "ユーザー名"],
  asset: ["Asset", "资产", "アセット"],
  secretType: ["Secret type", "密文类型", "シークレットの種類"],
  privileged: ["Privileged", "特权账号", "特権"],
  notDays: [
    "Enter a number of days from 1 to {most}.",
    "请输入 1 到 {most} 之间的天数。",
    "1 から {most} までの日数を入力してください。",
  ],
  compareTask: ["Compare the secrets of accounts", "比较账号密文", "アカウントのシークレットの比較"],
  compared: [
    "{count:account|accounts} compared, {same} with the same secret as another one",
    "已比较 {count} 个账号，其中 {same} 个与其他账号密文相同",
    "アカウント {count} 件を比較し、同じシークレットのものが {same} 件ありました",
  ],
  unreadable: [
    "{count:secret|secrets} could not be read and were left out",
    "有 {count} 个密文无法读取，已略过",
    "シークレット {count} 件は読み取れないため除外しました",
  ],
});
