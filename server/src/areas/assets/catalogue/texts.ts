import { catalogue } from "../../../engine/i18n/index.ts";

/** Names of protocol settings. */
export const settingText = catalogue("assets.setting", {
  sftpHome: ["SFTP home", "SFTP 起始目录", "SFTP の開始フォルダー"],
  console: ["Console session", "连接控制台会话", "コンソールセッション"],
  security: ["Security", "安全层", "セキュリティ"],
  adDomain: ["AD domain", "AD 域", "AD ドメイン"],
  usernamePrompt: ["Username prompt", "用户名提示", "ユーザー名プロンプト"],
  passwordPrompt: ["Password prompt", "密码提示", "パスワードプロンプト"],
  successPrompt: ["Success prompt", "登录成功提示", "成功プロンプト"],
  useSsl: ["Use SSL", "使用 SSL", "SSL を使用"],
  sysdba: ["SYSDBA", "SYSDBA", "SYSDBA"],
  authUsername: ["Authenticate with a username", "使用用户名认证", "ユーザー名で認証"],
  safeMode: ["Safe mode", "安全模式", "セーフモード"],
  autofill: ["Autofill", "自动填充", "自動入力"],
  usernameSelector: ["Username selector", "用户名选择器", "ユーザー名のセレクター"],
  passwordSelector: ["Password selector", "密码选择器", "パスワードのセレクター"],
  submitSelector: ["Submit selector", "提交按钮选择器", "送信ボタンのセレクター"],
  script: ["Script", "脚本", "スクリプト"],
  apiMode: ["API model", "API 模型", "API モデル"],
});

/** Names of categories and of the types that are words rather than product names. */
export const kindText = catalogue("assets.kind", {
  host: ["Host", "主机", "ホスト"],
  device: ["Device", "网络设备", "ネットワーク機器"],
  database: ["Database", "数据库", "データベース"],
  cloud: ["Cloud service", "云服务", "クラウドサービス"],
  web: ["Web", "Web", "Web"],
  gpt: ["GPT", "GPT", "GPT"],
  custom: ["Custom type", "自定义类型", "カスタムタイプ"],
  other: ["Other", "其他", "その他"],
  general: ["General", "通用", "汎用"],
  switch: ["Switch", "交换机", "スイッチ"],
  router: ["Router", "路由器", "ルーター"],
  firewall: ["Firewall", "防火墙", "ファイアウォール"],
  public: ["Public cloud", "公有云", "パブリッククラウド"],
  private: ["Private cloud", "私有云", "プライベートクラウド"],
  website: ["Website", "网站", "ウェブサイト"],
});

/** What an automation method does, with the place it does it on. */
export const methodText = catalogue("assets.method", {
  ping: ["Test {target} connectivity", "测试 {target} 可连接性", "{target} への接続をテスト"],
  gather_facts: ["Collect {target} facts", "收集 {target} 信息", "{target} の情報を収集"],
  gather_accounts: ["Discover {target} accounts", "发现 {target} 账号", "{target} のアカウントを検出"],
  verify_account: ["Verify {target} account", "验证 {target} 账号", "{target} のアカウントを検証"],
  change_secret: ["Change {target} secret", "更改 {target} 密文", "{target} のシークレットを変更"],
  push_account: ["Push account to {target}", "推送账号到 {target}", "{target} へアカウントをプッシュ"],
});
