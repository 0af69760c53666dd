import { catalogue } from "../../engine/i18n/index.ts";

/** Labels and help of the category `oauth2`. */
export const oauth2Text = catalogue("settings.oauth2", {
  category: ["OAuth2", "OAuth2 认证", "OAuth2 認証"],
  on: ["Enable OAuth2", "启用 OAuth2", "OAuth2 を有効にする"],
  provider: ["Name of the provider", "身份提供方名称", "プロバイダーの名前"],
  providerHelp: [
    "Shown on the button of the sign-in page",
    "显示在登录页的按钮上",
    "サインインページのボタンに表示されます",
  ],
  logo: ["Logo", "图标", "ロゴ"],
  logoHelp: [
    "Shown on the button of the sign-in page: a square of 64 × 64 pixels",
    "显示在登录页的按钮上，建议使用 64 × 64 像素的方形图片",
    "サインインページのボタンに表示されます（64 × 64 ピクセルの正方形）",
  ],
  tokenMethod: [
    "Request method of the token endpoint",
    "令牌端点请求方式",
    "トークンエンドポイントのメソッド",
  ],
  tokenMethodHelp: [
    "POST is the standard. With GET the client secret is part of the address, where logs of the provider may keep it.",
    "标准方式为 POST。使用 GET 时客户端密钥会出现在地址中，可能被身份提供方的日志记录。",
    "標準は POST です。GET ではクライアントシークレットがアドレスに含まれ、プロバイダーのログに残るおそれがあります。",
  ],
  endSessions: ["Sign out at the provider as well", "同步退出身份提供方", "プロバイダーからもサインアウト"],
  endSessionsHelp: [
    "Signing out here leads to the sign-out endpoint.",
    "退出本系统时跳转到退出端点。",
    "ここでサインアウトすると、サインアウトエンドポイントに移動します。",
  ],
  subject: ["Identifier attribute", "标识属性", "識別子の属性"],
  subjectHelp: [
    "The lasting identifier of a person, by which they are recognised. Empty: sub, else id.",
    "用于识别人员的固定标识。留空则依次使用 sub、id。",
    "人を見分けるための不変の識別子です。空欄の場合は sub、なければ id を使います。",
  ],
  alwaysUpdateHelp: [
    "Name, username, email, phone and comment follow the provider at each sign-in.",
    "每次登录时，姓名、用户名、邮箱、手机和备注与身份提供方保持一致。",
    "サインインのたびに、名前・ユーザー名・メール・電話番号・コメントをプロバイダーに合わせます。",
  ],
});
