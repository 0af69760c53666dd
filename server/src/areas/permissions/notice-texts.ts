import { catalogue } from "../../engine/i18n/index.ts";

/** The texts of the notices about permissions that end. */
export const text = catalogue("permissions.notices", {
  assetsSubject: [
    "Your access to assets ends soon",
    "您的资产授权即将到期",
    "アセットへのアクセス権がまもなく終了します",
  ],
  assetsBody: [
    "Your access to these assets ends soon:",
    "您对以下资产的授权即将到期：",
    "次のアセットに対するアクセス権がまもなく終了します。",
  ],
  assetsHint: [
    "If you still need access, ask an administrator to extend it.",
    "如仍需使用，请联系管理员续期。",
    "引き続き必要な場合は、管理者に延長を依頼してください。",
  ],
  permissionsSubject: [
    "Asset permissions expire soon",
    "资产授权即将到期",
    "アセットのアクセス権の期限が近づいています",
  ],
  permissionsBody: [
    "These asset permissions expire soon. Extend the ones that are still needed.",
    "以下资产授权即将到期，请为仍需使用的授权续期。",
    "次のアクセス権の期限が近づいています。引き続き必要なものは延長してください。",
  ],
  organization: ["Organization", "组织", "組織"],
  remaining: ["Time left", "剩余时间", "残り時間"],
  today: ["ends today", "今天到期", "本日終了"],
  days: ["{days:day|days}", "{days} 天", "{days} 日"],
  assets: ["Assets", "资产", "アセット"],
  more: ["And {count} more", "另有 {count} 项", "ほか {count} 件"],
});
