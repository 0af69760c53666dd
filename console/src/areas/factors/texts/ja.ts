import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {} satisfies Texts<typeof en.titles>;

export default {
  factors: {
    passkeys: {
      title: "パスキー",
      hint: "パスキーがあればパスワードなしでサインインできます。端末で指紋・顔・PIN を確認します。シークレットを表示する前の本人確認にも使えます。",
      none: "パスキーはまだありません。",
      add: "パスキーを追加",
      addHint: "どの端末かわかる名前を付けてください。次にブラウザーの案内が表示されます。",
      goOn: "続ける",
      name: "名前",
      added: "追加日時",
      used: "最終使用",
      unused: "未使用",
      synced: "複数の端末で同期",
      rename: "名前を変更",
      renameOne: "{{name}} の名前を変更",
      removeOne: "{{name}} を削除",
      done: "パスキーを追加しました。",
      known: "この端末にはすでにパスキーがあります。",
      cancelled: "パスキーは作成されませんでした。ブラウザーの案内に従って、もう一度お試しください。",
      impossible:
        "パスキーを使うには、ホスト名と TLS を備えたサイトのアドレスが必要です。管理者が設定できます。",
      elsewhere: "パスキーは次のアドレスで追加・使用できます：",
    },
    codes: {
      title: "リカバリーコード",
      hint: "スマートフォンやパスキーを失ったとき、それぞれのコードで 1 回だけサインインできます。",
      left_one: "残り {{count}} 個",
      left_other: "残り {{count}} 個",
      make: "コードを作成",
      renew: "作り直す",
      renewTitle: "リカバリーコードを作り直す",
      renewBody: "現在のコードはすぐに使えなくなります。",
      keep: "スマートフォンがなくても確認できる場所に保管してください。再表示はされません。",
      kept: "保管しました",
      save: "ダウンロード",
    },
  },
} satisfies Texts<typeof en.default>;
