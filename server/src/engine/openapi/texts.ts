import { catalogue } from "../i18n/messages.ts";

/** Texts of the page that shows the API. */
export const text = catalogue("openapi", {
  title: ["API reference", "API 参考", "API リファレンス"],
  intro: [
    "Every endpoint of this installation, generated from its resources. Machine-readable versions:",
    "本系统的全部接口，由资源声明生成。机器可读版本：",
    "このシステムのすべてのエンドポイントです。リソースの宣言から生成されています。機械可読な形式：",
  ],
  parameters: ["Parameters", "参数", "パラメーター"],
  body: ["Request body", "请求体", "リクエスト本文"],
  answers: ["Responses", "响应", "応答"],
  required: ["required", "必填", "必須"],
  toConsole: ["Console", "控制台", "コンソール"],
});
