import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  loginAclCreate: "サインイン規則の作成",
  loginAclUpdate: "サインイン規則の編集",
  loginAclDetail: "サインイン規則",
  commandAclCreate: "コマンド規則の作成",
  commandAclUpdate: "コマンド規則の編集",
  commandAclDetail: "コマンド規則",
  loginAssetAclCreate: "アセットアクセス規則の作成",
  loginAssetAclUpdate: "アセットアクセス規則の編集",
  loginAssetAclDetail: "アセットアクセス規則",
  commandGroupCreate: "コマンドグループの作成",
  commandGroupUpdate: "コマンドグループの編集",
  commandGroupDetail: "コマンドグループ",
  connectMethodAclCreate: "接続方式の規則の作成",
  connectMethodAclUpdate: "接続方式の規則の編集",
  connectMethodAclDetail: "接続方式の規則",
  loginAcls: "サインイン規則",
  commandAcls: "コマンド規則",
  loginAssetAcls: "アセットアクセス規則",
  commandGroups: "コマンドグループ",
  connectMethodAcls: "接続方式の規則",
  commandGroupEmpty: "コマンドグループは、関連するコマンドを 1 つの名前にまとめたものです。",
} satisfies Texts<typeof en.titles>;

export default {
  acls: {
    help: {
      asset:
        "アセットへの接続のたびに、優先度の順にこれらの規則を確認します。最初に当てはまる規則で決まり、なければアセット権限だけで決まります。",
      command:
        "コマンドの実行前に、優先度の順にこれらの規則を確認します。コマンドグループが最初に一致した規則で決まり、なければコマンドは実行されます。",
      method: "ユーザーに当てはまる規則はすべて、挙げた接続方式を使えなくします。優先度は影響しません。",
      reviewers: "承認または通知の相手です。誰もいない場合、このアクションは保存できません。",
      noPriority: "1〜100。一覧の順序だけに使います。当てはまる規則はすべて有効です。",
      methods: "これらのユーザーに使わせない接続方式を選択します。",
      addresses: "接続元のアドレスです。* はすべてのアドレスを表します。",
      times: "サーバーのタイムゾーンで判定します。",
      commandText:
        "1 行に 1 つのコマンドを入力します。例：rm -rf、reboot。空白を含む行は入力内容のどこにあっても一致します。",
      regexText:
        "正規表現を 1 つ入力します。線形時間で実行されるため、先読み・後読みと後方参照は使用できません。",
    },
    empty: {
      login:
        "サインイン規則はまだありません。サインインできるユーザーは、いつでもどこからでもサインインできます。",
      asset: "アセットアクセス規則はまだありません。アセット権限だけで接続の可否が決まります。",
      command:
        "コマンド規則はまだありません。すべてのコマンドが実行されます。先にコマンドグループを作成し、それを使う規則を作成してください。",
      method: "接続方式の規則はまだありません。誰でもすべての接続方式を使えます。",
      here: "当てはまる規則はありません。",
    },
    group: {
      basic: "基本情報",
      users: "ユーザー",
      assets: "アセット",
      accounts: "アカウント",
      rule: "接続元と時間",
      commands: "コマンドグループ",
      methods: "接続方式",
      action: "アクション",
      other: "その他",
    },
    field: {
      users: "ユーザー",
      assets: "アセット",
      addresses: "アドレス",
      times: "時間帯",
      always: "常に",
      never: "なし",
    },
    about: {
      all: "すべて",
      ids: "{{count}} 件を選択",
      attrs: "{{names}}による指定",
    },
    attribute: {
      name: "名前",
      username: "ユーザー名",
      email: "メールアドレス",
      comment: "備考",
      isActive: "有効",
      source: "取得元",
      systemRoles: "システムロール",
      organizationRoles: "組織ロール",
      groups: "ユーザーグループ",
      address: "アドレス",
      nodes: "ノード",
      platform: "プラットフォーム",
      category: "カテゴリー",
      type: "種類",
      protocols: "プロトコル",
      domain: "ドメイン",
      labels: "ラベル",
    },
    tab: {
      users: "ユーザー",
      assets: "アセット",
      rules: "規則",
    },
    activate: "有効",
    active: "有効",
    inactive: "無効",
    nobody: "現在この規則に当てはまるユーザーはいません。",
    nothing: "現在この規則に当てはまるアセットはありません。",
  },
} satisfies Texts<typeof en.default>;
