import { catalogue } from "../i18n/messages.ts";

/** Texts of the page that shows the API. */
export const text = catalogue("openapi", {
  title: ["API of this installation", "本系统的 API", "このシステムの API"],
  intro: [
    "Everything the API answers, as its resources declare it. For programs:",
    "API 的全部内容，均来自资源声明。供程序使用：",
    "リソースの宣言から作られた API の全体です。プログラム用：",
  ],
  parameters: ["Parameters", "参数", "パラメーター"],
  body: ["Body", "请求体", "本文"],
  answers: ["Answers", "响应", "応答"],
  required: ["required", "必填", "必須"],
  toConsole: ["Console", "控制台", "コンソール"],
});
