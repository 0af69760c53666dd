import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export default {
  confirm: {
    title: "本人確認",
    body: "この操作は保護されています。続けるには本人確認をしてください。",
    method: "確認方法",
    password: "パスワード",
    code: "確認コード",
    sixDigits: "6 桁の数字を入力してください",
    required: "入力してください",
    send: "コードを送信",
    sendAgain: "{{count}} 秒後に再送できます",
    sent: "コードを送信しました。",
    noMethod:
      "この操作には多要素認証が必要ですが、利用できる方法がありません。設定してから、もう一度お試しください。",
    setUp: "多要素認証を設定",
    reloginTitle: "再サインインが必要です",
    reloginBody: "数分以内のサインインが必要です。サインイン後はこのページに戻ります。",
    relogin: "もう一度サインイン",
    secret: {
      title: "{{name}} のシークレット",
      fingerprint: "フィンガープリント",
      save: "ファイルに保存",
      copy: "コピー",
      hides_one: "{{count}} 秒後に非表示になります。",
      hides_other: "{{count}} 秒後に非表示になります。",
      empty: "このアカウントにシークレットはありません。",
      audited: "閲覧はすべて記録されます。",
    },
    passkey: {
      use: "パスキーを使う",
      hint: "端末で指紋・顔・PIN を確認します。",
      cancelled: "端末から応答がありませんでした。もう一度試すか、別の方法を選んでください。",
    },
  },
} satisfies Texts<typeof en.default>;
