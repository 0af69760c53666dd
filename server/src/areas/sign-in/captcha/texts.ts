import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of the puzzle that distinguishes people from programs. */
export const text = catalogue("sign-in.captcha", {
  label: ["Answer", "计算结果", "計算の答え"],
  image: ["Image of a sum", "算式图片", "計算式の画像"],
  refresh: ["Show another", "换一张", "別の問題"],
  asked: [
    "Your last sign-in failed. Solve the sum and enter your password again.",
    "上次登录失败，请输入计算结果并重新输入密码。",
    "前回のサインインに失敗しました。計算の答えとパスワードを入力してください。",
  ],
  wrong: [
    "Wrong or expired answer. Solve the new sum.",
    "计算结果错误或已过期，请计算新的算式。",
    "答えが違うか、期限が切れています。新しい計算の答えを入力してください。",
  ],
});
