import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help of the category `cas`. */
export const casText = catalogue("settings.cas", {
  category: ["CAS", "CAS 认证", "CAS 認証"],
  on: ["Enable CAS", "启用 CAS", "CAS を有効にする"],
  onHelp: [
    "Save the settings and try the sign-in before you turn this on.",
    "请先保存配置并试登录，确认无误后再启用。",
    "有効にする前に、設定を保存してサインインを試してください。",
  ],
  server: ["Server address", "服务端地址", "サーバーのアドレス"],
  serverHelp: [
    "With the path of CAS, such as https://sso.example.com/cas/",
    "包含 CAS 路径，例如 https://sso.example.com/cas/",
    "CAS のパスを含めます（例：https://sso.example.com/cas/）",
  ],
  proxied: ["Address of this site", "本站地址", "このサイトのアドレス"],
  proxiedHelp: [
    "Where the server sends people back to. Defaults to the site URL.",
    "CAS 登录后的回调地址，默认使用站点地址。",
    "サーバーから戻る先です。既定ではサイト URL です。",
  ],
  endSessions: ["Sign out at the server as well", "同步退出 CAS", "サーバーからもサインアウト"],
  endSessionsHelp: [
    "Signing out here also signs out at the server, and the server can end sessions here.",
    "退出本系统时同时退出 CAS，CAS 也可结束本系统会话。",
    "ここでのサインアウトがサーバーにも及び、サーバーからもここのセッションを終了できます。",
  ],
  version: ["Protocol version", "协议版本", "プロトコルのバージョン"],
  username: ["Username attribute", "用户名属性", "ユーザー名の属性"],
  usernameHelp: [
    "The CAS user name is used where the attribute is absent.",
    "若无此属性，则使用 CAS 返回的用户名。",
    "この属性がない場合は、CAS のユーザー名を使います。",
  ],
  apply: ["Attributes change users", "使用属性更新用户", "属性でユーザーを更新"],
  applyHelp: [
    "Name, email, phone and comment follow the server at each sign-in.",
    "每次登录时，姓名、邮箱、手机和备注与 CAS 保持一致。",
    "サインインのたびに、名前・メール・電話番号・コメントをサーバーに合わせます。",
  ],
  create: ["Create users", "自动创建用户", "ユーザーを作成"],
  createHelp: [
    "Off: only people who are users already can sign in",
    "关闭后，仅已有用户可登录",
    "無効の場合は、既存のユーザーのみサインインできます",
  ],
});
