import type { Texts } from "../catalogue.ts";
import type en from "../en/users.ts";

export default {
  activate: "有効にする",
  deactivate: "無効にする",
  activated_one: "{{count}} 人のユーザーを有効にしました",
  activated_other: "{{count}} 人のユーザーを有効にしました",
  deactivated_one: "{{count}} 人のユーザーを無効にしました",
  deactivated_other: "{{count}} 人のユーザーを無効にしました",
  valid: "サインイン可",
  invalid: "サインイン不可",
  changePassword: "パスワードを変更する",
  effectivePermissions: "有効な権限",
  unblock: "サインインのロックを解除",
  unblockButton: "解除",
  unblockBody: "{{name}} はすぐにサインインできるようになります。",
  requestSent: "完了しました",
  group: {
    account: "アカウント",
    authentication: "サインイン",
    security: "役割と有効期間",
    other: "その他",
  },
} satisfies Texts<typeof en>;
