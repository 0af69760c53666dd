import type { Texts } from "../catalogue.ts";
import type en from "../en/account-templates.ts";

export default {
  help: "テンプレートには、作成するアカウントに共通の内容を登録します。資産の作成時や、資産のアカウント一覧で選べます。",
  emptyHint: "テンプレートがあれば、資産ごとに同じアカウントを入力する必要がありません。",
  accounts: "作成されたアカウント",
  noAccounts: "このテンプレートから作成されたアカウントはまだありません。",
  updateSecret: "シークレットを更新",
  change: "更新",
  syncHint:
    "このテンプレートから作成されたアカウントにも新しいシークレットが設定されます。ユーザー名、種類、シークレットが変更されたものは除きます。",
  secretUpdated: "シークレットを更新しました",
} as const satisfies Texts<typeof en>;
