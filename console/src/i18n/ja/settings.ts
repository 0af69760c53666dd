import type { Texts } from "../catalogue.ts";
import type en from "../en/settings.ts";

/** 設定画面の文言。設定そのものの名前と説明はサーバーが返す。 */
export default {
  saved: "保存しました。すべてのノードですぐに有効になります。",
  cleanHint: "毎日 02:00（サーバーの時刻）に、これより古いものを完全に削除します。",
  tab: {
    authentication: "認証",
    limits: "サインインの制限",
    passwords: "パスワード",
    sessions: "セッション",
    mail: "メール",
    mailTexts: "新規ユーザーへのメール",
    subscribe: "メッセージの購読",
  },
  group: {
    site: "サイト",
    links: "ヘルプメニュー",
    signIn: "サインイン",
    mfa: "第 2 要素",
    userLimit: "ユーザー",
    addressLimit: "アドレス",
    other: "その他",
    passwordLife: "有効期間",
    passwordRules: "パスワードの条件",
    sessionLimits: "上限",
    sessionScreen: "ターミナル",
    mailServer: "メールサーバー",
    mailHead: "差出人と件名",
    mailTest: "テスト",
    created: "新しいユーザーへのメール",
    logging: "保持期間",
  },
  subscribe: {
    type: "メッセージの種類",
    receivers: "受信者",
    nobody: "なし",
    andOthers: "{{names}} ほか {{count}} 人",
    change: "受信者を変更",
    title: "受信者：{{type}}",
    users: "ユーザー",
    groups: "ユーザーグループ",
    failed: "購読の設定を読み込めませんでした",
  },
  mailTest: {
    open: "テストメールを送信",
    title: "テストメールの送信",
    hint: "保存済みのメールサーバー設定を使います。変更を試すには先に保存してください。",
    send: "送信",
    sent: "テストメールを送信しました。",
  },
} as const satisfies Texts<typeof en>;
