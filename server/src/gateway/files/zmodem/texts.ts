import { catalogue } from "../../../engine/i18n/index.ts";

/** What people read of files that pass over ZMODEM. */
export const zmodemText = catalogue("gateway.zmodem", {
  downloadDenied: [
    "sz was canceled: your permission does not include downloading files from this asset.",
    "sz 已取消：您的授权不包含从该资产下载文件。",
    "sz を中止しました。アクセス権にこのアセットからのダウンロードが含まれていません。",
  ],
  uploadDenied: [
    "rz was canceled: your permission does not include uploading files to this asset.",
    "rz 已取消：您的授权不包含向该资产上传文件。",
    "rz を中止しました。アクセス権にこのアセットへのアップロードが含まれていません。",
  ],
  downloaded: [
    "ZMODEM: {name} was downloaded, {size} bytes.",
    "ZMODEM：已下载 {name}，共 {size} 字节。",
    "ZMODEM: {name} をダウンロードしました（{size} バイト）。",
  ],
  uploaded: [
    "ZMODEM: {name} was uploaded, {size} bytes.",
    "ZMODEM：已上传 {name}，共 {size} 字节。",
    "ZMODEM: {name} をアップロードしました（{size} バイト）。",
  ],
  skipped: ["ZMODEM: {name} was skipped.", "ZMODEM：已跳过 {name}。", "ZMODEM: {name} をスキップしました。"],
  interrupted: [
    "ZMODEM: {name} was not transferred completely.",
    "ZMODEM：{name} 未传输完整。",
    "ZMODEM: {name} の転送は完了しませんでした。",
  ],
  canceled: ["ZMODEM: the transfer was canceled.", "ZMODEM：传输已取消。", "ZMODEM: 転送を中止しました。"],
  canceledByTarget: [
    "The program on the target canceled the transfer.",
    "目标上的程序取消了传输。",
    "接続先のプログラムが転送を中止しました。",
  ],
  malformed: [
    "The transfer was canceled: the target sent data that is not valid ZMODEM.",
    "传输已取消：目标发送的数据不符合 ZMODEM 协议。",
    "転送を中止しました。接続先から ZMODEM として不正なデータを受信しました。",
  ],
  damaged: [
    "The transfer was canceled: the data arrived damaged. A connection that does not carry all eight bits, as with some telnet servers, cannot transfer files.",
    "传输已取消：收到的数据已损坏。无法传输完整 8 位字节的连接（例如某些 telnet 服务器）不能传输文件。",
    "転送を中止しました。受信したデータが破損しています。8 ビットをすべて通さない接続（一部の telnet サーバーなど）ではファイルを転送できません。",
  ],
  noAnswer: [
    "The transfer was canceled: no program on the target answers with ZMODEM.",
    "传输已取消：目标上没有程序响应 ZMODEM。",
    "転送を中止しました。接続先に ZMODEM で応答するプログラムがありません。",
  ],
  tooLarge: [
    "The transfer was canceled: {name} is larger than 4 GiB, the most that ZMODEM carries. Use SFTP.",
    "传输已取消：{name} 超过 4 GiB，即 ZMODEM 可传输的上限。请使用 SFTP。",
    "転送を中止しました。{name} は ZMODEM で転送できる上限の 4 GiB を超えています。SFTP を使用してください。",
  ],
  tooLong: [
    "The transfer was canceled: {name} is longer than the target announced.",
    "传输已取消：{name} 的长度超过目标声明的大小。",
    "転送を中止しました。{name} は接続先が申告したサイズを超えています。",
  ],
  commandRefused: [
    "The target asked to run a command on your computer over ZMODEM. It was refused.",
    "目标试图通过 ZMODEM 在您的计算机上运行命令，已拒绝。",
    "接続先が ZMODEM でお使いのコンピューターでのコマンド実行を求めたため、拒否しました。",
  ],
  contentLost: [
    "The transfer was canceled: the browser stopped sending {name}.",
    "传输已取消：浏览器停止发送 {name}。",
    "転送を中止しました。ブラウザーが {name} の送信を停止しました。",
  ],
});
