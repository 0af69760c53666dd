import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts around every notice. */
export const text = catalogue("notifications.notices", {
  hello: ["Hello {name},", "{name}，您好：", "{name} 様"],
  copyLink: [
    "If the button does not work, open this link in your browser:",
    "如果按钮无法点击，请在浏览器中打开以下链接：",
    "ボタンが機能しない場合は、次のリンクをブラウザーで開いてください。",
  ],
});
