import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of sign-ins that wait for somebody's consent. */
export const consentText = catalogue("sign-in.consent", {
  title: ["Waiting for approval", "等待登录审批", "承認を待っています"],
  ended: ["Not approved", "未通过审批", "承認されませんでした"],
  wait: [
    "Somebody has to approve this sign-in. This page goes on by itself once they have.",
    "本次登录需要审批，通过后页面将自动继续。",
    "このサインインには承認が必要です。承認されると自動的に進みます。",
  ],
  asked: ["Asked for approval", "审批人", "承認者"],
  nobody: ["Nobody can approve at the moment.", "当前没有可用的审批人。", "現在、承認できる人がいません。"],
  waiting: ["Time waited", "已等待时间", "待ち時間"],
  checkAgain: ["Check again", "刷新", "再確認"],
  copyLink: ["Copy link for the approver", "复制审批链接", "承認者用のリンクをコピー"],
  copied: ["Copied", "已复制", "コピーしました"],
  cancel: ["Cancel the sign-in", "取消登录", "サインインを取り消す"],
  rejected: [
    "{name} rejected this sign-in.",
    "{name} 拒绝了本次登录。",
    "{name} がこのサインインを拒否しました。",
  ],
  closed: [
    "The request for approval was closed. Sign in again to ask anew.",
    "审批请求已关闭，请重新登录以再次申请。",
    "承認の依頼は取り下げられました。もう一度サインインすると再び依頼できます。",
  ],
});
