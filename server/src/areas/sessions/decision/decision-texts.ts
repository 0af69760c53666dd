import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of decisions for the caller. */
export const decisionText = catalogue("sessions.decision", {
  assetMissing: [
    "There is no asset of this name that you may use.",
    "没有您可使用的该名称资产。",
    "この名前の利用可能なアセットはありません。",
  ],
  protocolMissing: [
    "This asset does not offer {protocol}.",
    "该资产未开放 {protocol} 协议。",
    "このアセットでは {protocol} を利用できません。",
  ],
  otherProtocol: [
    "This takes {needed}; {protocol} does not carry it.",
    "此操作需要 {needed} 协议，{protocol} 无法承载。",
    "この操作には {needed} が必要です。{protocol} では行えません。",
  ],
  protocolNotCarried: [
    "This connection cannot be opened here ({protocol}). Use the web terminal.",
    "此处无法打开该连接（{protocol}），请使用网页终端。",
    "この接続（{protocol}）はここでは開けません。Web ターミナルを使用してください。",
  ],
  tokenElsewhere: [
    "This connection token is for another kind of connection.",
    "此连接令牌用于其他类型的连接。",
    "この接続トークンは別の種類の接続用です。",
  ],
});
