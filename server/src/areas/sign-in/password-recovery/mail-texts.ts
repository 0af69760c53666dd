import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of the mails about passwords and other means of signing in. */
export const text = catalogue("sign-in.mails", {
  codeSubject: ["Reset your password", "找回密码", "パスワードの再設定"],
  codeBody: [
    "Someone, hopefully you, asked to reset your password. Your code is valid for {minutes} min:",
    "有人（应该是您本人）请求重置您的密码。验证码如下，{minutes} 分钟内有效：",
    "パスワードの再設定が要求されました。確認コードは次のとおりです（有効期間 {minutes} 分）。",
  ],
  codeHint: [
    "Enter it only on the page where you requested it. Administrators never ask for it. If this was not you, ignore this email; your password stays the same.",
    "请仅在您申请验证码的页面中输入，管理人员不会向您索要验证码。如果不是您本人操作，请忽略本邮件，您的密码不会改变。",
    "コードを要求したページ以外には入力しないでください。管理者がコードを尋ねることはありません。お心当たりがない場合は、このメールを無視してください。パスワードは変更されません。",
  ],
  passwordElsewhere: [
    "Someone asked to reset your password. You sign in through another service, so change your password there.",
    "有人请求重置您的密码。您通过其他服务登录，请前往该服务修改密码。",
    "パスワードの再設定が要求されました。別のサービスを通じてサインインしているため、パスワードはそのサービスで変更してください。",
  ],
  mayNotSignIn: [
    "Someone asked to reset your password, but your user is disabled or has expired. Ask an administrator.",
    "有人请求重置您的密码，但您的用户已被禁用或已过期，请联系管理员。",
    "パスワードの再設定が要求されましたが、あなたのユーザーは無効または期限切れです。管理者に連絡してください。",
  ],
  createdSubject: ["Your access is ready", "您的访问权限已就绪", "ご利用の準備ができました"],
  createdBody: [
    "A user was created for you. Set a password to get started.",
    "已为您创建用户，请设置密码后开始使用。",
    "あなたのユーザーが作成されました。パスワードを設定してご利用ください。",
  ],
  createdWithPassword: [
    "A user was created for you. You will get the password from the person who created it.",
    "已为您创建用户，密码由创建者另行告知。",
    "あなたのユーザーが作成されました。パスワードは作成者がお知らせします。",
  ],
  username: ["Username", "用户名", "ユーザー名"],
  setPassword: ["Set password", "设置密码", "パスワードを設定"],
  linkForAnHour: [
    "The link is valid for 1 hour and works once. After that, request a new one here:",
    "该链接仅可使用一次，有效期一小时。过期后可在此重新获取：",
    "リンクは 1 回限り、1 時間有効です。期限が切れた場合は、次のページで新しいものを取得してください。",
  ],
  newLink: ["Request a new link", "重新获取链接", "新しいリンクを取得"],
  signIn: ["Sign in", "登录", "サインイン"],
  resetSubject: ["Your password was reset", "您的密码已被重置", "パスワードがリセットされました"],
  resetBody: [
    "An administrator reset your password. The old password no longer works. Set a new one.",
    "管理员已重置您的密码，原密码已失效，请设置新密码。",
    "管理者があなたのパスワードをリセットしました。以前のパスワードは使えません。新しいパスワードを設定してください。",
  ],
  changedSubject: ["Your password was changed", "您的密码已修改", "パスワードが変更されました"],
  changedBody: [
    "Your password was just changed. If this was not you, reset it now and tell an administrator.",
    "您的密码刚刚被修改。如果不是您本人操作，请立即重新设置密码并联系管理员。",
    "パスワードが変更されました。お心当たりがない場合は、すぐにパスワードを再設定し、管理者に連絡してください。",
  ],
  address: ["Address", "IP 地址", "IP アドレス"],
  browser: ["Browser", "浏览器", "ブラウザー"],
  keyChangedSubject: ["Your SSH public key was changed", "您的 SSH 公钥已修改", "SSH 公開鍵が変更されました"],
  keyChangedBody: [
    "Your SSH public key was just changed. If this was not you, replace it now and tell an administrator.",
    "您的 SSH 公钥刚刚被修改。如果不是您本人操作，请重新设置公钥并联系管理员。",
    "SSH 公開鍵が変更されました。お心当たりがない場合は、公開鍵を設定し直し、管理者に連絡してください。",
  ],
  keyResetSubject: ["Your SSH public key was removed", "您的 SSH 公钥已被清除", "SSH 公開鍵が削除されました"],
  keyResetBody: [
    "An administrator removed your SSH public key. Add a new one to sign in with a key.",
    "管理员已清除您的 SSH 公钥。如需继续使用密钥登录，请重新添加。",
    "管理者があなたの SSH 公開鍵を削除しました。鍵でサインインするには、登録し直してください。",
  ],
  addKey: ["Add a public key", "添加公钥", "公開鍵を登録"],
  mfaResetSubject: [
    "Your second factors were removed",
    "您的多因子认证设置已被清除",
    "多要素認証の設定が削除されました",
  ],
  mfaResetBody: [
    "An administrator removed your second factors. Set one up again.",
    "管理员已清除您的多因子认证设置，请重新绑定。",
    "管理者があなたの多要素認証の設定を削除しました。もう一度設定してください。",
  ],
  setUpMfa: ["Set up a second factor", "绑定多因子认证", "多要素認証を設定"],
  passwordSetSubject: [
    "Your password was changed by an administrator",
    "管理员已更改您的密码",
    "管理者がパスワードを変更しました",
  ],
  passwordSetBody: [
    "An administrator set a new password for you. The old one no longer works. The administrator will tell you the new one.",
    "管理员已为您设置新密码，原密码已失效，新密码由管理员告知。",
    "管理者が新しいパスワードを設定しました。以前のパスワードは使えません。新しいパスワードは管理者がお知らせします。",
  ],
  keySetSubject: [
    "Your SSH public key was changed by an administrator",
    "管理员已更改您的 SSH 公钥",
    "管理者が SSH 公開鍵を変更しました",
  ],
  keySetBody: [
    "An administrator set a new SSH public key for you. If you did not expect this, ask them about it.",
    "管理员已为您设置新的 SSH 公钥。如有疑问，请联系管理员。",
    "管理者が新しい SSH 公開鍵を設定しました。心当たりがない場合は、管理者に確認してください。",
  ],
  passwordEndsSubject: ["Your password expires soon", "密码即将过期", "パスワードの有効期限が近づいています"],
  passwordEndsBody: [
    "Your password expires soon. Change it now, or you will have to set a new one at your next sign-in.",
    "您的密码即将过期，请尽快修改，否则下次登录时需要设置新密码。",
    "パスワードの有効期限が近づいています。今すぐ変更してください。期限を過ぎると、次のサインインで再設定が必要になります。",
  ],
  foreignSubject: ["New sign-in from another city", "异地登录提醒", "別の都市からのサインイン"],
  foreignBody: [
    "Someone signed in as you from a different city than last time. If this was not you, change your password now and tell an administrator.",
    "有人从与上次不同的城市以您的身份登录。如果不是您本人操作，请立即修改密码并联系管理员。",
    "前回と異なる都市から、あなたのユーザーでサインインがありました。お心当たりがない場合は、すぐにパスワードを変更し、管理者に連絡してください。",
  ],
  time: ["Time", "时间", "日時"],
  place: ["City", "城市", "都市"],
  expires: ["Expires", "过期时间", "有効期限"],
  changePassword: ["Change password", "修改密码", "パスワードを変更"],
  accountEndsSubject: ["Your access expires soon", "您的用户即将过期", "ユーザーの有効期限が近づいています"],
  accountEndsBody: [
    "Your user expires soon. If you still need access, ask an administrator to extend it.",
    "您的用户即将过期。如仍需使用，请联系管理员延长有效期。",
    "ユーザーの有効期限が近づいています。引き続き必要な場合は、管理者に延長を依頼してください。",
  ],
});
