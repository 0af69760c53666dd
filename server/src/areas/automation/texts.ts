import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the automation area. */
export const text = catalogue("automation", {
  testAssets: ["Test asset connectivity", "测试资产可连接性", "アセットの接続テスト"],
  gatherFacts: ["Gather asset facts", "收集资产信息", "アセット情報の収集"],
  gatherAccounts: ["Discover accounts", "收集账号", "アカウントの収集"],
  nodes: ["Nodes", "节点", "ノード"],
  testGateways: ["Test gateway connectivity", "测试网关可连接性", "ゲートウェイの接続テスト"],
  verifyAccounts: ["Verify accounts", "验证账号", "アカウントの検証"],
  action: ["Action", "操作", "操作"],
  assets: ["Assets", "资产", "アセット"],
  accounts: ["Accounts", "账号", "アカウント"],
  port: ["Port", "端口", "ポート"],
  refresh: ["Refresh hardware information", "更新硬件信息", "ハードウェア情報を更新"],
  test: ["Test connectivity", "测试可连接性", "接続テスト"],
  verify: ["Verify", "验证", "検証"],
  notSupported: [
    "The platform of this asset does not support this: automation or this item of it is switched off.",
    "该资产的平台不支持此操作：未启用自动化或未启用该项。",
    "このアセットのプラットフォームは対応していません。自動化またはこの項目が無効です。",
  ],
  unknownAction: ["There is no such action.", "没有这个操作。", "その操作はありません。"],
  noPush: [
    "Accounts are not pushed to assets.",
    "暂不支持将账号推送到资产。",
    "アセットへのアカウントのプッシュは行いません。",
  ],
  notPort: [
    "A port is a whole number from 1 to 65535.",
    "端口必须是 1 到 65535 之间的整数。",
    "ポートは 1 から 65535 の整数です。",
  ],
  gateway: ["Gateway", "网关", "ゲートウェイ"],
  noAssets: [
    "Choose at least one asset you may work on.",
    "请至少选择一个您有权操作的资产。",
    "操作できるアセットを一つ以上選んでください。",
  ],
  noAccounts: [
    "Choose at least one account.",
    "请至少选择一个账号。",
    "アカウントを一つ以上選んでください。",
  ],
  found: ["{count:asset|assets}", "资产 {count} 个", "アセット {count} 件"],
  skipped: ["{asset}: skipped, {reason}", "{asset}：已跳过，{reason}", "{asset}：スキップ、{reason}"],
  succeeded: ["{asset}: ok ({account})", "{asset}：正常（{account}）", "{asset}：正常（{account}）"],
  failed: [
    "{asset}: failed ({account}): {reason}",
    "{asset}：失败（{account}）：{reason}",
    "{asset}：失敗（{account}）：{reason}",
  ],
  nobody: ["no account", "无账号", "アカウントなし"],
  inactive: ["it is not active", "资产未激活", "無効になっています"],
  ansibleDisabled: [
    "automation is switched off on its platform",
    "其平台未启用自动化",
    "プラットフォームの自動化が無効です",
  ],
  itemDisabled: [
    '"{item}" is switched off on its platform',
    "其平台未启用“{item}”",
    "プラットフォームで「{item}」が無効です",
  ],
  noAccount: ["no account is available", "没有可用的账号", "使えるアカウントがありません"],
  noProtocol: ["it has no protocol", "没有任何协议", "プロトコルがありません"],
  sealed: [
    "a stored secret does not open with this installation's key",
    "存储的密文无法用本系统的密钥打开",
    "保存されたシークレットをこのシステムの鍵で開けません",
  ],
  gone: ["it is gone", "已不存在", "すでに存在しません"],
  summary: [
    "{success} succeeded, {failed} failed, {skipped} skipped",
    "成功 {success}，失败 {failed}，跳过 {skipped}",
    "成功 {success}、失敗 {failed}、スキップ {skipped}",
  ],
  nothingSucceeded: [
    "It did not succeed on any target.",
    "没有在任何目标上成功。",
    "どの対象でも成功しませんでした。",
  ],
  noRunners: [
    "The process that reaches targets cannot be started on this server. Its log says why.",
    "服务器无法启动用于访问目标的进程，原因见服务器日志。",
    "対象に接続するプロセスをサーバーで起動できません。理由はサーバーのログにあります。",
  ],
});
