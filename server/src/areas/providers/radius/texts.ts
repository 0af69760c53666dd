import { catalogue, type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { RadiusFailure } from "./radius-failure.ts";

/** What is said of a RADIUS server. */
export const text = catalogue("radius", {
  away: [
    "The RADIUS server did not answer. Try again later, or ask an administrator.",
    "RADIUS 服务器未应答，请稍后重试或联系管理员。",
    "RADIUS サーバーが応答しませんでした。時間をおいて再試行するか、管理者に連絡してください。",
  ],
  strangerAsked: [
    "The RADIUS server asks for another code, which works only for existing users. Ask an administrator to create your user.",
    "RADIUS 服务器要求输入其他代码，仅支持已有用户，请联系管理员创建用户。",
    "RADIUS サーバーが追加のコードを求めています。これは既存のユーザーのみ対応しています。ユーザーの作成を管理者に依頼してください。",
  ],
  passwordExpired: [
    "Your password has expired. Change it in your organization's directory, then sign in again.",
    "您的密码已过期，请在贵组织的目录中修改密码后重新登录。",
    "パスワードの有効期限が切れています。組織のディレクトリで変更してから、もう一度サインインしてください。",
  ],
  restrictedHours: [
    "Your account may not sign in at this time. Try again during permitted hours, or ask an administrator of the RADIUS server.",
    "您的账号当前时段不允许登录，请在允许的时段重试，或联系 RADIUS 服务器的管理员。",
    "このアカウントは現在の時間帯にサインインできません。許可された時間帯に再試行するか、RADIUS サーバーの管理者に連絡してください。",
  ],
  noDialIn: [
    "Your account has no permission to sign in through RADIUS. Ask an administrator of the RADIUS server.",
    "您的账号没有通过 RADIUS 登录的权限，请联系 RADIUS 服务器的管理员。",
    "このアカウントには RADIUS でサインインする権限がありません。RADIUS サーバーの管理者に連絡してください。",
  ],
  codePlaceholder: ["RADIUS code", "RADIUS 动态码", "RADIUS のコード"],
  username: ["Username", "用户名", "ユーザー名"],
  password: ["Password", "密码", "パスワード"],
  outcome: ["Outcome", "结果", "結果"],
  testNotSetUp: [
    "Enter and save the server address and the shared secret first.",
    "请先填写并保存服务器地址和共享密钥。",
    "先にサーバーのアドレスと共有シークレットを入力して保存してください。",
  ],
  testAway: [
    "The RADIUS server did not answer. Check the address, the port, and that this installation is one of its clients. ({detail})",
    "RADIUS 服务器未应答，请检查地址、端口，并确认本系统已登记为其客户端。（{detail}）",
    "RADIUS サーバーが応答しませんでした。アドレス、ポート、およびこのシステムがクライアントとして登録されているかを確認してください。（{detail}）",
  ],
  testFalseAnswers: [
    "Something answered without proof of the shared secret. Check the secret, and that the server sends Message-Authenticator. ({detail})",
    "收到的应答无法用共享密钥验证，请检查密钥，并确认服务器发送 Message-Authenticator。（{detail}）",
    "共有シークレットで検証できない応答でした。シークレットと、サーバーが Message-Authenticator を送信しているかを確認してください。（{detail}）",
  ],
  testAccepted: [
    "The RADIUS server accepted the password.",
    "RADIUS 服务器已接受该密码。",
    "RADIUS サーバーがパスワードを受け入れました。",
  ],
  testAcceptedWith: [
    "The RADIUS server accepted the password. It sent {attributes}.",
    "RADIUS 服务器已接受该密码，返回属性：{attributes}。",
    "RADIUS サーバーがパスワードを受け入れました。受信した属性：{attributes}",
  ],
  testAsksMore: [
    "The RADIUS server asks for another code. People are asked for it at sign-in.",
    "RADIUS 服务器要求输入其他代码，登录时将提示输入。",
    "RADIUS サーバーが追加のコードを求めています。サインイン時に入力を求められます。",
  ],
  testAsks: [
    "The RADIUS server asks for another code: {prompt}. People are asked for it at sign-in.",
    "RADIUS 服务器要求输入其他代码：{prompt}。登录时将提示输入。",
    "RADIUS サーバーが追加のコードを求めています：{prompt}。サインイン時に入力を求められます。",
  ],
  testRejected: [
    "The RADIUS server rejected the username or password.",
    "RADIUS 服务器拒绝了用户名或密码。",
    "RADIUS サーバーがユーザー名またはパスワードを拒否しました。",
  ],
  testPasswordExpired: [
    "The RADIUS server rejected the sign-in: the password has expired.",
    "RADIUS 服务器拒绝登录：密码已过期。",
    "RADIUS サーバーがサインインを拒否しました：パスワードの有効期限切れです。",
  ],
  testAccountDisabled: [
    "The RADIUS server rejected the sign-in: the account is disabled or locked.",
    "RADIUS 服务器拒绝登录：账号已禁用或锁定。",
    "RADIUS サーバーがサインインを拒否しました：アカウントが無効またはロックされています。",
  ],
  testRestrictedHours: [
    "The RADIUS server rejected the sign-in: the account may not sign in at this time.",
    "RADIUS 服务器拒绝登录：账号当前时段不允许登录。",
    "RADIUS サーバーがサインインを拒否しました：このアカウントは現在の時間帯にサインインできません。",
  ],
  testNoDialIn: [
    "The RADIUS server rejected the sign-in: the account has no dial-in permission.",
    "RADIUS 服务器拒绝登录：账号没有拨入权限。",
    "RADIUS サーバーがサインインを拒否しました：アカウントにダイヤルインの権限がありません。",
  ],
  testRejectedWith: [
    "The RADIUS server rejected the username or password: {said}",
    "RADIUS 服务器拒绝了用户名或密码：{said}",
    "RADIUS サーバーがユーザー名またはパスワードを拒否しました：{said}",
  ],
});

/** What an administrator is told of a server that could not be asked. */
export function failureMessage({ problem, detail }: RadiusFailure): Message {
  if (problem === "not_set_up") return text.testNotSetUp;
  return withParameters(problem === "away" ? text.testAway : text.testFalseAnswers, { detail });
}
