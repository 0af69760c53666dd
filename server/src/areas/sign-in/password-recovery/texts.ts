import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of setting a password by a link. */
export const text = catalogue("sign-in.recovery", {
  resetTitle: ["Set a new password", "设置新密码", "新しいパスワードの設定"],
  resetFor: ["For {username}", "用户：{username}", "ユーザー：{username}"],
  newPassword: ["New password", "新密码", "新しいパスワード"],
  confirmPassword: ["Confirm new password", "再次输入新密码", "新しいパスワード（確認）"],
  rules: ["Password requirements", "密码要求", "パスワードの条件"],
  strength: ["Strength", "强度", "強度"],
  weak: ["Weak", "弱", "弱い"],
  fair: ["Fair", "中", "普通"],
  strong: ["Strong", "强", "強い"],
  save: ["Set password", "设置密码", "パスワードを設定"],
  saveAndSignIn: ["Set password and sign in", "设置密码并登录", "パスワードを設定してサインイン"],
  saving: ["Setting password…", "正在设置密码…", "パスワードを設定しています…"],
  mismatch: ["The passwords do not match.", "两次输入的密码不一致。", "2 つのパスワードが一致しません。"],
  lengthWrong: [
    "Use 5 to 128 characters.",
    "密码长度须为 5 到 128 个字符。",
    "パスワードは 5 ～ 128 文字で入力してください。",
  ],
  linkGone: ["This link has expired", "链接已失效", "このリンクは使用できません"],
  linkGoneHint: [
    "A password link works once, for 1 hour. Sign in or request a new link.",
    "设置密码的链接只能使用一次，有效期一小时。请登录，或重新获取链接。",
    "パスワード設定用のリンクは 1 回限り、1 時間有効です。サインインするか、新しいリンクを取得してください。",
  ],
  toSignIn: ["Go to sign-in", "前往登录页", "サインインページへ"],
  done: ["Password changed", "密码已修改", "パスワードを変更しました"],
  doneHint: [
    "Sign in with your new password. You were signed out everywhere else.",
    "请使用新密码登录，其他位置的登录均已失效。",
    "新しいパスワードでサインインしてください。ほかのサインインはすべて終了しました。",
  ],
});
