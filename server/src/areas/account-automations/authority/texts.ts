import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of replacing the keys of the SSH authority. */
export const text = catalogue("ssh-authority", {
  task: [
    "Move accounts to the new key of the SSH authority",
    "将账号切换到 SSH 颁发机构的新密钥",
    "アカウントを SSH 認証局の新しい鍵に切り替え",
  ],
  cleaning: [
    "Remove the former key of the SSH authority",
    "移除 SSH 颁发机构的旧密钥",
    "SSH 認証局の以前の鍵の削除",
  ],
  key: ["Key of the SSH authority", "SSH 颁发机构密钥", "SSH 認証局の鍵"],
  account: ["Account", "账号", "アカウント"],
  asset: ["Asset", "资产", "アセット"],
  username: ["Username", "用户名", "ユーザー名"],
  organization: ["Organization", "组织", "組織"],
  state: ["State", "状态", "状態"],
  waiting: ["Signs in by the former key", "仍使用旧密钥登录", "以前の鍵でサインイン"],
  proved: [
    "Signs in by the new key; the line of the former one is left",
    "已使用新密钥登录，旧密钥的行尚未移除",
    "新しい鍵でサインイン済み。以前の鍵の行が残っています",
  ],
  problem: ["Reason", "原因", "理由"],
  dateTried: ["Last tried", "上次尝试", "最終試行"],
  purpose: ["Purpose", "用途", "用途"],
  accounts: ["Accounts of targets", "目标账号", "ターゲットのアカウント"],
  people: ["People at the gateway", "网关用户", "ゲートウェイのユーザー"],
  endNow: ["End the former certificates now", "立即终止旧证书", "以前の証明書をすぐに終了"],
  fingerprint: ["Fingerprint", "指纹", "フィンガープリント"],
  lost: ["Accounts that lose their sign-in", "将失去登录方式的账号数", "サインインできなくなるアカウント数"],
  signer: ["Signing key", "签名密钥", "署名鍵"],
  ended: ["Certificates ended", "已终止的证书", "終了した証明書"],
  publicKey: ["Public key", "公钥", "公開鍵"],
  formerKeys: ["Former keys", "旧密钥", "以前の鍵"],
  noKey: [
    "The authority has no key for this yet.",
    "颁发机构尚无此用途的密钥。",
    "認証局にはこの用途の鍵がまだありません。",
  ],
  running: [
    "The key before this one is not retired yet.",
    "上一个密钥尚未弃用。",
    "ひとつ前の鍵がまだ廃止されていません。",
  ],
  notReplaced: [
    "This key cannot be retired: it signs, or is retired already.",
    "无法弃用该密钥：它正在签名，或已弃用。",
    "この鍵は廃止できません。署名に使用中か、すでに廃止されています。",
  ],
  nothingLeft: [
    "No account trusts a former key.",
    "没有账号信任旧密钥。",
    "以前の鍵を信頼しているアカウントはありません。",
  ],
  stillWaiting: [
    "{count} accounts still sign in by this key and would lose their sign-in.",
    "仍有 {count} 个账号使用该密钥登录，弃用后将无法登录。",
    "{count} 件のアカウントがまだこの鍵でサインインしており、廃止するとサインインできなくなります。",
  ],
  inactive: ["the account is disabled", "该账号已禁用", "アカウントが無効です"],
  summary: [
    "Moved: {success}. Left on the former key: {left}.",
    "已切换：{success}。仍使用旧密钥：{left}。",
    "切り替え済み：{success}。以前の鍵のまま：{left}。",
  ],
  cleaned: [
    "Lines of the former key removed: {success}. Left: {left}.",
    "已移除旧密钥的行：{success}。剩余：{left}。",
    "以前の鍵の行を削除：{success}。残り：{left}。",
  ],
  nothingSucceeded: [
    "These accounts still sign in by the former key.",
    "这些账号仍使用旧密钥登录。",
    "これらのアカウントは引き続き以前の鍵でサインインします。",
  ],
  linesLeft: [
    "No line of the former key was removed.",
    "未移除任何旧密钥的行。",
    "以前の鍵の行は削除されませんでした。",
  ],
});
