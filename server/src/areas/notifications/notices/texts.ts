import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts around every notice. */
export const text = catalogue("notifications.notices", {
  hello: ["Hello {name},", "{name}，您好：", "{name} 様"],
  copyLink: [
    "If the button does not work, copy this address into a browser:",
    "如果按钮无法点击，请将以下地址复制到浏览器中打开：",
    "ボタンが機能しない場合は、次のアドレスをブラウザーに貼り付けてください。",
  ],
});
