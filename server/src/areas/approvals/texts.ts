import { catalogue } from "../../engine/i18n/index.ts";

/** The texts of the pages that mailed links lead to. */
export const text = catalogue("approvals", {
  title: ["Decide on a ticket", "审批工单", "チケットの判断"],
  signInFirst: [
    "Somebody asks for your decision. Sign in to see what it is about.",
    "有一个工单需要您审批，请登录后查看。",
    "あなたの判断を待っているチケットがあります。内容を確認するにはログインしてください。",
  ],
  signIn: ["Go to sign-in", "前往登录", "ログインへ"],
  approve: ["Approve", "同意", "承認"],
  reject: ["Reject", "拒绝", "却下"],
  details: ["Open in the console", "在控制台中打开", "コンソールで開く"],
  goneTitle: ["Nothing to decide", "没有可审批的内容", "判断するものがありません"],
  gone: [
    "The ticket does not exist, is finished, or the link has expired.",
    "工单不存在、已结束，或链接已过期。",
    "チケットが存在しないか、完了しているか、リンクの有効期限が切れています。",
  ],
  notAsked: [
    "This ticket does not ask you. It is unchanged.",
    "您不是该工单当前的审批人，工单未作更改。",
    "あなたはこのチケットの現在の承認者ではありません。チケットは変更されていません。",
  ],
  notDecidedTitle: ["Not decided", "未能审批", "判断できませんでした"],
  incomplete: [
    "Assets, accounts or dates are missing. Open the ticket in the console to complete it.",
    "缺少资产、账号或时间，请在控制台中打开工单补全。",
    "アセット、アカウント、または日時が不足しています。コンソールでチケットを開いて補ってください。",
  ],
  doneTitle: ["Decided", "审批完成", "判断しました"],
  approved: ["You approved the ticket.", "您已同意该工单。", "チケットを承認しました。"],
  rejected: ["You rejected the ticket.", "您已拒绝该工单。", "チケットを却下しました。"],
});
