import { catalogue } from "../../engine/i18n/index.ts";

/** What happened to an object, as sentences that stand as evidence: who, what, with what and from where. */
export const text = catalogue("audits.activities", {
  unknownAddress: ["an unknown address", "未知地址", "不明なアドレス"],
  created: [
    '{user} created "{object}" from {address}.',
    "{user} 从 {address} 创建了“{object}”。",
    "{user} が {address} から「{object}」を作成しました。",
  ],
  updated: [
    '{user} updated "{object}" from {address}.',
    "{user} 从 {address} 更新了“{object}”。",
    "{user} が {address} から「{object}」を更新しました。",
  ],
  deleted: [
    '{user} deleted "{object}" from {address}.',
    "{user} 从 {address} 删除了“{object}”。",
    "{user} が {address} から「{object}」を削除しました。",
  ],
  viewed: [
    '{user} viewed "{object}" from {address}.',
    "{user} 从 {address} 查看了“{object}”。",
    "{user} が {address} から「{object}」を閲覧しました。",
  ],
  exported: [
    '{user} exported "{object}" from {address}.',
    "{user} 从 {address} 导出了“{object}”。",
    "{user} が {address} から「{object}」をエクスポートしました。",
  ],
  downloaded: [
    '{user} downloaded "{object}" from {address}.',
    "{user} 从 {address} 下载了“{object}”。",
    "{user} が {address} から「{object}」をダウンロードしました。",
  ],
  opened: [
    '{user} connected to "{object}" from {address}.',
    "{user} 从 {address} 连接了“{object}”。",
    "{user} が {address} から「{object}」に接続しました。",
  ],
  signedInTo: [
    '{user} signed in to "{object}" from {address}.',
    "{user} 从 {address} 登录了“{object}”。",
    "{user} が {address} から「{object}」にサインインしました。",
  ],
  changedPassword: [
    '{user} changed the password of "{object}" from {address}.',
    "{user} 从 {address} 修改了“{object}”的密码。",
    "{user} が {address} から「{object}」のパスワードを変更しました。",
  ],
  otherAction: [
    '{user} performed "{action}" on "{object}" from {address}.',
    "{user} 从 {address} 对“{object}”执行了“{action}”。",
    "{user} が {address} から「{object}」に対して「{action}」を実行しました。",
  ],
  secretViewed: ["{user} viewed the secret.", "{user} 查看了密文。", "{user} がシークレットを閲覧しました。"],
  secretExported: [
    "{user} exported the secret.",
    "{user} 导出了密文。",
    "{user} がシークレットをエクスポートしました。",
  ],
  connected: [
    "{user} connected to {asset} as {account} over {protocol} from {address}.",
    "{user} 从 {address} 通过 {protocol} 以 {account} 连接了 {asset}。",
    "{user} が {address} から {protocol} で {asset} に {account} として接続しました。",
  ],
  notConnected: [
    "{user} tried to connect to {asset} as {account} over {protocol} from {address}. The connection was not established.",
    "{user} 从 {address} 尝试通过 {protocol} 以 {account} 连接 {asset}，连接未建立。",
    "{user} が {address} から {protocol} で {asset} に {account} として接続しようとしましたが、接続は確立されませんでした。",
  ],
  signedIn: [
    "{user} signed in from {address}.",
    "{user} 从 {address} 登录。",
    "{user} が {address} からサインインしました。",
  ],
  signInFailed: [
    "A sign-in as {user} from {address} failed: {reason}.",
    "从 {address} 以 {user} 登录失败：{reason}。",
    "{address} からの {user} としてのサインインが失敗しました（{reason}）。",
  ],
});
