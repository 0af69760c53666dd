import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of the credentials of a user. */
export const text = catalogue("credentials.user-credentials", {
  credentials: ["Credentials", "凭证", "認証情報"],
  user: ["User", "用户", "ユーザー"],
  sessions: ["Signed-in browsers", "已登录的浏览器", "サインイン中のブラウザー"],
  bearerTokens: ["API sign-ins", "API 登录令牌", "API のサインイン"],
  accessKeys: ["Access keys", "访问密钥", "アクセスキー"],
  privateToken: ["Private token", "私有令牌", "プライベートトークン"],
  temporaryPasswords: ["Temporary passwords", "临时密码", "一時パスワード"],
});
