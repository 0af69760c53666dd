/** Texts of the pages of file transfers. */
export default {
  help: "SFTP・scp・rsync による資産のファイル操作の記録です。先頭から末尾まで順に通過したファイルは、その場で SHA-256 を計算します。",
  empty: "資産のファイルに対する操作がここに表示されます。",
  emptySession: "このセッションではファイルの操作は行われていません。",
  download: "控えをダウンロード",
  bytes_one: "{{count}} バイト",
  bytes_other: "{{count}} バイト",
  goToSession: "セッションを開く",
} as const;
