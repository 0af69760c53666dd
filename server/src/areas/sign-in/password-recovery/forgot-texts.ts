import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of the pages for a forgotten password. */
export const text = catalogue("sign-in.forgot", {
  title: ["Reset your password", "重置密码", "パスワードの再設定"],
  whoHint: [
    "Enter your username. We send you a code next.",
    "请输入用户名，下一步将向您发送验证码。",
    "ユーザー名を入力してください。次に確認コードを送ります。",
  ],
  username: ["Username", "用户名", "ユーザー名"],
  next: ["Continue", "继续", "次へ"],
  checking: ["Just a moment…", "请稍候…", "お待ちください…"],
  toSignIn: ["Back to sign in", "返回登录", "サインインに戻る"],
  usernameMissing: ["Enter your username.", "请输入用户名。", "ユーザー名を入力してください。"],
  captchaWrong: [
    "Wrong or expired answer. Solve the new sum.",
    "计算结果错误或已过期，请计算新的算式。",
    "答えが違うか、期限が切れています。新しい計算の答えを入力してください。",
  ],
  cookieMissing: [
    "This page was open too long, or your browser blocks cookies. Try again.",
    "页面已过期或浏览器禁用了 Cookie，请重试。",
    "ページの有効期限が切れたか、Cookie がブロックされています。もう一度お試しください。",
  ],
  mailHint: [
    "Enter the email address of {username}. We send the code only if it matches.",
    "请输入 {username} 登记的邮箱，仅在一致时发送验证码。",
    "{username} に登録されているメールアドレスを入力してください。一致した場合にのみコードを送ります。",
  ],
  email: ["Email address", "邮箱", "メールアドレス"],
  emailMissing: ["Enter your email address.", "请输入邮箱地址。", "メールアドレスを入力してください。"],
  smsHint: [
    "Enter the phone number of {username}. We send the code only if it matches.",
    "请输入 {username} 登记的手机号，仅在一致时发送验证码。",
    "{username} に登録されている電話番号を入力してください。一致した場合にのみコードを送ります。",
  ],
  phoneMissing: ["Enter your phone number.", "请输入手机号。", "電話番号を入力してください。"],
  sentSms: [
    "If {phone} belongs to this user, we sent a code to it.",
    "如果 {phone} 是该用户登记的手机号，验证码已发送。",
    "{phone} がこのユーザーの番号であれば、コードを送信しました。",
  ],
  bySms: ["Use a text message instead", "改用短信验证", "代わりに SMS を使う"],
  byMail: ["Use email instead", "改用邮件验证", "代わりにメールを使う"],
  sendCode: ["Send code", "发送验证码", "コードを送信"],
  sent: [
    "If {email} belongs to this user, we sent a code to it. Check your spam folder too.",
    "如果 {email} 是该用户登记的邮箱，验证码已发送。如未收到，请检查垃圾邮件。",
    "{email} がこのユーザーのアドレスであれば、コードを送信しました。届かない場合は迷惑メールも確認してください。",
  ],
  code: ["Code", "验证码", "コード"],
  sendAgain: ["Send another code", "重新发送验证码", "コードを再送信"],
  codeWrong: [
    "Wrong code. Check it and try again.",
    "验证码错误，请检查后重试。",
    "コードが違います。確認してもう一度お試しください。",
  ],
  codeExpired: [
    "This code has expired or was tried too often. Request a new one.",
    "验证码已过期或尝试次数过多，请重新获取。",
    "コードの有効期限が切れたか、試行回数が上限に達しました。もう一度取得してください。",
  ],
  tooSoon: [
    "A code was already sent. You can request another in {seconds} s.",
    "验证码已发送，请在 {seconds} 秒后重试。",
    "コードは送信済みです。{seconds} 秒後に再送信できます。",
  ],
  gone: ["This page has expired", "页面已过期", "ページの有効期限が切れました"],
  goneHint: [
    "Start again with your username.",
    "请重新输入用户名。",
    "ユーザー名の入力からやり直してください。",
  ],
  again: ["Start again", "重新开始", "やり直す"],
  noMail: [
    "Codes cannot be sent here yet. Ask an administrator to reset your password.",
    "系统尚未配置邮件或短信服务，请联系管理员重置密码。",
    "この環境ではコードを送信できません。管理者にパスワードの再設定を依頼してください。",
  ],
  noTextMessages: [
    "Text messages are not set up. Use email instead.",
    "系统未配置短信服务，请使用邮件方式。",
    "この環境では SMS を送信できません。メールを利用してください。",
  ],
  noEmail: [
    "Email is not set up. Use a text message instead.",
    "系统未配置邮件服务，请使用短信方式。",
    "この環境ではメールを送信できません。SMS を利用してください。",
  ],
  formType: ["Method", "方式", "方法"],
  phone: ["Phone", "手机号", "電話番号"],
});
