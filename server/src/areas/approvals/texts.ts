import { catalogue } from "../../engine/i18n/index.ts";

/** The texts of the pages that mailed links lead to. */
export const text = catalogue("approvals", {
  title: ["Decide on a ticket", "审批工单", "チケットの判断"],
  signInFirst: [
    "Someone is asking for your decision. Sign in to see the request.",
    "有一个工单需要您审批，请登录后查看。",
    "あなたの判断を待っているチケットがあります。内容を確認するにはサインインしてください。",
  ],
  signIn: ["Go to sign-in", "前往登录", "サインインページへ"],
  asYou: [
    "You are deciding as {name}. Confirm with your second factor. This link works once.",
    "您将以 {name} 的身份审批。请验证第二因子；此链接只能使用一次。",
    "{name} として判断します。第二要素で確認してください。このリンクは一度だけ使えます。",
  ],
  confirmHint: [
    "Approving requires your second factor.",
    "批准前需验证您的第二因子。",
    "承認するには第二要素での確認が必要です。",
  ],
  noFactor: [
    "Approving requires a second factor, and you have not set one up. Do so in your profile.",
    "批准需要第二因子，但您尚未设置。请先在个人信息中设置。",
    "承認には第二要素が必要ですが、設定されていません。プロフィールで設定してください。",
  ],
  setUp: ["Set up a second factor", "设置第二因子", "第二要素を設定"],
  comment: ["Comment (optional)", "备注（可选）", "コメント（任意）"],
  formExpired: [
    "This page was open too long, or your browser blocks cookies. Try again.",
    "页面打开时间过长，或浏览器禁用了 Cookie，请重试。",
    "ページを開いてから時間が経ちすぎたか、Cookie が無効です。もう一度お試しください。",
  ],
  approve: ["Approve", "批准", "承認"],
  reject: ["Reject", "拒绝", "却下"],
  details: ["Open in the console", "在控制台中打开", "コンソールで開く"],
  goneTitle: ["Nothing to decide", "没有可审批的内容", "判断するものがありません"],
  gone: [
    "The ticket does not exist, is finished, or the link has expired.",
    "工单不存在、已结束，或链接已过期。",
    "チケットが存在しないか、完了しているか、リンクの有効期限が切れています。",
  ],
  notAsked: [
    "You are not an approver of this ticket. Nothing was changed.",
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
  approved: ["You approved the ticket.", "您已批准该工单。", "チケットを承認しました。"],
  rejected: ["You rejected the ticket.", "您已拒绝该工单。", "チケットを却下しました。"],
});
