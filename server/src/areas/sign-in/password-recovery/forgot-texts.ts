import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of the pages for a forgotten password. */
export const text = catalogue("sign-in.forgot", {
  title: ["Forgot password", "忘记密码", "パスワードをお忘れの場合"],
  whoHint: [
    "Say who you are. A code that proves it comes by mail.",
    "请输入用户名，我们将通过邮件发送验证码。",
    "ユーザー名を入力してください。確認コードをメールで送ります。",
  ],
  username: ["Username", "用户名", "ユーザー名"],
  next: ["Continue", "继续", "次へ"],
  checking: ["One moment…", "请稍候…", "お待ちください…"],
  toSignIn: ["Back to sign in", "返回登录", "サインインに戻る"],
  usernameMissing: ["Enter a username.", "请输入用户名。", "ユーザー名を入力してください。"],
  captchaWrong: [
    "The answer to the puzzle is wrong, or it was shown too long ago. Try the new one.",
    "验证码答案错误或已过期，请重试。",
    "画像の答えが違うか、期限切れです。新しい画像でもう一度お試しください。",
  ],
  cookieMissing: [
    "The page was open too long, or cookies are blocked. Try again.",
    "页面已过期或浏览器禁用了 Cookie，请重试。",
    "ページの有効期限が切れたか、Cookie がブロックされています。もう一度お試しください。",
  ],
  mailHint: [
    "Which mail address does {username} have here? The code goes there, and only there.",
    "请输入 {username} 在本系统登记的邮箱，验证码只会发送到该邮箱。",
    "{username} に登録されているメールアドレスを入力してください。コードはそのアドレスにのみ送られます。",
  ],
  email: ["Mail address", "邮箱", "メールアドレス"],
  emailMissing: ["Enter a mail address.", "请输入邮箱地址。", "メールアドレスを入力してください。"],
  sendCode: ["Send code", "发送验证码", "コードを送信"],
  sent: [
    "If {email} is the address of this account, a code is on its way there. Look among unwanted mail as well.",
    "如果 {email} 是该账号登记的邮箱，验证码已发送到该邮箱。如未收到，请检查垃圾邮件。",
    "{email} がこのアカウントのアドレスであれば、コードを送信しました。届かない場合は迷惑メールも確認してください。",
  ],
  code: ["Code", "验证码", "コード"],
  sendAgain: ["Send another code", "重新发送验证码", "コードを再送信"],
  codeWrong: ["The code is wrong.", "验证码错误。", "コードが違います。"],
  codeExpired: [
    "The code has expired or was tried too often. Ask for another one.",
    "验证码已过期或尝试次数过多，请重新获取。",
    "コードの有効期限が切れたか、試行回数が上限に達しました。もう一度取得してください。",
  ],
  tooSoon: [
    "A code was sent already. Another one can be sent in {seconds} s.",
    "验证码已发送，请在 {seconds} 秒后重试。",
    "コードは送信済みです。{seconds} 秒後に再送信できます。",
  ],
  gone: ["This page has expired", "页面已过期", "ページの有効期限が切れました"],
  goneHint: [
    "Begin again with the username.",
    "请重新输入用户名。",
    "ユーザー名の入力からやり直してください。",
  ],
  again: ["Begin again", "重新开始", "やり直す"],
  noMail: [
    "This installation sends no mails yet. Ask an administrator for a new password.",
    "系统尚未配置邮件服务，请联系管理员重置密码。",
    "この環境ではメールを送信できません。管理者にパスワードの再設定を依頼してください。",
  ],
  noTextMessages: [
    "This installation sends no text messages. Ask for a mail.",
    "系统未配置短信服务，请使用邮件方式。",
    "この環境では SMS を送信できません。メールを利用してください。",
  ],
  formType: ["Way", "方式", "方法"],
  phone: ["Phone", "手机号", "電話番号"],
});
