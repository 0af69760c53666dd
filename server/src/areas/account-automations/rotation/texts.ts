import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of changing secrets. */
export const text = catalogue("rotation", {
  changeSecret: ["Change secret", "修改密文", "シークレットの変更"],
  pushAccount: ["Push account", "推送账号", "アカウントのプッシュ"],
  changeRecord: ["Change secret record", "改密记录", "シークレット変更の記録"],
  pushRecord: ["Push account record", "账号推送记录", "アカウントのプッシュの記録"],
  asset: ["Asset", "资产", "アセット"],
  account: ["Account", "账号", "アカウント"],
  dateStarted: ["Started", "开始时间", "開始日時"],
  dateFinished: ["Finished", "结束时间", "終了日時"],
  timedelta: ["Time", "耗时", "所要時間"],
  isSuccess: ["Successful", "成功", "成功"],
  error: ["Error", "错误", "エラー"],
  execution: ["Automation task execution", "自动化任务执行", "自動化タスクの実行"],
  privileged: [
    "privileged accounts, root and administrator are not rotated",
    "不修改特权账号、root 和 administrator",
    "特権アカウント、root、administrator は変更しません",
  ],
  operating: [
    "this is the account Sallyport signs in with",
    "该账号是系统登录资产所用的账号",
    "Sallyport がサインインに使うアカウントです",
  ],
  otherType: [
    "the account has another kind of secret",
    "该账号的密文类型不同",
    "アカウントのシークレットの種類が異なります",
  ],
  certified: [
    "the account signs in by certificate",
    "该账号使用证书登录",
    "アカウントは証明書でサインインしています",
  ],
  windowsKey: [
    "Windows assets take passwords only",
    "Windows 资产仅支持密码",
    "Windows のアセットはパスワードのみに対応しています",
  ],
  noSecret: ["the account has no secret", "该账号没有密文", "アカウントにシークレットがありません"],
  secretInvalid: [
    "the given secret is not valid for this kind of account",
    "给定的密文不适用于该类账号",
    "指定されたシークレットはこの種類のアカウントに使えません",
  ],
  parameterInvalid: [
    "a parameter of the method does not fit: {problem}",
    "方法参数无效：{problem}",
    "メソッドのパラメーターが正しくありません：{problem}",
  ],
  alreadyOpen: [
    "another change of this account is not finished",
    "该账号有另一个尚未完成的修改",
    "このアカウントには未完了の変更があります",
  ],
  inUse: [
    "someone is connected with this account; its secret will be changed when no session uses it",
    "有人正在使用该账号，待没有会话使用时再修改",
    "このアカウントは使用中です。使うセッションがなくなったら変更します",
  ],
  stopped: [
    "stopped: more than {percent} % of the changes failed",
    "已停止：失败的修改超过 {percent}%",
    "停止しました：変更の {percent}% 以上が失敗しました",
  ],
  canary: [
    "Starting with {count:asset|assets} of {total}",
    "先处理 {count} 个资产（共 {total} 个）",
    "まず {total} 件のうち {count} 件のアセットから始めます",
  ],
  notDone: [
    "The new secret was not set; the former one still works. {reason}",
    "新密文未设置，原密文仍然有效。{reason}",
    "新しいシークレットは設定されず、以前のものが引き続き有効です。{reason}",
  ],
  unproved: [
    "It is not yet known which secret works. Both are stored, and Sallyport keeps checking. {reason}",
    "尚不清楚哪个密文有效。两者均已保存，系统会继续检查。{reason}",
    "どちらのシークレットが有効かまだ分かりません。両方とも保存されており、引き続き確認します。{reason}",
  ],
  proved: [
    "The new secret works, but it could not be saved as the current one yet. Sallyport will try again.",
    "新密文有效，但暂时无法保存为当前密文，系统会重试。",
    "新しいシークレットは有効ですが、現在のものとして保存できませんでした。再試行します。",
  ],
  onlyReason: ["{reason}", "{reason}", "{reason}"],
  neitherWorks: [
    "The new secret was refused, and the stored one does not work either. {reason}",
    "新密文被拒绝，已保存的密文也无效。{reason}",
    "新しいシークレットは拒否され、保存済みのものも無効です。{reason}",
  ],
  edited: [
    "Neither secret works, and another one has been entered since. {reason}",
    "两个密文均无效，且期间有人录入了其他密文。{reason}",
    "どちらのシークレットも無効で、その後別のものが登録されています。{reason}",
  ],
  gone: ["The account no longer exists.", "账号已不存在。", "アカウントはもう存在しません。"],
  expired: [
    "The account was in use all the time.",
    "该账号一直在使用中。",
    "アカウントがずっと使用中でした。",
  ],
  checkTask: ["Check which secret works", "检查哪个密文有效", "有効なシークレットの確認"],
  notOpen: [
    "This change is finished, or is being worked on.",
    "该修改已完成，或正在处理中。",
    "この変更は完了しているか、処理中です。",
  ],
  busy: [
    "Sallyport is working on this change. Try again in a moment.",
    "系统正在处理该修改，请稍后重试。",
    "この変更は処理中です。しばらくしてから再試行してください。",
  ],
  whichSecret: [
    "Secret of the account: current or new",
    "账号的密文：当前或新",
    "アカウントのシークレット：現在または新しいもの",
  ],
  currentSecret: ["Current secret", "当前密文", "現在のシークレット"],
  newSecret: ["New secret", "新密文", "新しいシークレット"],
  saidCurrent: [
    "{user} kept the current secret, without a proof by sign-in.",
    "{user} 保留了当前密文，未经登录验证。",
    "{user} がサインインでの確認なしに現在のシークレットを維持しました。",
  ],
  saidNew: [
    "{user} made the new secret the current one, without a proof by sign-in.",
    "{user} 将新密文设为当前密文，未经登录验证。",
    "{user} がサインインでの確認なしに新しいシークレットを現在のものにしました。",
  ],
  summary: [
    "{success} changed, {failed} failed, {skipped} skipped, {postponed} postponed",
    "成功 {success}，失败 {failed}，跳过 {skipped}，推迟 {postponed}",
    "成功 {success}、失敗 {failed}、スキップ {skipped}、延期 {postponed}",
  ],
  nothingSucceeded: [
    "No secret was changed.",
    "没有修改任何密文。",
    "シークレットは 1 つも変更されませんでした。",
  ],
});
