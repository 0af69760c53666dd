import { catalogue } from "../../engine/i18n/index.ts";

/** Texts of the automation area. */
export const text = catalogue("automation", {
  testAssets: ["Test asset connectivity", "测试资产可连接性", "アセットの接続テスト"],
  gatherFacts: ["Gather asset facts", "收集资产信息", "アセット情報の収集"],
  gatherAccounts: ["Discover accounts", "发现账号", "アカウントの検出"],
  nodes: ["Nodes", "节点", "ノード"],
  testGateways: ["Test gateway connectivity", "测试网关可连接性", "ゲートウェイの接続テスト"],
  verifyAccounts: ["Verify accounts", "验证账号", "アカウントの検証"],
  action: ["Action", "操作", "操作"],
  assets: ["Assets", "资产", "アセット"],
  accounts: ["Accounts", "账号", "アカウント"],
  port: ["Port", "端口", "ポート"],
  refresh: ["Update hardware information", "更新硬件信息", "ハードウェア情報を更新"],
  test: ["Test connectivity", "测试可连接性", "接続テスト"],
  verify: ["Verify", "验证", "検証"],
  notSupported: [
    "Not available for this asset: automation, or this part of it, is turned off on its platform.",
    "该资产不支持此操作：其平台未启用自动化或未启用该项。",
    "このアセットでは使えません。プラットフォームの自動化またはこの項目が無効です。",
  ],
  unknownAction: [
    "Unknown action. Choose one from the list.",
    "未知的操作，请从列表中选择。",
    "不明な操作です。一覧から選択してください。",
  ],
  noPush: [
    "Sallyport does not push accounts to assets yet.",
    "暂不支持将账号推送到资产。",
    "アセットへのアカウントのプッシュにはまだ対応していません。",
  ],
  notPort: [
    "Enter a port from 1 to 65535.",
    "请输入 1 到 65535 之间的端口。",
    "1 から 65535 までのポートを入力してください。",
  ],
  gateway: ["Gateway", "网关", "ゲートウェイ"],
  noAssets: [
    "Select at least one asset you have access to.",
    "请至少选择一个您有权操作的资产。",
    "アクセスできるアセットを 1 つ以上選択してください。",
  ],
  noAccounts: [
    "Select at least one account.",
    "请至少选择一个账号。",
    "アカウントを 1 つ以上選択してください。",
  ],
  found: ["{count:asset|assets}", "资产 {count} 个", "アセット {count} 件"],
  skipped: ["{asset}: skipped – {reason}", "{asset}：已跳过，{reason}", "{asset}：スキップ、{reason}"],
  succeeded: ["{asset}: OK ({account})", "{asset}：正常（{account}）", "{asset}：正常（{account}）"],
  failed: [
    "{asset}: failed ({account}): {reason}",
    "{asset}：失败（{account}）：{reason}",
    "{asset}：失敗（{account}）：{reason}",
  ],
  nobody: ["no account", "无账号", "アカウントなし"],
  inactive: ["the asset is disabled", "资产已禁用", "アセットが無効です"],
  ansibleDisabled: [
    "automation is turned off on its platform",
    "其平台未启用自动化",
    "プラットフォームの自動化が無効です",
  ],
  itemDisabled: [
    '"{item}" is turned off on its platform',
    "其平台未启用“{item}”",
    "プラットフォームで「{item}」が無効です",
  ],
  noAccount: ["no account to sign in with", "没有可用于登录的账号", "使えるアカウントがありません"],
  noProtocol: ["the asset has no protocol", "资产没有任何协议", "アセットにプロトコルがありません"],
  sealed: [
    "the encryption key of this installation cannot decrypt a stored secret",
    "本系统的加密密钥无法解密已保存的密文",
    "保存されたシークレットをこのシステムの鍵で復号できません",
  ],
  gone: ["the asset no longer exists", "资产已不存在", "アセットはもう存在しません"],
  summary: [
    "{success} succeeded, {failed} failed, {skipped} skipped",
    "成功 {success}，失败 {failed}，跳过 {skipped}",
    "成功 {success}、失敗 {failed}、スキップ {skipped}",
  ],
  nothingSucceeded: ["Failed on every asset.", "在所有资产上均失败。", "すべてのアセットで失敗しました。"],
  noRunners: [
    "The server could not start the process that connects to assets. Check the server log for the reason.",
    "服务器无法启动连接资产的进程，请查看服务器日志了解原因。",
    "アセットに接続するプロセスを起動できません。サーバーのログで理由を確認してください。",
  ],
});
