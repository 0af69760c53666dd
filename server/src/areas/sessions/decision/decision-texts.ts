import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of decisions for the caller. */
export const decisionText = catalogue("sessions.decision", {
  assetMissing: [
    "No asset with this name is available to you.",
    "没有您可使用的同名资产。",
    "この名前で利用できるアセットはありません。",
  ],
  protocolMissing: [
    "{protocol} is not available on this asset.",
    "该资产未开放 {protocol} 协议。",
    "このアセットでは {protocol} を利用できません。",
  ],
  otherProtocol: [
    "This needs {needed}; it does not work over {protocol}.",
    "此操作需要 {needed} 协议，{protocol} 不支持。",
    "この操作には {needed} が必要です。{protocol} では行えません。",
  ],
  protocolNotCarried: [
    "{protocol} connections cannot be opened here. Use the web terminal.",
    "此处无法打开 {protocol} 连接，请使用 Web 终端。",
    "{protocol} の接続はここでは開けません。Web ターミナルを使用してください。",
  ],
  jumpRefused: [
    "You do not have permission to jump to this address.",
    "没有授权允许您跳转到此地址。",
    "このアドレスへのジャンプを許可するアクセス権がありません。",
  ],
  forwardingRefused: [
    "You do not have permission to forward connections here.",
    "没有授权允许您在此转发连接。",
    "ここでの接続の転送を許可するアクセス権がありません。",
  ],
  tokenElsewhere: [
    "This connection token is for a different kind of connection.",
    "此连接令牌用于其他类型的连接。",
    "この接続トークンは別の種類の接続用です。",
  ],
});
