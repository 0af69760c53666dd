import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of the vault: results of tests and moves. */
export const text = catalogue("accounts.vault", {
  vault: ["Vault", "密码库", "Vault 連携"],
  reached: [
    "The vault takes secrets and gives them back.",
    "密码库可以正常存取密文。",
    "Vault へのシークレットの保存と取得を確認しました。",
  ],
  syncTask: ["Move secrets to where they are kept", "将密文迁移到指定存储", "シークレットを保管先へ移動"],
  nothingToMove: [
    "The vault is switched off and holds nothing to bring back. SALLYPORT_VAULT_ENABLED switches it on.",
    "密码库未启用，其中也没有可迁回的内容。可通过 SALLYPORT_VAULT_ENABLED 启用。",
    "Vault は無効で、戻すシークレットもありません。SALLYPORT_VAULT_ENABLED で有効にできます。",
  ],
  checking: ["Testing the vault.", "正在测试密码库。", "Vault を確認しています。"],
  toVault: [
    "Moving the secrets of {accounts} accounts and {templates} templates from the database into the vault.",
    "正在将 {accounts} 个账号和 {templates} 个账号模板的密文从数据库迁入密码库。",
    "{accounts} 件のアカウントと {templates} 件のテンプレートのシークレットをデータベースから Vault へ移動します。",
  ],
  toDatabase: [
    "Bringing the secrets of {accounts} accounts and {templates} templates from the vault back to the database.",
    "正在将 {accounts} 个账号和 {templates} 个账号模板的密文从密码库迁回数据库。",
    "{accounts} 件のアカウントと {templates} 件のテンプレートのシークレットを Vault からデータベースへ戻します。",
  ],
  progress: ["{done} of {total}", "{done} / {total}", "{done} / {total} 件"],
  notMoved: ["{name} ({id}): {reason}", "{name}（{id}）：{reason}", "{name}（{id}）: {reason}"],
  unreadable: [
    "its secret does not open with a key of this installation",
    "其密文无法用本系统的密钥解开",
    "シークレットをこのシステムの鍵で復号できません",
  ],
  changed: [
    "what the vault gave back is not what was written; it stays in the database",
    "密码库返回的内容与写入的不一致，仍保留在数据库中",
    "Vault から返された値が書き込んだ値と一致しないため、データベースに残します",
  ],
  moved: [
    "Moved: {moved}. Not moved: {failed}.",
    "已迁移：{moved}；未迁移：{failed}。",
    "移動済み: {moved} 件、未移動: {failed} 件。",
  ],
  someFailed: [
    "Some secrets were not moved; they stay where they were. Set right what is told above and run this again.",
    "部分密文未能迁移，仍保留在原处。请处理上述问题后重新执行。",
    "一部のシークレットは移動されず、元の場所に残っています。上記の問題を解消して再実行してください。",
  ],
  stopped: [
    "Stopped. What was moved stays moved; run this again to go on.",
    "已停止。已迁移的部分保持不变，重新执行即可继续。",
    "停止しました。移動済みの分はそのままです。再実行すると続きから始まります。",
  ],
  enabled: ["Enabled", "已启用", "有効"],
  inVault: ["Secrets in the vault", "密码库中的密文", "Vault 内のシークレット"],
  inDatabase: ["Secrets in the database", "数据库中的密文", "データベース内のシークレット"],
});
