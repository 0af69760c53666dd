import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the notices about changed second factors. */
export const text = catalogue("factors.notices", {
  address: ["Address", "IP 地址", "IP アドレス"],
  factorSubject: [
    "Your second factors changed",
    "您的多因子认证设置已更改",
    "多要素認証の設定が変更されました",
  ],
  factorWarning: [
    "If it was not you, set another password at once and tell an administrator.",
    "如果不是您本人操作，请立即修改密码并联系管理员。",
    "お心当たりがない場合は、すぐにパスワードを変更し、管理者に連絡してください。",
  ],
  seeFactors: ["See your second factors", "查看多因子认证设置", "多要素認証の設定を確認"],
  otpBound: [
    "An authenticator app was bound to your account.",
    "您的账号已绑定身份验证器应用。",
    "あなたのアカウントに認証アプリが登録されました。",
  ],
  otpRemoved: [
    "The authenticator app was taken off your account.",
    "您的账号已解绑身份验证器应用。",
    "あなたのアカウントから認証アプリが解除されました。",
  ],
  passkeyAdded: [
    "A passkey was added to your account.",
    "您的账号已添加通行密钥。",
    "あなたのアカウントにパスキーが追加されました。",
  ],
  passkeyRemoved: [
    "A passkey was removed from your account.",
    "您的账号已删除一个通行密钥。",
    "あなたのアカウントからパスキーが削除されました。",
  ],
  codesMade: [
    "New recovery codes were made for your account. Those from before no longer work.",
    "您的账号已生成新的恢复码，之前的恢复码已失效。",
    "あなたのアカウントのリカバリーコードが新しく作成されました。以前のコードは使えません。",
  ],
  codeUsed: [
    "A recovery code of your account was used. {count} are left.",
    "您的账号使用了一个恢复码，剩余 {count} 个。",
    "あなたのアカウントのリカバリーコードが 1 つ使用されました。残りは {count} 個です。",
  ],
  lastCodeUsed: [
    "The last recovery code of your account was used. Make new ones while you can still sign in.",
    "您的账号已使用最后一个恢复码，请在仍能登录时重新生成。",
    "あなたのアカウントの最後のリカバリーコードが使用されました。サインインできるうちに新しいコードを作成してください。",
  ],
  factorsOn: [
    "Second factors were turned on for your account.",
    "您的账号已开启多因子认证。",
    "あなたのアカウントの多要素認証が有効になりました。",
  ],
  factorsOff: [
    "Second factors were turned off for your account: the password alone signs in.",
    "您的账号已关闭多因子认证，仅凭密码即可登录。",
    "あなたのアカウントの多要素認証が無効になりました。パスワードだけでサインインできます。",
  ],
});
