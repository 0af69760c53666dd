import { catalogue } from "../i18n/index.ts";

/** What can be wrong with a server outside that the product sends to. */
export const text = catalogue("outbound", {
  local: [
    "The target is this machine. To allow it, add its address to SALLYPORT_LOCAL_TARGETS.",
    "目标地址指向本机。可通过 SALLYPORT_LOCAL_TARGETS 放行该地址。",
    "宛先がこのサーバー自身です。SALLYPORT_LOCAL_TARGETS でそのアドレスを許可できます。",
  ],
  unreachable: [
    "Cannot connect, or the server closed the connection. Check address, network and firewall.",
    "无法连接或连接中断。请检查地址、网络和防火墙。",
    "接続できないか、途中で切断されました。アドレス、ネットワーク、ファイアウォールを確認してください。",
  ],
  untrusted: [
    "The server's certificate is not trusted on this machine.",
    "本机不信任该服务器的证书。",
    "サーバーの証明書はこのサーバーで信頼されていません。",
  ],
  slow: ["No response within 10 seconds.", "10 秒内没有响应。", "10 秒以内に応答がありませんでした。"],
  refused: [
    "The server refused the request. Check the URL and the token.",
    "服务器拒绝接收。请检查 URL 和令牌。",
    "サーバーに拒否されました。URL とトークンを確認してください。",
  ],
});
