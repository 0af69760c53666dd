import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  accessKeys: "API キー",
  temporaryPasswords: "一時パスワード",
  connectionTokens: "接続トークン",
} satisfies Texts<typeof en.titles>;

export default {
  credentials: {
    expire: "失効させる",
    expired: "トークンは失効しました",
    keys: {
      tab: "アクセスキー",
      help: "スクリプトやプログラムは、アクセスキーで API へのリクエストに署名します。実行できる操作はあなたと同じです。シークレットは他人に渡さず、使わなくなったキーは削除してください。",
      id: "アクセスキー",
      secret: "シークレット",
      make: "アクセスキーを作成",
      made: "アクセスキーを作成しました",
      enable: "有効にする",
      disable: "無効にする",
      enabled: "アクセスキーを有効にしました",
      disabled: "アクセスキーを無効にしました",
      addresses: "許可アドレス",
      addressesTitle: "アクセスキーの許可アドレス",
      addressesHint:
        "アドレス、ネットワーク（例：10.0.0.0/8）、範囲（例：10.0.0.5-10.0.0.9）を入力します。* を指定すると制限なしになります。",
      addressesSaved: "許可アドレスを保存しました",
      none: "API を使うスクリプトやプログラムのためにアクセスキーを作成してください。",
    },
    private: {
      tab: "プライベートトークン",
      help: "リクエストに署名できないプログラム用です。「Authorization: Token …」として送信します。プライベートトークンは 1 人 1 個で、置き換えるか削除するまで有効です。これを持つ人はあなたと同じ権限を持ちます。アクセスキーのほうが安全です。",
      state: "状態",
      has: "有効",
      hasNone: "なし",
      created: "作成日時",
      used: "最終使用日時",
      make: "トークンを作成",
      replace: "置き換える",
      replaceTitle: "プライベートトークンを置き換えますか？",
      replaceBody: "現在のトークンを使っているプログラムは、新しいトークンを設定するまで動作しなくなります。",
      removeTitle: "プライベートトークンを削除しますか？",
      removeBody: "このトークンを使っているプログラムは動作しなくなります。",
      removed: "プライベートトークンを削除しました",
      renewal: "新しいトークンに置き換える",
      first: "署名できないプログラム用",
      removal: "使用中のプログラムは動作しなくなります",
      madeTitle: "プライベートトークン",
      madeBody: "今すぐコピーしてください。再表示はできません。",
    },
    temporary: {
      help: "一時パスワードは、本来のパスワードの代わりに 300 秒以内に一度だけサインインできます。本来のパスワードを入力したくない端末で使用してください。多要素認証は引き続き必要です。",
      secret: "パスワード",
      make: "一時パスワードを作成",
      made: "一時パスワードを作成しました。300 秒間有効です",
      none: "サインインの直前に作成してください。",
    },
    connection: {
      help: "接続トークンは、1 つのプログラムが 1 つのアカウントで 1 つのアセットへのセッションを開くことを許可します。接続時に作成され、自動的に失効します。漏えいした場合はここで失効させてください。",
      id: "トークン ID",
      value: "値",
      none: "接続を開いている間、ここに表示されます。",
    },
  },
} satisfies Texts<typeof en.default>;
