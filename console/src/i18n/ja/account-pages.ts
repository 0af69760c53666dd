import type { Texts } from "../catalogue.ts";
import type en from "../en/account-pages.ts";

export default {
  stored: "通常のアカウント",
  test: "アカウントをテスト",
  testNow: "テスト",
  exportHint:
    "ファイルにはシークレットが含まれます。プロフィールで設定したファイル用パスワードで暗号化したアーカイブです。",
  bulk: {
    title: "複数の資産に追加",
    byTemplate: "テンプレートから追加",
    hint: "選んだ資産のそれぞれにアカウントを作成します。",
    templateHint:
      "選んだ資産のうち、テンプレートのシークレットの種類に対応するものにアカウントを作成します。",
    suFromHelp: "同じ資産で先にサインインするアカウントのユーザー名です。",
    policyHelp: "同じユーザー名と種類のアカウントが資産に既にある場合の扱いです。",
    confirm: "追加",
  },
  result: {
    title: "追加の結果",
    total_one: "資産 {{count}} 件",
    total_other: "資産 {{count}} 件",
    state: "状態",
    created: "作成",
    updated: "更新",
    skipped: "スキップ",
    error: "失敗",
  },
  virtual: {
    title: "仮想アカウント",
    basic: "基本情報",
    settingOff: "サインイン時のパスワードの保管は管理者に許可されていません。",
  },
  gathered: {
    title: "収集したアカウント",
    help: "資産で見つかったユーザー名です。管理するものをアカウントとして登録できます。",
    emptyHint: "まだ何も収集していません。",
    discoverAll: "すべての資産で収集",
    discoverChosen: "ここで収集",
    sync: "アカウントに登録",
    synced_one: "{{count}} 件を登録しました",
    synced_other: "{{count}} 件を登録しました",
  },
  former: {
    open: "以前のシークレット",
    title: "{{name}} の以前のシークレット",
    none: "ほかのシークレットはありません。",
    empty: "なし",
    version: "バージョン",
    date: "設定日時",
    show: "表示",
    hide: "隠す",
    hides_one: "{{count}} 秒後に隠れます。閲覧は記録されました。",
    hides_other: "{{count}} 秒後に隠れます。閲覧は記録されました。",
  },
  templates: {
    add: "テンプレートから追加",
    title: "アカウントテンプレートを選択",
    label: "アカウントテンプレート",
    chosen: "テンプレートから作成",
    hint: "保存すると、まだない資産すべてにテンプレートからアカウントを作成します。",
    remove: "{{name}} を外す",
    columns: {
      name: "名前",
      username: "ユーザー名",
      hasSecret: "シークレットあり",
      comment: "コメント",
      created: "作成日時",
      updated: "更新日時",
    },
  },
} as const satisfies Texts<typeof en>;
