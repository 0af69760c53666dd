import { catalogue } from "../../engine/i18n/index.ts";

/** What the tools say. */
export const text = catalogue("systemTools", {
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
  noProgram: [
    "The {program} program is not installed on the server.",
    "服务器上未安装 {program} 程序。",
    "サーバーに {program} プログラムがインストールされていません。",
  ],
  noGateway: [
    "This gateway does not exist, or you may not use it.",
    "该网关不存在，或您无权使用。",
    "ゲートウェイが存在しないか、利用する権限がありません。",
  ],
  notThroughGateway: [
    "This tool runs from the server only: a gateway forwards nothing but TCP connections.",
    "该工具只能从服务器运行：网关仅转发 TCP 连接。",
    "このツールはサーバーからのみ実行できます。ゲートウェイが中継するのは TCP 接続だけです。",
  ],
  trying: [
    "Trying {host} ({address}) port {port} …",
    "正在连接 {host}（{address}）端口 {port} …",
    "{host}（{address}）のポート {port} に接続しています…",
  ],
  tryingThrough: [
    "Trying {host} port {port} from the gateway {gateway} …",
    "正在从网关 {gateway} 连接 {host} 端口 {port} …",
    "ゲートウェイ {gateway} から {host} のポート {port} に接続しています…",
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
  scanningThrough: [
    "Scanning {addresses} addresses, {ports} ports each, from the gateway {gateway}",
    "正在从网关 {gateway} 扫描 {addresses} 个地址，每个 {ports} 个端口",
    "ゲートウェイ {gateway} から {addresses} 個のアドレスを、各 {ports} ポートスキャンしています",
  ],
  barred: [
    "{host}: the gateway does not forward to {count} of the ports",
    "{host}：网关不转发其中 {count} 个端口",
    "{host}：ゲートウェイは {count} 個のポートへ中継しません",
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
  connectsTo: [
    "This server connects to {host} at {addresses}",
    "服务器连接 {host} 时使用 {addresses}",
    "このサーバーは {host} に {addresses} で接続します",
  ],
  nameServersSay: ["Name servers ({servers}):", "名称服务器（{servers}）：", "ネームサーバー（{servers}）："],
  noRecords: ["No records.", "没有记录。", "レコードはありません。"],
  noName: [
    "{host}: no name is known for this address",
    "{host}：该地址没有对应的名称",
    "{host}：このアドレスに対応する名前はありません",
  ],
  lookupFailed: [
    "{kind}: no answer ({reason})",
    "{kind}：没有应答（{reason}）",
    "{kind}：応答がありません（{reason}）",
  ],
  badInterface: [
    "There is no interface {name}. The server has: {names}",
    "没有网络接口 {name}。服务器上有：{names}",
    "インターフェース {name} はありません。サーバーにあるもの：{names}",
  ],
  badFilter: [
    "Filter by at most {most} addresses and ports each way.",
    "每个方向最多按 {most} 个地址和端口过滤。",
    "フィルターに指定できるアドレスとポートは、方向ごとに最大 {most} 個です。",
  ],
  capturing: [
    "Capturing the headers of TCP packets on {interfaces}",
    "正在接口 {interfaces} 上抓取 TCP 数据包的头部",
    "{interfaces} で TCP パケットのヘッダーをキャプチャしています",
  ],
  capturesOnly: ["Filter: {filter}", "过滤条件：{filter}", "フィルター：{filter}"],
  mayNotCapture: [
    "The server may not capture packets: its process needs the capability CAP_NET_RAW.",
    "服务器无权抓包：其进程需要 CAP_NET_RAW 能力。",
    "サーバーにパケットキャプチャの権限がありません。プロセスに CAP_NET_RAW ケーパビリティが必要です。",
  ],
  captureFailed: ["The capture failed: {reason}", "抓包失败：{reason}", "キャプチャに失敗しました：{reason}"],
  captured: ["Done: {count:packet|packets}", "完成：{count} 个数据包", "完了：{count} パケット"],
  captureFull: [
    "The capture ends after {count:packet|packets}.",
    "抓包在 {count} 个数据包后结束。",
    "キャプチャは {count} パケットで終了します。",
  ],
  timeUp: ["The time is up.", "时间已到。", "制限時間に達しました。"],
});
