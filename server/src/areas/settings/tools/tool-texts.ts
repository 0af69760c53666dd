import { catalogue } from "../../../engine/i18n/index.ts";

/** What the tools say. */
export const text = catalogue("settings.tools", {
  tools: ["System tools", "系统工具", "システムツール"],
  badTarget: [
    "Enter one address or host name.",
    "请输入一个地址或主机名。",
    "アドレスまたはホスト名を 1 つ入力してください。",
  ],
  badTargets: [
    "Enter at most {most} addresses: single ones, ranges or networks.",
    "请输入最多 {most} 个地址：单个地址、地址范围或网段。",
    "最大 {most} 個のアドレスを、単一、範囲、またはネットワークで入力してください。",
  ],
  badPorts: [
    "Enter ports from 1 to 65535, at most {most}.",
    "请输入 1 到 65535 之间的端口，最多 {most} 个。",
    "1～65535 のポートを最大 {most} 個入力してください。",
  ],
  tooMuch: [
    "A scan covers at most {most} pairs of address and port.",
    "一次扫描最多 {most} 组地址与端口。",
    "1 回のスキャンは、アドレスとポートの組み合わせ最大 {most} 件です。",
  ],
  unknownTool: ["This tool does not exist.", "没有该工具。", "そのツールはありません。"],
  unresolved: ["{host}: the name is not known", "{host}：无法解析该名称", "{host}：名前を解決できません"],
  ownMachine: [
    "{host}: this is the server itself or its link, which tools do not reach",
    "{host}：这是服务器自身或其本地链路，工具不会访问",
    "{host}：サーバー自身またはそのリンクのため、ツールからは接続しません",
  ],
  busy: [
    "A tool of yours is still running, or you have used them too often. Try again in a minute.",
    "您有工具仍在运行，或使用过于频繁，请一分钟后重试。",
    "実行中のツールがあるか、使用回数が多すぎます。1 分後に再試行してください。",
  ],
  noPing: [
    "The ping program is not installed on the server.",
    "服务器上未安装 ping 程序。",
    "サーバーに ping プログラムがインストールされていません。",
  ],
  trying: [
    "Trying {host} ({address}) port {port} …",
    "正在连接 {host}（{address}）端口 {port} …",
    "{host}（{address}）のポート {port} に接続しています…",
  ],
  connected: [
    "Connected in {milliseconds} ms",
    "已连接，用时 {milliseconds} 毫秒",
    "{milliseconds} ミリ秒で接続しました",
  ],
  banner: ["It says: {banner}", "对方返回：{banner}", "応答：{banner}"],
  notConnected: ["Not connected: {reason}", "连接失败：{reason}", "接続できません：{reason}"],
  scanning: [
    "Scanning {addresses} addresses, {ports} ports each",
    "正在扫描 {addresses} 个地址，每个 {ports} 个端口",
    "{addresses} 個のアドレスを、各 {ports} ポートスキャンしています",
  ],
  hostDown: ["{host}: no port answers", "{host}：没有端口应答", "{host}：応答するポートはありません"],
  hostUp: [
    "{host}: {open} open, {closed} closed, {silent} without an answer",
    "{host}：开放 {open} 个，关闭 {closed} 个，无应答 {silent} 个",
    "{host}：開放 {open}、閉鎖 {closed}、応答なし {silent}",
  ],
  openPort: ["{port}/tcp open", "{port}/tcp 开放", "{port}/tcp 開放"],
  scanned: [
    "Done: {up} of {all} addresses answered, in {seconds} s",
    "完成：{all} 个地址中有 {up} 个应答，用时 {seconds} 秒",
    "完了：{all} 個中 {up} 個のアドレスが応答（{seconds} 秒）",
  ],
  timeUp: ["The time is up.", "时间已到。", "制限時間に達しました。"],
});
