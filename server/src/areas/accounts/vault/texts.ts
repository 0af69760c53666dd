import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of the vault: results of tests and moves. */
export const text = catalogue("accounts.vault", {
  vault: ["Vault", "密码库", "Vault 連携"],
  reached: [
    "Connected. A test secret was written to the vault and read back.",
    "连接成功，已向密码库写入并读回测试密文。",
    "接続しました。テスト用のシークレットを Vault に保存し、読み出せることを確認しました。",
  ],
  syncTask: ["Move secrets to their storage", "将密文迁移到指定存储", "シークレットを保管先へ移動"],
  nothingToMove: [
    "The vault is turned off and holds no secrets to move back. Set SALLYPORT_VAULT_ENABLED to turn it on.",
    "密码库未启用，其中也没有可迁回的密文。可通过 SALLYPORT_VAULT_ENABLED 启用。",
    "Vault は無効で、戻すシークレットもありません。SALLYPORT_VAULT_ENABLED で有効にできます。",
  ],
  checking: ["Testing the vault", "正在测试密码库", "Vault をテストしています"],
  toVault: [
    "Moving the secrets of {accounts:account|accounts} and {templates:template|templates} from the database to the vault",
    "正在将 {accounts} 个账号和 {templates} 个账号模板的密文从数据库迁入密码库",
    "{accounts} 件のアカウントと {templates} 件のテンプレートのシークレットをデータベースから Vault へ移動しています",
  ],
  toDatabase: [
    "Moving the secrets of {accounts:account|accounts} and {templates:template|templates} from the vault to the database",
    "正在将 {accounts} 个账号和 {templates} 个账号模板的密文从密码库迁回数据库",
    "{accounts} 件のアカウントと {templates} 件のテンプレートのシークレットを Vault からデータベースへ移動しています",
  ],
  progress: ["{done} of {total}", "{done} / {total}", "{done} / {total} 件"],
  notMoved: ["{name} ({id}): {reason}", "{name}（{id}）：{reason}", "{name}（{id}）：{reason}"],
  unreadable: [
    "the encryption key of this installation cannot decrypt its secret",
    "本系统的加密密钥无法解密其密文",
    "シークレットをこのシステムの鍵で復号できません",
  ],
  changed: [
    "the vault returned a different value than was written; the secret stays in the database",
    "密码库返回的值与写入的不一致，密文仍保留在数据库中",
    "Vault から返された値が書き込んだ値と一致しないため、シークレットはデータベースに残ります",
  ],
  moved: [
    "{moved} moved, {failed} not moved",
    "已迁移 {moved} 个，未迁移 {failed} 个",
    "移動済み {moved} 件、未移動 {failed} 件",
  ],
  someFailed: [
    "Some secrets were not moved and stay where they were. Fix the problems listed above, then run this task again.",
    "部分密文未能迁移，仍保留在原处。请处理上述问题后重新执行此任务。",
    "一部のシークレットは移動されず、元の場所に残っています。上記の問題を解消してから、このタスクを再実行してください。",
  ],
  stopped: [
    "Stopped. Secrets already moved stay in their new place. Run the task again to move the rest.",
    "已停止。已迁移的密文保持在新位置，重新执行任务可继续迁移其余部分。",
    "停止しました。移動済みのシークレットは移動先に残ります。タスクを再実行すると残りを移動します。",
  ],
  enabled: ["Enabled", "已启用", "有効"],
  inVault: ["Secrets in the vault", "密码库中的密文", "Vault 内のシークレット"],
  inDatabase: ["Secrets in the database", "数据库中的密文", "データベース内のシークレット"],
});
