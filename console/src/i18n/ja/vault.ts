/** アカウントのシークレットの保管先ページの文言。 */
export default {
  off: "シークレットはデータベースに保管されています。Vault に保管するには、ここで設定と確認を行い、SALLYPORT_VAULT_ENABLED=true を設定して再起動し、同期してください。",
  state: "シークレットの所在",
  inVault: "Vault 内",
  inDatabase: "データベース内",
  toMove_one: "{{count}} 件のシークレットがまだデータベースにあります。同期すると Vault へ移動します。",
  toMove_other: "{{count}} 件のシークレットがまだデータベースにあります。同期すると Vault へ移動します。",
  toBringBack_one:
    "{{count}} 件のシークレットがまだ Vault にあり、そこから読み取られます。戻し終えるまでアドレスとトークンを残してください。",
  toBringBack_other:
    "{{count}} 件のシークレットがまだ Vault にあり、そこから読み取られます。戻し終えるまでアドレスとトークンを残してください。",
  test: "確認",
  sync: "同期",
  bringBack: "データベースへ戻す",
};
