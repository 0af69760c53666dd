import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the settings of changing secrets. */
export const text = catalogue("settings.rotation", {
  category: ["Secret rotation", "密文轮换", "シークレットのローテーション"],
  secureMode: ["Leave privileged accounts alone", "不修改特权账号", "特権アカウントは変更しない"],
  secureModeHelp: [
    "Never change the secrets of privileged accounts, root and administrator, or of the account used to sign in to the asset.",
    "不修改特权账号、root、administrator 以及用于登录资产的账号的密文。",
    "特権アカウント、root、administrator、およびアセットへのサインインに使うアカウントのシークレットは変更しません。",
  ],
  postponed: ["Postpone while in use", "使用中时推迟", "使用中は延期する"],
  postponedHelp: [
    "If a session uses an account, its secret is changed after the session ends, at the latest a day later.",
    "若有会话正在使用账号，则在会话结束后修改其密文，最迟推迟一天。",
    "セッションで使用中のアカウントのシークレットは、セッションの終了後に変更します（最長 1 日後）。",
  ],
  failedPercent: ["Highest failure rate (%)", "失败率上限（%）", "失敗率の上限（%）"],
  failedPercentHelp: [
    "A rotation of more than ten assets stops when more than this share of its changes failed.",
    "涉及十个以上资产的轮换，失败比例超过该值即停止。",
    "11 台以上のアセットを対象とするローテーションは、失敗の割合がこの値を超えると中止します。",
  ],
});
