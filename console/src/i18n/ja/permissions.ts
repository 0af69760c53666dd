import type { Texts } from "../catalogue.ts";
import type en from "../en/permissions.ts";

export default {
  activate: "有効にする",
  valid: "有効",
  invalid: "無効",
  usernames: "ユーザー名",
  emptyHint: "誰かに資産へのアクセスを許可して始めましょう。",
  actionsHelp: "接続後に許可する操作です。",
  group: {
    basic: "基本",
    users: "誰に",
    assets: "どの資産",
    accounts: "どのアカウントで",
    actions: "許可する操作",
    other: "有効期間",
  },
  alias: {
    "@ALL": "すべてのアカウント",
    "@SPEC": "指定したアカウント",
    "@INPUT": "手動入力",
    "@USER": "同名アカウント",
    "@ANON": "匿名",
  },
  aliasHint: {
    "@ALL": "資産のすべてのアカウント",
    "@SPEC": "下に挙げたユーザー名のみ",
    "@INPUT": "接続時にユーザー名とパスワードを入力",
    "@USER": "サインイン中のユーザーと同名のアカウント",
    "@ANON": "サインインせずに接続（Web ページなど）",
  },
} satisfies Texts<typeof en>;
