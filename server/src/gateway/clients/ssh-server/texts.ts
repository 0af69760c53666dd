import { catalogue } from "../../../engine/i18n/index.ts";

/** What the SSH server says outside its menu. */
export const serverText = catalogue("gateway.ssh", {
  waitForApproval: ["Wait for approval", "等待审批", "承認を待つ"],
  askApproval: ["Ask for approval? [Y/n]: ", "是否申请审批？[Y/n]：", "承認を依頼しますか？ [Y/n]： "],
  askApprovalOrEmergency: [
    "Ask for approval? e: emergency access, signed off afterwards. [Y/n/e]: ",
    "是否申请审批？e：紧急访问，事后核签。[Y/n/e]：",
    "承認を依頼しますか？ e：緊急アクセス（事後確認）。[Y/n/e]： ",
  ],
  emergencyReason: [
    "Reason for emergency access (empty: cancel): ",
    "紧急访问原因（留空取消）：",
    "緊急アクセスの理由（空欄で取り消し）： ",
  ],
  emergencyOpened: [
    "Emergency access: reviewers have been told, and this session is recorded.",
    "紧急访问：已通知审批人，本次会话将被录像。",
    "緊急アクセス：承認者に通知しました。このセッションは記録されます。",
  ],
  waiting: [
    "Waiting for approval by {names}. Press q or Ctrl+C to cancel.",
    "正在等待 {names} 审批，按 q 或 Ctrl+C 取消。",
    "{names} の承認を待っています。q または Ctrl+C で取り消します。",
  ],
  approved: ["Approved.", "审批已通过。", "承認されました。"],
  requestCanceled: ["Request canceled.", "申请已取消。", "依頼を取り消しました。"],
  approvalMissing: [
    "This connection needs approval. Connect with a terminal (ssh -t) or in the web terminal to ask for it.",
    "此连接需要审批，请使用终端连接（ssh -t）或在 Web 终端中申请。",
    "この接続には承認が必要です。端末付きで接続するか（ssh -t）、Web ターミナルで依頼してください。",
  ],
  browserLink: [
    "\nOpen this link in a browser, sign in, and enter the code {code}:\n\n    {link}\n\nThe link works once, for {minutes:minute|minutes}.",
    "\n请在浏览器中打开以下链接，登录后输入验证码 {code}：\n\n    {link}\n\n链接只能使用一次，{minutes} 分钟内有效。",
    "\nブラウザーで次のリンクを開き、サインインしてコード {code} を入力してください：\n\n    {link}\n\nリンクは一度だけ、{minutes} 分間有効です。",
  ],
  browserOrPassword: [
    "Press Enter to wait for the browser, or type your password: ",
    "按 Enter 等待浏览器确认，或输入密码：",
    "Enter を押してブラウザーでの許可を待つか、パスワードを入力してください： ",
  ],
  approvers: ["Approvers", "审批人", "承認者"],
  givenUp: ["Sign-in canceled.", "登录已取消。", "サインインを中止しました。"],
  chooseFactor: ["Choose a second factor:", "请选择多因子认证方式：", "多要素認証の方法を選択してください："],
  signInUnavailable: [
    "Sign-in is not available because of an error in the gateway. Try again. If the problem persists, tell an administrator.",
    "网关发生错误，暂时无法登录。请稍后重试；如仍失败，请联系管理员。",
    "ゲートウェイのエラーのため、現在サインインできません。再試行しても続く場合は管理者に連絡してください。",
  ],
  nameUnreadable: [
    "Unknown username format. Use user, user@account@asset, user@protocol@account@asset or JMS-token.",
    "无法识别此用户名。请使用：用户、用户@账号@资产、用户@协议@账号@资产 或 JMS-令牌。",
    "このユーザー名は読み取れません。ユーザー、ユーザー@アカウント@アセット、ユーザー@プロトコル@アカウント@アセット、JMS-トークンのいずれかで入力してください。",
  ],
  nameAsset: [
    "Add the asset to the username: user@account@asset.",
    "请在用户名中指明连接目标：用户@账号@资产。",
    "接続先をユーザー名で指定してください：ユーザー@アカウント@アセット。",
  ],
  menuNeedsTerminal: [
    "The menu needs a terminal. Connect with ssh -t, or name the asset: user@account@asset.",
    "菜单需要终端，请使用终端连接（ssh -t），或指明目标：用户@账号@资产。",
    "メニューには端末が必要です。端末付きで接続するか（ssh -t）、接続先を指定してください：ユーザー@アカウント@アセット。",
  ],
  noMosh: [
    "Mosh does not work through this gateway, because it bypasses it over UDP. Use ssh instead.",
    "无法通过此网关使用 Mosh：它随后改用 UDP 通信，会绕过网关。请改用 ssh。",
    "このゲートウェイ経由では Mosh を使用できません。以降の通信がゲートウェイを通らない UDP になるためです。ssh を使用してください。",
  ],
  severalFit: [
    "{count} {what} match. Use the exact name, or connect with a terminal (ssh -t) to choose.",
    "有 {count} 个{what}符合条件，请明确指定，或使用终端连接（ssh -t）进行选择。",
    "{count} 件の{what}が該当します。正確に指定するか、端末付きで接続（ssh -t）して選択してください。",
  ],
  assets: ["assets", "资产", "アセット"],
  protocols: ["protocols", "协议", "プロトコル"],
  accounts: ["accounts", "账号", "アカウント"],
  secretMissing: [
    "You must type the secret of this account. Connect with a terminal (ssh -t).",
    "该账号需要输入密文，请使用终端连接（ssh -t）。",
    "このアカウントはシークレットの入力が必要です。端末付きで接続してください（ssh -t）。",
  ],
  idle: [
    "No input for {minutes:minute|minutes}. Disconnecting.",
    "{minutes} 分钟内没有任何输入，连接已断开。",
    "{minutes} 分間入力がなかったため、切断します。",
  ],
  usernamePrompt: ["Username: ", "用户名：", "ユーザー名： "],
  passwordPrompt: ["Password for {name}: ", "{name} 的密码：", "{name} のパスワード： "],
  chooseAsset: ["More than one asset matches:", "有多个资产符合条件：", "複数のアセットが該当します："],
  chooseProtocol: ["Choose a protocol:", "请选择协议：", "プロトコルを選択してください："],
  chooseAccount: ["Choose an account:", "请选择账号：", "アカウントを選択してください："],
  moreFit: [
    "… and {count} more. Type more of the name.",
    "……另有 {count} 个，请输入更完整的名称。",
    "…ほか {count} 件。より詳しい名前を入力してください。",
  ],
  noSuchChoice: [
    "Not in the list. Type an ID from the list, or q to quit.",
    "没有该选项，请输入列表中的 ID，或输入 q 退出。",
    "該当する項目がありません。一覧の ID を入力するか、q で終了してください。",
  ],
  id: ["ID", "ID", "ID"],
  name: ["Name", "名称", "名前"],
  address: ["Address", "地址", "アドレス"],
  protocol: ["Protocol", "协议", "プロトコル"],
  protocolsColumn: ["Protocols", "协议", "プロトコル"],
  username: ["Username", "用户名", "ユーザー名"],
  platform: ["Platform", "平台", "プラットフォーム"],
  organization: ["Organization", "组织", "組織"],
  comment: ["Comment", "备注", "備考"],
});
