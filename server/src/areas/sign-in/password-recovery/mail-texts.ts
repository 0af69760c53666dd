import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of the mails about passwords and other means of signing in. */
export const text = catalogue("sign-in.mails", {
  codeSubject: ["Forgot password", "找回密码", "パスワードの再設定"],
  codeBody: [
    "Somebody, we hope you, wants to set a new password for your account. This is the code; it is good for {minutes} min:",
    "有人（应该是您本人）请求为您的账号设置新密码。验证码如下，{minutes} 分钟内有效：",
    "アカウントのパスワード再設定が要求されました。確認コードは次のとおりです（有効期間 {minutes} 分）。",
  ],
  codeHint: [
    "Type it only into the page where you asked for it. Nobody who is in charge here will ask you for it. If it was not you, there is nothing to do: your password stays as it is.",
    "请仅在您申请验证码的页面中输入，管理人员不会向您索要验证码。如果不是您本人操作，请忽略本邮件，您的密码不会改变。",
    "コードを要求したページ以外には入力しないでください。管理者がコードを尋ねることはありません。お心当たりがない場合は、このメールを無視してください。パスワードは変更されません。",
  ],
  passwordElsewhere: [
    "Somebody wants to set a new password for your account. It has none here: you sign in with the account of another service, and change its password there.",
    "有人请求为您的账号设置新密码。您的账号通过其他服务登录，密码不在本系统中，请前往该服务修改密码。",
    "アカウントのパスワード再設定が要求されましたが、このアカウントは別のサービスでサインインするため、ここにはパスワードがありません。パスワードの変更はそのサービスで行ってください。",
  ],
  mayNotSignIn: [
    "Somebody wants to set a new password for your account. The account is deactivated or has expired: ask an administrator.",
    "有人请求为您的账号设置新密码。该账号已停用或已过期，请联系管理员。",
    "アカウントのパスワード再設定が要求されましたが、このアカウントは無効または期限切れです。管理者に連絡してください。",
  ],
  createdSubject: ["Your account is ready", "您的账号已创建", "アカウントが作成されました"],
  createdBody: [
    "An account was created for you. Set a password to begin.",
    "已为您创建账号，请先设置密码。",
    "あなたのアカウントが作成されました。パスワードを設定してご利用ください。",
  ],
  createdWithPassword: [
    "An account was created for you. Whoever created it gives you the password.",
    "已为您创建账号，密码由创建者另行告知。",
    "あなたのアカウントが作成されました。パスワードは作成者がお知らせします。",
  ],
  username: ["Username", "用户名", "ユーザー名"],
  setPassword: ["Set password", "设置密码", "パスワードを設定"],
  linkForAnHour: [
    "The link works once, for an hour. After that, ask for another one here:",
    "该链接仅可使用一次，有效期一小时。过期后可在此重新获取：",
    "リンクは 1 回限り、1 時間有効です。期限が切れた場合は、次のページで新しいものを取得してください。",
  ],
  newLink: ["Ask for another link", "重新获取链接", "新しいリンクを取得"],
  signIn: ["Sign in", "登录", "サインイン"],
  resetSubject: ["Reset password", "重置密码", "パスワードのリセット"],
  resetBody: [
    "An administrator reset your password. The old one no longer works; set a new one.",
    "管理员已重置您的密码，原密码已失效，请设置新密码。",
    "管理者があなたのパスワードをリセットしました。以前のパスワードは使えません。新しいパスワードを設定してください。",
  ],
  changedSubject: ["Reset password success", "密码修改成功", "パスワードが変更されました"],
  changedBody: [
    "Your password was changed just now. If it was not you, set another one at once and tell an administrator.",
    "您的密码刚刚被修改。如果不是您本人操作，请立即重新设置密码并联系管理员。",
    "パスワードが変更されました。お心当たりがない場合は、すぐにパスワードを再設定し、管理者に連絡してください。",
  ],
  address: ["Address", "IP 地址", "IP アドレス"],
  browser: ["Browser", "浏览器", "ブラウザー"],
  keyChangedSubject: ["Reset public key success", "SSH 公钥修改成功", "SSH 公開鍵が変更されました"],
  keyChangedBody: [
    "Your SSH public key was changed just now. If it was not you, change it again and tell an administrator.",
    "您的 SSH 公钥刚刚被修改。如果不是您本人操作，请重新设置公钥并联系管理员。",
    "SSH 公開鍵が変更されました。お心当たりがない場合は、公開鍵を設定し直し、管理者に連絡してください。",
  ],
  keyResetSubject: ["Reset SSH Key", "重置 SSH 密钥", "SSH 鍵のリセット"],
  keyResetBody: [
    "An administrator removed your SSH public key. Add one to sign in with a key again.",
    "管理员已清除您的 SSH 公钥。如需继续使用密钥登录，请重新添加。",
    "管理者があなたの SSH 公開鍵を削除しました。鍵でサインインするには、登録し直してください。",
  ],
  addKey: ["Add a public key", "添加公钥", "公開鍵を登録"],
  mfaResetSubject: ["Reset MFA", "重置多因子认证", "多要素認証のリセット"],
  mfaResetBody: [
    "An administrator removed your second factors. Set one up again.",
    "管理员已清除您的多因子认证设置，请重新绑定。",
    "管理者があなたの多要素認証の設定を削除しました。もう一度設定してください。",
  ],
  setUpMfa: ["Set up a second factor", "绑定多因子认证", "多要素認証を設定"],
  passwordSetSubject: ["Your password was replaced", "您的密码已被更改", "管理者がパスワードを変更しました"],
  passwordSetBody: [
    "An administrator gave your account another password. The old one no longer works; they tell you the new one.",
    "管理员已为您的账号设置新密码，原密码已失效，新密码由管理员告知。",
    "管理者があなたのアカウントに新しいパスワードを設定しました。以前のパスワードは使えません。新しいパスワードは管理者がお知らせします。",
  ],
  keySetSubject: ["Your SSH key was replaced", "您的 SSH 公钥已被更改", "管理者が SSH 公開鍵を変更しました"],
  keySetBody: [
    "An administrator gave your account another SSH public key. If you know nothing of it, ask them.",
    "管理员已为您的账号设置新的 SSH 公钥。如有疑问，请联系管理员。",
    "管理者があなたのアカウントに新しい SSH 公開鍵を設定しました。心当たりがない場合は、管理者に確認してください。",
  ],
  passwordEndsSubject: ["Password is about expire", "密码即将过期", "パスワードの有効期限が近づいています"],
  passwordEndsBody: [
    "Your password expires soon. Change it before that, or you will have to set a new one to sign in.",
    "您的密码即将过期，请在过期前修改，否则需要重新设置密码才能登录。",
    "パスワードの有効期限が近づいています。期限前に変更してください。期限を過ぎると、サインイン時に再設定が必要になります。",
  ],
  foreignSubject: ["Different city login reminder", "异地登录提醒", "別の場所からのサインイン"],
  foreignBody: [
    "Somebody signed in with your account from another place than the time before. If it was not you, set another password at once and tell an administrator.",
    "您的账号在与上次不同的地点登录。如果不是您本人操作，请立即修改密码并联系管理员。",
    "前回と異なる場所から、あなたのアカウントでサインインがありました。お心当たりがない場合は、すぐにパスワードを変更し、管理者に連絡してください。",
  ],
  time: ["Time", "时间", "日時"],
  place: ["Place", "地点", "場所"],
  expires: ["Expires", "过期时间", "有効期限"],
  changePassword: ["Change password", "修改密码", "パスワードを変更"],
  accountEndsSubject: ["Account is about expire", "账号即将过期", "アカウントの有効期限が近づいています"],
  accountEndsBody: [
    "Your account expires soon. If you still need it, ask an administrator to prolong it.",
    "您的账号即将过期。如仍需使用，请联系管理员延长有效期。",
    "アカウントの有効期限が近づいています。引き続き必要な場合は、管理者に延長を依頼してください。",
  ],
});
