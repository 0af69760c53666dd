import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of sign-ins that wait for somebody's consent. */
export const consentText = catalogue("sign-in.consent", {
  title: ["Waiting for approval", "等待登录审批", "承認を待っています"],
  ended: ["Sign-in not approved", "登录未通过审批", "サインインが承認されませんでした"],
  wait: [
    "Your sign-in needs approval. It continues automatically once it is approved.",
    "本次登录需要审批，通过后将自动继续。",
    "このサインインには承認が必要です。承認されると自動的に進みます。",
  ],
  asked: ["Approvers", "审批人", "承認者"],
  nobody: [
    "No one can approve right now. Ask an administrator.",
    "当前没有可用的审批人，请联系管理员。",
    "現在、承認できる人がいません。管理者に連絡してください。",
  ],
  waiting: ["Waiting for", "已等待", "待ち時間"],
  checkAgain: ["Check again", "刷新", "再確認"],
  copyLink: ["Copy approval link", "复制审批链接", "承認者用のリンクをコピー"],
  copied: ["Copied", "已复制", "コピーしました"],
  cancel: ["Cancel sign-in", "取消登录", "サインインを取り消す"],
  rejected: [
    "{name} rejected this sign-in.",
    "{name} 拒绝了本次登录。",
    "{name} がこのサインインを拒否しました。",
  ],
  closed: [
    "The approval request was closed. Sign in again to send a new one.",
    "审批请求已关闭，请重新登录以再次申请。",
    "承認の依頼は取り下げられました。もう一度サインインすると再び依頼できます。",
  ],
});
