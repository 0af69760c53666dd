import { catalogue } from "../../../engine/i18n/index.ts";

/** Texts of setting accounts up for certificates. */
export const text = catalogue("account-certificates", {
  account: ["Account", "账号", "アカウント"],
  task: ["Set up sign-in by certificate", "设置证书登录", "証明書サインインの設定"],
  removesSecret: ["Remove the stored secret", "删除已保存的密文", "保存済みシークレットの削除"],
  otherProtocol: [
    "the asset is not reached by SSH",
    "该资产不通过 SSH 连接",
    "アセットに SSH で接続していません",
  ],
  otherSystem: [
    "certificates are set up on Linux and Unix only",
    "仅支持在 Linux 和 Unix 上设置证书",
    "証明書を設定できるのは Linux と Unix だけです",
  ],
  switched: [
    "the account is switched to and does not sign in itself",
    "该账号通过切换使用，不直接登录",
    "切り替えて使うアカウントであり、直接サインインしません",
  ],
  inactive: ["the account is disabled", "该账号已禁用", "アカウントが無効です"],
  certified: [
    "the account signs in by certificate already",
    "该账号已使用证书登录",
    "アカウントはすでに証明書でサインインしています",
  ],
  written: [
    "The authority was added to the account's authorized_keys.",
    "已将颁发机构添加到该账号的 authorized_keys。",
    "認証局をアカウントの authorized_keys に追加しました。",
  ],
  trusted: [
    "The host trusts the authority already. Nothing was written.",
    "主机已信任该颁发机构，未写入任何内容。",
    "ホストはすでに認証局を信頼しています。何も書き込みませんでした。",
  ],
  left: [
    "The line could not be removed from authorized_keys again.",
    "未能从 authorized_keys 中移除该行。",
    "authorized_keys から行を取り除けませんでした。",
  ],
  gone: [
    "The account was deleted or set up in the meantime.",
    "该账号在此期间已被删除或已完成设置。",
    "アカウントはその間に削除されたか、設定されました。",
  ],
  unsuitable: [
    "This account cannot sign in by certificate: {reason}.",
    "该账号无法使用证书登录：{reason}。",
    "このアカウントは証明書でサインインできません：{reason}。",
  ],
  noSecret: [
    "Store a secret for this account first. Without one it could not sign in.",
    "请先为该账号保存密文，否则将无法用它登录。",
    "先にこのアカウントのシークレットを保存してください。保存しないと誰もサインインできません。",
  ],
  nothingSucceeded: [
    "The account still signs in as before.",
    "该账号仍按原方式登录。",
    "アカウントは引き続き以前の方法でサインインします。",
  ],
});
