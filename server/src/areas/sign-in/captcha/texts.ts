import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of the puzzle that distinguishes people from programs. */
export const text = catalogue("sign-in.captcha", {
  label: ["Answer of the sum", "请输入计算结果", "計算の答え"],
  image: ["A sum to work out", "算式图片", "計算式の画像"],
  refresh: ["Another one", "换一张", "別の問題"],
  asked: [
    "The last sign-in failed. Work out the sum and enter your password again.",
    "上次登录失败，请输入计算结果并重新输入密码。",
    "前回のサインインに失敗しました。計算の答えとパスワードを入力してください。",
  ],
  wrong: [
    "That is not the answer, or it was given too late. Here is another sum.",
    "计算结果不正确或已过期，请按新的算式作答。",
    "答えが違うか、期限が切れています。新しい問題に答えてください。",
  ],
});
