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
    "If this was not you, change your password now and tell an administrator.",
    "如果不是您本人操作，请立即修改密码并联系管理员。",
    "お心当たりがない場合は、すぐにパスワードを変更し、管理者に連絡してください。",
  ],
  seeFactors: ["Review your second factors", "查看多因子认证设置", "多要素認証の設定を確認"],
  otpBound: [
    "An authenticator app was added to your user.",
    "您的用户已绑定身份验证器应用。",
    "あなたのユーザーに認証アプリが登録されました。",
  ],
  otpRemoved: [
    "The authenticator app was removed from your user.",
    "您的用户已解绑身份验证器应用。",
    "あなたのユーザーから認証アプリが削除されました。",
  ],
  passkeyAdded: [
    "A passkey was added to your user.",
    "您的用户已添加通行密钥。",
    "あなたのユーザーにパスキーが追加されました。",
  ],
  passkeyRemoved: [
    "A passkey was removed from your user.",
    "您的用户已删除一个通行密钥。",
    "あなたのユーザーからパスキーが削除されました。",
  ],
  codesMade: [
    "New recovery codes were created for your user. The old ones no longer work.",
    "您的用户已生成新的恢复码，之前的恢复码已失效。",
    "あなたのユーザーのリカバリーコードが新しく作成されました。以前のコードは使えません。",
  ],
  codeUsed: [
    "One of your recovery codes was used. {count:code is|codes are} left.",
    "您的一个恢复码已被使用，剩余 {count} 个。",
    "リカバリーコードが 1 つ使用されました。残りは {count} 個です。",
  ],
  lastCodeUsed: [
    "Your last recovery code was used. Create new ones while you can still sign in.",
    "您的最后一个恢复码已被使用，请在仍能登录时重新生成。",
    "最後のリカバリーコードが使用されました。サインインできるうちに新しいコードを作成してください。",
  ],
  factorsOn: [
    "Multi-factor authentication was turned on for your user.",
    "您的用户已开启多因子认证。",
    "あなたのユーザーの多要素認証が有効になりました。",
  ],
  factorsOff: [
    "Multi-factor authentication was turned off for your user. Your password alone is now enough to sign in.",
    "您的用户已关闭多因子认证，仅凭密码即可登录。",
    "あなたのユーザーの多要素認証が無効になりました。パスワードだけでサインインできます。",
  ],
});
