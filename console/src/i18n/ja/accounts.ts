import type { Texts } from "../catalogue.ts";
import type en from "../en/accounts.ts";

export default {
  username: "ユーザー名",
  secretType: "シークレットの種類",
  password: "パスワード",
  sshKey: "SSH 秘密鍵",
  token: "トークン",
  accessKey: "アクセスキー",
  apiKey: "API キー",
  secret: "シークレット",
  privileged: "特権",
  activate: "有効にする",
  active: "有効",
  inactive: "無効",
  viewSecret: "シークレットを表示",
  view: "表示",
  clearSecret: "シークレットを消去",
  clearSecretBody: "新しいシークレットを設定するまで {{name}} ではサインインできません。",
  secretCleared: "{{name}} のシークレットを消去しました",
  group: {
    asset: "資産",
    basic: "基本",
    secret: "シークレット",
    other: "その他",
  },
} satisfies Texts<typeof en>;
