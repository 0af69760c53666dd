import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  license: "ライセンス",
} satisfies Texts<typeof en.titles>;

export default {
  license: {
    card: "ライセンス",
    community: "コミュニティ版",
    none: "有効なライセンスがありません。インポートすると、複数の組織、独自のロール、その他ライセンスが必要な機能を使えます。",
    subscription: "契約番号",
    corporation: "ライセンス先",
    edition: "エディション",
    expires: "有効期限",
    noEnd: "期限なし",
    daysLeft_one: "残り {{count}} 日",
    daysLeft_other: "残り {{count}} 日",
    lastDay: "本日まで",
    ended: "期限切れ",
    assets: "アセット数",
    assetsOf: "{{count}} / {{limit}}",
    assetsFree: "{{count}}（上限なし）",
    assetsOver:
      "アセット数がライセンスの範囲を超えています。機能は停止しませんが、範囲の広いライセンスを入手してください。",
    serial: "シリアル番号",
    remark: "備考",
    inForce: "有効",
    notInForce: "無効",
    import: "ライセンスをインポート",
    importHint:
      "16 KiB 以下のライセンスファイル。受け付けられなかったファイルは現在のライセンスに影響しません。",
    choose: "ライセンスファイルを選択",
    drop: "またはここにドロップ",
    importing: "ライセンスを確認しています…",
    oneFile: "一度にインポートできるファイルは 1 つだけです。",
    tooLarge: "{{name}} は 16 KiB を超えているため、ライセンスではありません。",
    refused: "{{name}} は受け付けられませんでした",
    support: "ライセンスについて問い合わせる",
  },
} satisfies Texts<typeof en.default>;
