import { catalogue } from "../../../engine/i18n/index.ts";

/** Pages and answers of the chat platforms. */
export const text = catalogue("providers.chat", {
  notBoundTitle: ["No account is bound", "尚未绑定账号", "アカウントが連携されていません"],
  notBound: [
    "This {platform} account is not bound to a user. Sign in another way, then bind it in your profile.",
    "此{platform}账号未绑定任何用户。请使用其他方式登录，然后在个人信息中绑定。",
    "この {platform} アカウントはどのユーザーとも連携されていません。別の方法でサインインし、プロフィールで連携してください。",
  ],
  bindFailed: ["The account was not bound", "账号绑定失败", "アカウントを連携できませんでした"],
  taken: [
    "This {platform} account is bound to another user. They, or an administrator, have to unbind it first.",
    "此{platform}账号已绑定其他用户，请先由该用户或管理员解绑。",
    "この {platform} アカウントは別のユーザーと連携済みです。先に本人または管理者が解除する必要があります。",
  ],
  hasOne: [
    "A {platform} account is bound already. Unbind it first.",
    "您已绑定{platform}账号，请先解绑。",
    "すでに {platform} アカウントが連携されています。先に解除してください。",
  ],
  fromElsewhere: [
    "Start from your profile. This request came from another site.",
    "请从个人信息页面发起绑定：当前请求来自其他网站。",
    "別のサイトから移動してきました。プロフィールから始めてください。",
  ],
  back: ["Back to the profile", "返回个人信息", "プロフィールに戻る"],
  user: ["User", "用户", "ユーザー"],
  unbound: ["No account is bound.", "尚未绑定账号。", "アカウントは連携されていません。"],
  sourceNeeded: [
    "The user has this platform as source. The account stays bound.",
    "此用户来源于该平台，其账号不能解绑。",
    "このプラットフォームがユーザーのソースのため、アカウントの連携は解除できません。",
  ],
  tested: ["{platform} accepted the app.", "{platform}连接成功。", "{platform} への接続に成功しました。"],
  outcome: ["Outcome", "结果", "結果"],
  boundSubject: ["{platform} account bound", "已绑定{platform}账号", "{platform} アカウントの連携"],
  boundBody: [
    "A {platform} account was bound to you and can be used to sign in. If this was not you, unbind it and tell an administrator.",
    "您的用户已绑定{platform}账号，可用其登录。如非本人操作，请立即解绑并联系管理员。",
    "{platform} アカウントが連携され、サインインに使えるようになりました。心当たりがない場合は、解除して管理者に連絡してください。",
  ],
  unboundSubject: ["{platform} account unbound", "已解绑{platform}账号", "{platform} アカウントの連携解除"],
  unboundBody: [
    "A {platform} account can no longer be used to sign in as you.",
    "该{platform}账号已不能用于登录您的用户。",
    "{platform} アカウントではサインインできなくなりました。",
  ],
  account: ["Account", "账号", "アカウント"],
  username: ["Username", "用户名", "ユーザー名"],
  time: ["Time", "时间", "日時"],
  address: ["Address", "IP 地址", "IP アドレス"],
  profile: ["Profile", "个人信息", "プロフィール"],
});
