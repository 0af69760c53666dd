import type { Texts } from "../catalogue.ts";
import type en from "../en/assets.ts";

export default {
  create: "ホストを作成",
  hosts: "ホスト",
  choosePlatform: "プラットフォームを選択",
  recentPlatforms: "最近使用",
  emptyHint: "最初のマシンを登録し、利用者に権限を与えましょう。",
  activate: "有効にする",
  deactivate: "無効にする",
  activated_one: "{{count}} 件の資産を有効にしました",
  activated_other: "{{count}} 件の資産を有効にしました",
  deactivated_one: "{{count}} 件の資産を無効にしました",
  deactivated_other: "{{count}} 件の資産を無効にしました",
  active: "有効",
  inactive: "無効",
  accounts: "アカウント",
  addAccount: "アカウントを追加",
  accountsHelp: "セッションで使うアカウントです。後から追加できます。",
  platformHelp: "使えるプロトコルと管理方法を決めます。",
  commentHelp: "接続できる全員が読めます。秘密の情報は書かないでください。",
  bindLabels: "ラベル…",
  group: {
    basic: "基本",
    protocols: "プロトコル",
    accounts: "アカウント",
    other: "その他",
  },
  node: {
    tree: "資産ツリー",
    types: "タイプツリー",
    trees: "ツリー",
    search: "ツリーを検索",
  },
} satisfies Texts<typeof en>;
