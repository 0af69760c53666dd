import type { Texts } from "../../../i18n/catalogue.ts";
import type * as en from "./en.ts";

export const titles = {
  loginLogDetail: "サインイン記録",
  operateLogDetail: "操作記録",
  fileTransfers: "ファイル転送",
  fileTransferDetail: "ファイル転送",
  loginLogs: "サインインログ",
  operateLogs: "操作ログ",
  passwordChangeLogs: "パスワード変更ログ",
  jobExecutionLogs: "ジョブログ",
} satisfies Texts<typeof en.titles>;

export default {
  fileTransfers: {
    help: "SFTP・scp・rsync によるアセットのファイル操作です。先頭から末尾まで転送されたファイルについて SHA-256 を計算します。",
    empty: "アセットのファイルに対する操作がここに表示されます。",
    emptySession: "このセッションではファイルの操作は行われていません。",
    download: "控えをダウンロード",
    play: "再生",
    bytes_one: "{{count}} バイト",
    bytes_other: "{{count}} バイト",
    goToSession: "セッションを開く",
  },
  /** Texts of the pages of logs. */
  auditLogs: {
    loginHelp: "ページ、API、SSH からのすべてのサインインの試みとその結果です。",
    loginEmpty: "サインインの試みがここに表示されます。",
    operateHelp: "誰が何を作成・変更・閲覧・削除したかです。シークレットは表示されません。",
    operateEmpty: "オブジェクトへの変更がここに表示されます。",
    changes: "変更内容",
    passwordHelp: "パスワードの変更の記録です。ユーザー本人、管理者、再設定によるものを含みます。",
    passwordEmpty: "パスワードの変更がここに表示されます。",
  },
} satisfies Texts<typeof en.default>;
