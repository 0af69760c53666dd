import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  roleCreate: "ロールの作成",
  roleUpdate: "ロールの編集",
  roleDetail: "ロール",
  roles: "ロール",
} satisfies Texts<typeof en.titles>;

export default {
  roles: {
    scope: {
      system: "システムロール",
      org: "組織ロール",
      short: { system: "システム", org: "組織" },
    },
    title: { system: "システムロール", org: "組織ロール" },
    builtin: "組み込み",
    permissions: "権限",
    update: "確認して保存",
    saved: "権限を保存しました。次の操作から有効です。",
    changes_one: "{{count}} 件の変更",
    changes_other: "{{count}} 件の変更",
    changedMeanwhile:
      "この間に他の人がこのロールを変更しました。その内容を読み込み、あなたの変更を重ねてあります。確認してから保存してください。",
    form: {
      basic: "基本情報",
      permissionsElsewhere:
        "権限はロールの詳細ページで編集できます。影響を受けるユーザーも事前に確認できます。",
    },
    tree: {
      search: "権限を検索",
      onlyChecked: "選択済みのみ",
      expand: "すべて展開",
      collapse: "すべて折りたたむ",
      fold: "{{name}} を閉じる",
      unfold: "{{name}} を開く",
      nothing: "名前またはコードに一致する権限はありません。",
      followed_one: "必要な権限も選択しました：{{names}}",
      followed_other: "必要な権限も選択しました（{{count}} 件）：{{names}}",
    },
    preview: {
      title: "この変更による影響",
      save: "保存",
      added_one: "ロールに {{count}} 件の権限が加わります",
      added_other: "ロールに {{count}} 件の権限が加わります",
      removed_one: "ロールから {{count}} 件の権限がなくなります",
      removed_other: "ロールから {{count}} 件の権限がなくなります",
      people: "影響を受けるユーザー",
      nobody:
        "影響を受けるユーザーはいません。このロールを持つ人がいないか、他のロールが同じ権限を与えています。",
      counts_one: "{{count}} 人に影響します：{{gaining}} 人が権限を得て、{{losing}} 人が権限を失います。",
      counts_other: "{{count}} 人に影響します：{{gaining}} 人が権限を得て、{{losing}} 人が権限を失います。",
      all: "上記すべて",
      everywhere: "すべての組織",
      gains: "追加：{{names}}",
      loses: "削除：{{names}}",
      more: "{{names}} ほか {{count}} 件",
      unchanged: "変化なし（他のロールが同じ権限を与えています）",
    },
    members: {
      title: "このロールを持つユーザー",
      empty: "このロールを持つユーザーはまだいません。",
      add: "ユーザーに割り当て",
      addButton: "割り当て",
      users: "ユーザー",
      organization: "対象の組織",
      added_one: "{{count}} 人に付与しました",
      added_other: "{{count}} 人のユーザーに割り当てました",
    },
    effective: {
      title_one: "{{count}} 件の権限",
      title_other: "{{count}} 件の権限",
      organization: "組織",
      roles: "付与元のロール",
      everything: "このユーザーはシステム管理者で、すべての権限を持っています。",
      nothing: "このユーザーはここでは何もできません。",
    },
    emptyHint: "ロールは、ユーザーが表示・実行できることを定めます。",
  },
} satisfies Texts<typeof en.default>;
