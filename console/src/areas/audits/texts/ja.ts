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
  refusals: "拒否された試み",
  refusalDetail: "拒否された試み",
  myLoginLogs: "自分のサインイン",
  evidence: "証跡",
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
    myLoginHelp:
      "あなたのユーザー名によるすべてのサインインの試みとその結果です。心当たりがない場合はパスワードを変更してください。",
    myLoginEmpty: "あなたのサインインがここに表示されます。",
    passwordHelp: "パスワードの変更の記録です。ユーザー本人、管理者、再設定によるものを含みます。",
    passwordEmpty: "パスワードの変更がここに表示されます。",
  },
  /** Texts of the pages of refused attempts. */
  refusals: {
    help: "誰が、どの接続経路で、何を、なぜ拒否されたかです。同じ試みは 10 分間 1 行にまとめて数えます。失敗したサインインはサインインログにあります。",
    empty: "この期間に拒否された試みはありません。",
    emptyOne: "拒否された試みはありません。",
    wanted: "対象",
    notHere: "このサーバーは拒否された試みを記録していません。",
    loginFailures: "失敗したサインイン",
  },
  /** Texts of the page of the evidence. */
  evidence: {
    result: "結果",
    notHere: "このサーバーは証跡を保存していません。",
    help: "すべての記録と録画は 1 本のハッシュチェーンに入ります。署名付きチェックポイントにより、データベースで直接行われたものも含め、後からの変更が分かります。",
    verify: "今すぐ検証",
    verifyHint: "チェーン、すべての記録、すべての録画を読み取ります。問題はログに示されます。",
    chain: "チェーン",
    entries: "エントリー",
    waiting: "待機中",
    checkpoint: "最新のチェックポイント",
    checkpointOf: "{{number}}、{{entries}} 件",
    noCheckpoint: "まだありません",
    key: "鍵のフィンガープリント",
    keyHint: "フィンガープリントは別の場所に控えてください。証跡がここで署名されたかどうかを確認できます。",
    copy: "チェックポイントのコピー",
    copyCurrent: "データベースと一致（チェックポイント {{number}} まで）",
    copyEmpty: "まだありません",
    copyOther: "不一致: データベースが巻き戻されたか置き換えられています",
    verification: "前回の検証",
    never: "未検証",
    running: "検証中…",
    good: "すべて書き込まれた時のままです",
    bad_one: "問題 {{count}} 件",
    bad_other: "問題 {{count}} 件",
    failed: "完了できませんでした",
    log: "ログ",
    verifiedAt: "開始",
  },
} satisfies Texts<typeof en.default>;
