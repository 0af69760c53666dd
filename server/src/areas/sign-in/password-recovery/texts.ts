import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of setting a password by a link. */
export const text = catalogue("sign-in.recovery", {
  resetTitle: ["Set a new password", "设置新密码", "新しいパスワードの設定"],
  resetFor: ["For {username}", "用户：{username}", "ユーザー：{username}"],
  newPassword: ["New password", "新密码", "新しいパスワード"],
  confirmPassword: ["New password again", "再次输入新密码", "新しいパスワード（確認）"],
  rules: ["What a password needs", "密码要求", "パスワードの条件"],
  strength: ["Strength", "强度", "強度"],
  weak: ["Weak", "弱", "弱い"],
  fair: ["Fair", "中", "普通"],
  strong: ["Strong", "强", "強い"],
  save: ["Set password", "设置密码", "パスワードを設定"],
  saveAndSignIn: ["Set password and sign in", "设置密码并登录", "パスワードを設定してサインイン"],
  saving: ["Setting the password…", "正在设置密码…", "パスワードを設定しています…"],
  mismatch: ["The two passwords differ.", "两次输入的密码不一致。", "2 つのパスワードが一致しません。"],
  lengthWrong: [
    "A password has 5 to 128 characters.",
    "密码长度须为 5 到 128 个字符。",
    "パスワードは 5 ～ 128 文字で入力してください。",
  ],
  linkGone: ["This link no longer works", "链接已失效", "このリンクは使用できません"],
  linkGoneHint: [
    "Links to set a password work once and for one hour. Sign in, or ask for another link.",
    "设置密码的链接只能使用一次，有效期一小时。请登录，或重新获取链接。",
    "パスワード設定用のリンクは 1 回限り、1 時間有効です。サインインするか、新しいリンクを取得してください。",
  ],
  toSignIn: ["To the sign-in page", "前往登录页", "サインインページへ"],
  done: ["The new password is set", "密码已更新", "パスワードを設定しました"],
  doneHint: [
    "Sign in with it. Every session with the old one has ended.",
    "请使用新密码登录，使用旧密码的会话均已结束。",
    "新しいパスワードでサインインしてください。以前のセッションはすべて終了しました。",
  ],
});
