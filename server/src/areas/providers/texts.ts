import { catalogue } from "../../engine/i18n/index.ts";

/** Pages of signing in by an identity provider. */
export const text = catalogue("providers", {
  failedTitle: ["Sign-in did not work", "登录未成功", "サインインできませんでした"],
  tryAgain: ["Try again", "重试", "もう一度試す"],
  otherWay: ["Sign in another way", "使用其他方式登录", "別の方法でサインイン"],
  notSetUp: [
    "This sign-in is not set up. Ask an administrator.",
    "此登录方式尚未配置，请联系管理员。",
    "このサインイン方法は設定されていません。管理者に連絡してください。",
  ],
  unreachable: [
    "The identity provider cannot be reached. Try again later, or ask an administrator.",
    "无法连接身份提供方，请稍后重试或联系管理员。",
    "ID プロバイダーに接続できません。時間をおいて再試行するか、管理者に連絡してください。",
  ],
  notBegun: [
    "This sign-in was not started in this browser, or it took longer than 10 minutes. Start again.",
    "此次登录并非在当前浏览器发起，或已超过 10 分钟，请重新登录。",
    "このサインインはこのブラウザーで開始されていないか、10 分を超えています。もう一度始めてください。",
  ],
  denied: [
    "The identity provider did not sign you in. If you did not cancel, your account there may be disabled or may have no access to this site. Ask an administrator of the identity provider.",
    "身份提供方未允许登录。如非您本人取消，可能是您的账号在身份提供方已被禁用，或无权访问本站点，请联系身份提供方的管理员。",
    "ID プロバイダーでサインインが許可されませんでした。自分でキャンセルしていない場合、アカウントが無効になっているか、このサイトへのアクセス権がない可能性があります。ID プロバイダーの管理者に連絡してください。",
  ],
  untrusted: [
    "The answer of the identity provider did not pass the security checks. Ask an administrator to look at the server log.",
    "身份提供方的响应未通过安全检查，请联系管理员查看服务器日志。",
    "ID プロバイダーの応答がセキュリティ検査を通りませんでした。サーバーログの確認を管理者に依頼してください。",
  ],
  trialTitle: ["Sign-in test", "登录测试", "サインインのテスト"],
  trialNothing: [
    "Nothing was changed, and no one was signed in.",
    "未做任何更改，也未登录任何用户。",
    "何も変更されず、誰もサインインしていません。",
  ],
  trialEnter: [
    "{username} would sign in as the user it is linked to.",
    "{username} 将以已关联的用户身份登录。",
    "{username} は、関連付けられたユーザーとしてサインインします。",
  ],
  trialLink: [
    "{username} would be linked to the existing user of that name or address.",
    "{username} 将关联到同名或相同邮箱的现有用户。",
    "{username} は、同じ名前またはアドレスの既存ユーザーに関連付けられます。",
  ],
  trialCreate: [
    "{username} is unknown here. A user would be created.",
    "系统中没有 {username}，将创建新用户。",
    "{username} は未登録のため、ユーザーが作成されます。",
  ],
  trialRefuse: ["This person could not sign in.", "此人员将无法登录。", "この人はサインインできません。"],
  changes: ["Changed fields", "变更字段", "変更される項目"],
  gains: ["Roles and groups given", "授予的角色和用户组", "付与されるロールとグループ"],
  losses: ["Roles and groups removed", "收回的角色和用户组", "取り消されるロールとグループ"],
  attributes: ["What the provider says", "身份提供方返回的信息", "プロバイダーからの情報"],
  username: ["Username", "用户名", "ユーザー名"],
  next: ["Page to open", "登录后打开的页面", "サインイン後のページ"],
  nextOutside: [
    "Must be a path of this site, such as /ui/.",
    "必须是本站路径，例如 /ui/。",
    "このサイトのパスを指定してください（例：/ui/）。",
  ],
  nobody: ["There is no user {username}.", "没有用户 {username}。", "ユーザー {username} は存在しません。"],
  loginUrl: ["Sign-in link", "登录链接", "サインイン用リンク"],
  signInLink: ["Sign-in link", "登录链接", "サインイン用リンク"],
  ssoClosed: [
    "Sign-in links are turned off in the settings.",
    "登录链接功能已在设置中关闭。",
    "サインイン用リンクは設定で無効になっています。",
  ],
  outcome: ["Outcome", "结果", "結果"],
  refusal: ["Reason", "原因", "理由"],
  needsSub: [
    'The claims need "sub", the lasting identifier of the person at the provider.',
    "声明中必须包含 sub，即此人在身份提供方的固定标识。",
    "クレームには sub（プロバイダーでの不変の識別子）が必要です。",
  ],
  needsIdentifier: [
    "The claims need the lasting identifier of the person at the provider.",
    "声明中必须包含此人在身份提供方的固定标识。",
    "クレームには、プロバイダーでの不変の識別子が必要です。",
  ],
  needsUser: [
    'The answer needs "user", the name the server knows the person by.',
    "响应中必须包含 user，即服务端的用户名。",
    "応答には user（サーバーでのユーザー名）が必要です。",
  ],
  none: ["None", "无", "なし"],
  backToSettings: ["Back to the settings", "返回设置", "設定に戻る"],
  checkName: ["Check", "检查项", "検査"],
  logoutToken: ["Logout token", "退出令牌", "ログアウトトークン"],
  msg: ["Message", "消息", "メッセージ"],
  discovered: [
    "The provider answers as {issuer}. Now try the sign-in.",
    "身份提供方响应正常（{issuer}），请继续试登录。",
    "プロバイダーが応答しました（{issuer}）。続けてサインインを試してください。",
  ],
});
